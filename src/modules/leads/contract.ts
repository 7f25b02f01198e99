import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { Selection as PeopleSelection } from '#people/contract.ts'
import { callOutcomes, outcomes, stages, touchKinds } from './rules/stages.ts'

export const Stage = z.enum(stages)
export const Outcome = z.enum(outcomes)

export const Lead = z.object({
  id: Id,
  personId: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: Stage,
  outcome: Outcome.nullable(),
  reason: z.string().nullable(),
  source: z.string().nullable(),
  assignedTo: Id.nullable(),

  /** Minor units of the account's currency. */
  value: z.number().int().nullable(),
  notes: z.string(),
  rank: z.string(),
  stageEnteredAt: Instant,
  followUpAt: Instant.nullable(),
  overdue: z.boolean(),
  lastTouchAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** On the board and for a single lead, not in lists: the person's household, and the title of their next task. */
  household: z.string().nullable().optional(),
  nextStep: z.string().nullable().optional(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Lead = z.infer<typeof Lead>

/** A minus before it for descending; what the table's headings offer. */
export const leadSorts = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  'updatedAt',
  '-updatedAt',
  'followUpAt',
  '-followUpAt',
  'source',
  '-source',
] as const

const filters = {
  /** Only these, of those that the filter finds. */
  ids: several(Id),
  /** Those of one person. */
  personId: Id.optional(),
  search: z.string().trim().max(200).optional(),
  status: several(Stage),
  source: z.string().max(100).optional(),
  assignedTo: z.union([Id, z.literal('nobody')]).optional(),
  /** `any`: closed with an outcome, whichever; a lead imported as closed has none. */
  outcome: z.union([Outcome, z.literal('any')]).optional(),
  tag: Id.optional(),
  overdue: Flag.optional(),
  /** Closed or created within so many days. */
  days: z.coerce.number().int().min(1).max(3650).optional(),
}
export const LeadFilter = Page.extend({
  ...filters,
  sort: z.enum(leadSorts).default('-createdAt'),
})
export type LeadFilter = z.infer<typeof LeadFilter>

/** One column of the board, in its order. */
export const ColumnPage = Page.extend({ ...filters, stage: Stage })
export type ColumnPage = z.infer<typeof ColumnPage>

export const ColumnCounts = z.object({
  columns: z.array(
    z.object({ stage: Stage, count: z.number().int(), value: z.number().int(), overdue: z.number().int() }),
  ),
})

const optionalEmail = z
  .union([z.literal(''), z.string().trim().max(254).pipe(z.email('Please enter a valid email address'))])
  .nullish()
  .transform(text => text || null)
/** As written; how it is dialled depends on the church's country. */
const optionalPhone = line(50)
  .refine(text => text === '' || text.replace(/\D/g, '').length >= 5, 'Please enter a valid phone number')
  .nullish()
const fields = {
  source: line(100).nullish(),
  /** A new lead without it goes to the next member in turn, if the church assigns leads so; null: nobody. */
  assignedTo: Id.nullish(),
  value: z.number().int().min(0, 'Please enter 0 or more').max(1e13, 'This amount is too large').nullish(),
  /** Calls and mails add a line each, so it is more than anyone types. */
  notes: prose(50_000).optional(),
}
export const NewLead = z
  .object({
    /** An existing person; else one is made from the name, address and number. */
    personId: Id.optional(),
    firstName: line(200).default(''),
    lastName: line(200).default(''),
    email: optionalEmail,
    phone: optionalPhone,
    status: Stage.default('new'),
    ...fields,
  })
  .refine(lead => lead.personId || lead.firstName || lead.lastName || lead.email || lead.phone, {
    message: 'Please enter a name, an email address or a phone number',
    path: ['firstName'],
  })
export type NewLead = z.infer<typeof NewLead>

export const LeadChange = z.object({
  id: Id,
  version: Version,
  ...fields,
  followUpAt: moment().nullish(),
})
export type LeadChange = z.infer<typeof LeadChange>

export const MoveLead = z
  .object({
    id: Id,
    status: Stage,
    /** The card it comes to lie under; null for the top of the column. */
    after: Id.nullable(),
    version: Version.optional(),
    outcome: Outcome.optional(),
    reason: line(300).optional(),
  })
  .refine(move => move.status !== 'closed' || move.outcome !== 'lost' || move.reason, {
    message: 'Please enter why it was lost',
    path: ['reason'],
  })
export type MoveLead = z.infer<typeof MoveLead>

export const StageChange = z.object({
  id: Id,
  from: Stage.nullable(),
  to: Stage,
  outcome: Outcome.nullable(),
  reason: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: Instant,
})

export const Touch = z.object({
  id: Id,
  kind: z.enum(touchKinds),
  outcome: z.enum(callOutcomes).optional(),
  note: prose(2_000).optional(),
})
export type Touch = z.infer<typeof Touch>

/** Which leads a bulk action means: those named, or all that the filter finds. */
export const Selection = z.union([
  z.object({ ids: z.array(Id).min(1).max(500) }),
  z.object({ filter: z.object(filters) }),
])
export type Selection = z.infer<typeof Selection>

export const LeadStats = z.object({
  total: z.number().int(),
  newThisMonth: z.number().int(),
  overdue: z.number().int(),
  /** Won of all closed with an outcome in the period; rate in percent with one decimal, null under five closed. */
  conversion: z.object({
    won: z.number().int(),
    closed: z.number().int(),
    rate: z.number().nullable(),
    days: z.number().int(),
  }),
  asOf: Instant,
})
export type LeadStats = z.infer<typeof LeadStats>

export const leads = resource(
  '/leads',
  {
    stats: member('analytics.read')
      .input(z.object({ days: z.coerce.number().int().min(1).max(3650).default(90) }))
      .output(LeadStats),
    bySource: member('analytics.read')
      .input(Nothing)
      .output(
        z.object({
          items: z.array(z.object({ source: z.string(), count: z.number().int() })),
          total: z.number().int(),
        }),
      ),
    list: member('leads.read').input(LeadFilter).output(pageOf(Lead)),
    get: member('leads.read').input(ById).output(Lead),
    column: member('leads.read').input(ColumnPage).output(pageOf(Lead)),
    counts: member('leads.read').input(z.object(filters)).output(ColumnCounts),
    sources: member('leads.read')
      .input(Nothing)
      .output(z.object({ items: z.array(z.string()) })),
    history: member('leads.read')
      .input(ById)
      .output(z.object({ items: z.array(StageChange) })),
    create: member('leads.write').input(NewLead).output(Lead),
    update: member('leads.write').input(LeadChange).output(Lead),
    move: member('leads.write')
      .input(MoveLead)
      .output(Lead)
      .errors({
        OUTCOME_REQUIRED: { status: 422, message: 'To close a lead, choose an outcome: won, lost or abandoned.' },
      }),
    touch: member('leads.write').input(Touch).output(Lead),
    remove: member('leads.write').input(ById).output(Nothing),
    restore: member('leads.write').input(ById).output(Lead),
    addMany: member('leads.write')
      .input(z.object({ selection: PeopleSelection, status: Stage.default('new') }))
      .output(z.object({ changed: z.number().int() })),
    assign: member('leads.write')
      .input(z.object({ selection: Selection, assignedTo: Id.nullable() }))
      .output(z.object({ changed: z.number().int() })),
    export: exporting().input(z.object(filters)).output(CsvFile),
  },
  {
    stats: 'Get lead statistics',
    bySource: 'Count leads by source',
    list: 'List leads',
    get: 'Get a lead',
    column: 'List the leads of a stage',
    counts: 'Count leads by stage',
    sources: 'List lead sources',
    history: 'List the stage changes of a lead',
    create: 'Add a lead',
    update: 'Update a lead',
    move: 'Move a lead to a stage',
    touch: 'Log a call, email or visit with a lead',
    remove: 'Delete a lead',
    restore: 'Restore a lead',
    addMany: 'Add many people as leads',
    assign: 'Assign leads to a member',
    export: 'Export leads as CSV',
  },
  ['stats', 'bySource', 'column', 'counts', 'sources', 'history', 'export'],
)
