import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  resource,
  Version,
} from '#kernel/contract.ts'
import { customTypes } from '../fields/rules/types.ts'
import { leadOutcomes, leadStages } from '../rules/lead-stages.ts'
import { customNeeds } from './rules/catalogue.ts'
import {
  consentStates,
  customOps,
  customOpsOf,
  dateFields,
  dateOps,
  eventTypes,
  flagFields,
  householdFacts,
  reachChannels,
  setOps,
  textFields,
  textOps,
  yearlyFields,
} from './rules/kinds.ts'

const count = z.number('Please enter a number').int('Please enter a whole number')
const days = count.min(1, 'At least 1 day').max(3650, 'At most 3,650 days')
const kind = <T extends string>(name: T) => z.literal(name)
const ids = z.array(Id).min(1, 'Please choose at least one').max(100, 'At most 100')
const words = ['is', 'isNot', 'contains', 'startsWith']

const TextCondition = z
  .object({ kind: kind('text'), field: z.enum(textFields), op: z.enum(textOps), value: line(200).default('') })
  .refine(({ op, value }) => !words.includes(op) || value !== '', {
    message: 'Please enter what to look for',
    path: ['value'],
  })
const DateCondition = z
  .object({
    kind: kind('date'),
    field: z.enum(dateFields),
    op: z.enum(dateOps),
    date: day().optional(),
    days: days.optional(),
  })
  .refine(({ op, date }) => !['before', 'after'].includes(op) || date, {
    message: 'Please choose a day',
    path: ['date'],
  })
  .refine(({ op, days }) => !['inLast', 'notInLast'].includes(op) || days, {
    message: 'Please enter a number of days',
    path: ['days'],
  })

/** The type is the field's, as it stood when it was asked; it never changes. */
const CustomCondition = z
  .object({
    kind: kind('custom'),
    fieldId: Id,
    type: z.enum(customTypes),
    op: z.enum(customOps),
    text: line(200).optional(),
    number: z.number('Please enter a number').optional(),
    date: day().optional(),
    days: days.optional(),
    options: z.array(z.string().max(60)).max(100).optional(),
  })
  .superRefine((one, check) => {
    if (!customOpsOf[one.type].includes(one.op))
      check.addIssue({ code: 'custom', path: ['op'], message: 'This condition doesn’t fit this type of field' })
    const problem = customNeeds(one)
    if (problem) check.addIssue({ code: 'custom', path: ['op'], message: problem })
  })

/** One thing asked of a person. */
const Condition = z.discriminatedUnion('kind', [
  z.object({ kind: kind('household'), fact: z.enum(householdFacts) }),
  TextCondition,
  DateCondition,
  /** A birthday or an anniversary within the next days, today included. */
  z.object({ kind: kind('yearly'), field: z.enum(yearlyFields), days: count.min(0).max(366, 'At most 366 days') }),
  z.object({
    kind: kind('age'),
    op: z.enum(['atLeast', 'under', 'unknown']),
    years: count.min(0).max(130, 'At most 130 years').default(18),
  }),
  z.object({ kind: kind('tags'), op: z.enum(setOps), ids }),
  z.object({ kind: kind('groups'), op: z.enum(setOps), ids }),
  z.object({
    kind: kind('lead'),
    /** False: no card on the board answers to the rest. */
    has: z.boolean(),
    stages: z.array(z.enum(leadStages)).max(10).default([]),
    outcomes: z.array(z.enum(leadOutcomes)).max(10).default([]),
    source: line(100).default(''),
    assignedTo: z.union([Id, z.literal('nobody')]).optional(),
    /** Minor units of the client's currency. */
    valueFrom: count.min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    valueTo: count.min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  z.object({ kind: kind('event'), did: z.boolean(), type: z.enum(eventTypes), days: days.optional() }),
  z.object({ kind: kind('owner'), userId: z.union([Id, z.literal('nobody')]) }),
  z.object({
    kind: kind('consent'),
    channel: z.enum(reachChannels),
    topic: line(100).default(''),
    state: z.enum(consentStates),
  }),
  /** Has a valid address or number that nothing stands against. */
  z.object({ kind: kind('reach'), channel: z.enum(reachChannels), can: z.boolean() }),
  z.object({ kind: kind('flag'), field: z.enum(flagFields), is: z.boolean() }),
  CustomCondition,
])

const match = z.enum(['all', 'any'])
const ConditionGroup = z.object({
  kind: kind('group'),
  match,
  of: z.array(Condition).min(1, 'Please add a condition').max(20, 'At most 20 conditions'),
})
/** All or any of these; a group among them asks the other way round, and holds no further groups. */
export const Conditions = z.object({
  match,
  of: z
    .array(z.discriminatedUnion('kind', [...Condition.options, ConditionGroup]))
    .min(1, 'Please add a condition')
    .max(20, 'At most 20 conditions'),
})

export const Segment = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  conditions: Conditions,
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Segment = z.infer<typeof Segment>

const name = line(120).pipe(z.string().min(1, 'Please enter a name'))
const description = line(500).default('')

const filters = { search: line(120).optional() }
export const SegmentFilter = Page.extend({
  ...filters,
  sort: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('name'),
})
export type SegmentFilter = z.infer<typeof SegmentFilter>

export const segments = resource(
  '/segments',
  {
    list: member('people.read').input(SegmentFilter).output(pageOf(Segment)),
    total: member('people.read')
      .input(z.object(filters))
      .output(z.object({ count: z.number().int() })),
    get: member('people.read').input(ById).output(Segment),
    create: member('people.write')
      .input(z.object({ name, description, conditions: Conditions }))
      .output(Segment),
    update: member('people.write')
      .input(z.object({ id: Id, version: Version, name, description, conditions: Conditions }))
      .output(Segment),
    /** Into the trash, from where `restore` brings it back. */
    remove: member('people.write').input(ById).output(Nothing),
    restore: member('people.write').input(ById).output(Segment),
    /** How many are in it now. */
    size: member('people.read')
      .input(ById)
      .output(z.object({ count: z.number().int() })),
    /** How many meet conditions that may not be saved yet, and three of them. */
    count: member('people.read')
      .input(z.object({ conditions: Conditions }))
      .output(z.object({ count: z.number().int(), samples: z.array(z.object({ id: Id, name: z.string() })) })),
    export: exporting().input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List segments',
    total: 'Count segments',
    get: 'Get a segment',
    create: 'Create a segment',
    update: 'Update a segment',
    remove: 'Delete a segment',
    restore: 'Restore a segment',
    size: 'Count the people in a segment',
    count: 'Count the people who match conditions',
    export: 'Export the people of a segment as CSV',
  },
  ['total', 'size', 'export'],
)
