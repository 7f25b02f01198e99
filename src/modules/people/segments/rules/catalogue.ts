import { NEWSLETTER } from '#consent/rules/reasons.ts'
import type { CustomField } from '../../fields/rules/types.ts'
import { isInGroup, labelField, listFields, mapFields, type StandardFieldName } from '../../rules/standard-fields.ts'
import type { Condition, ConditionGroup, Kind } from './condition.ts'
import { customOpsOf, type eventTypes, placeFields, type TextField } from './kinds.ts'

/** A sort of condition as it stands in the menu: `text:city`, `tags`. */
export interface Choice {
  key: string
  label: string
  /** the heading it stands under */
  under: 'Name and contact' | 'Topic' | 'Your fields' | 'Dates' | 'Belonging' | 'Result' | 'Consent'
  /** a fresh one of its sort */
  make: () => Condition
}

export const fieldNames: Record<TextField, string> = {
  ...mapFields(listFields('segment'), name => labelField(name, 'screenLabel')),
  email: 'Email address',
  phone: 'Phone number',
  city: 'City',
  region: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
}
export const dateNames = {
  createdAt: 'Added',
  updatedAt: 'Last updated',
  birthDate: 'Birth date',
  anniversary: 'Wedding date',
} as const

const word = (field: TextField, under: Choice['under']): Choice => ({
  key: `text:${field}`,
  label: fieldNames[field],
  under,
  make: () => ({ kind: 'text', field, op: field === 'email' || field === 'phone' ? 'filled' : 'is', value: '' }),
})
const day = (field: keyof typeof dateNames): Choice => ({
  key: `date:${field}`,
  label: dateNames[field],
  under: 'Dates',
  make: () =>
    field === 'createdAt' || field === 'updatedAt'
      ? { kind: 'date', field, op: 'inLast', days: 30 }
      : { kind: 'date', field, op: 'after', date: '' },
})

const named = listFields('segment').filter(name => isInGroup(name, 'name'))
const others = listFields('segment').filter(name => !isInGroup(name, 'name'))
const isOfChurch = (name: StandardFieldName) => isInGroup(name, 'church')

export const choices: Choice[] = [
  ...[...named, ...(['email', 'phone'] as const), ...placeFields].map(field => word(field, 'Name and contact')),
  // What a church asks for most comes first.
  ...[...others.filter(isOfChurch), ...others.filter(name => !isOfChurch(name))].map(field => word(field, 'Topic')),
  { key: 'age', label: 'Age', under: 'Topic', make: () => ({ kind: 'age', op: 'atLeast', years: 18 }) },
  {
    key: 'flag',
    label: 'Deceased, do not contact, grief',
    under: 'Topic',
    make: () => ({ kind: 'flag', field: 'deceased', is: false }),
  },
  {
    key: 'yearly:birthDate',
    label: 'Birthday coming up',
    under: 'Dates',
    make: () => ({ kind: 'yearly', field: 'birthDate', days: 7 }),
  },
  {
    key: 'yearly:anniversary',
    label: 'Wedding anniversary coming up',
    under: 'Dates',
    make: () => ({ kind: 'yearly', field: 'anniversary', days: 7 }),
  },
  ...(['createdAt', 'updatedAt', 'birthDate', 'anniversary'] as const).map(day),
  { key: 'tags', label: 'Tags', under: 'Belonging', make: () => ({ kind: 'tags', op: 'any', ids: [] }) },
  { key: 'groups', label: 'Groups', under: 'Belonging', make: () => ({ kind: 'groups', op: 'any', ids: [] }) },
  {
    key: 'household',
    label: 'Household',
    under: 'Belonging',
    make: () => ({ kind: 'household', fact: 'withChildren' }),
  },
  { key: 'owner', label: 'Assigned to', under: 'Belonging', make: () => ({ kind: 'owner', userId: 'nobody' }) },
  {
    key: 'lead',
    label: 'Lead on the board',
    under: 'Result',
    make: () => ({ kind: 'lead', has: true, stages: [], outcomes: [], source: '' }),
  },
  {
    key: 'event',
    label: 'Activity',
    under: 'Result',
    make: () => ({ kind: 'event', did: true, type: 'lead.call', days: 30 }),
  },
  {
    key: 'consent',
    label: 'Consent',
    under: 'Consent',
    make: () => ({ kind: 'consent', channel: 'email', topic: NEWSLETTER, state: 'granted' }),
  },
  {
    key: 'reach',
    label: 'Can be reached',
    under: 'Consent',
    make: () => ({ kind: 'reach', channel: 'email', can: true }),
  },
]

/** The church's own facts stand in the menu like all others. */
export const customChoices = (fields: readonly CustomField[]): Choice[] =>
  fields.map(({ id, label, type }) => ({
    key: `custom:${id}`,
    label,
    under: 'Your fields',
    make: () => {
      const op = customOpsOf[type][0]!
      return { kind: 'custom', fieldId: id, type, op, ...(op === 'inLast' && { days: 30 }) }
    },
  }))

export const keyOf = (one: Condition): string =>
  one.kind === 'custom'
    ? `custom:${one.fieldId}`
    : one.kind === 'text' || one.kind === 'date' || one.kind === 'yearly'
      ? `${one.kind}:${one.field}`
      : one.kind

export const eventNames: Record<(typeof eventTypes)[number], string> = {
  'person.created': 'added to People',
  'person.imported': 'imported',
  'lead.created': 'added to the board',
  'lead.moved': 'moved on the board',
  'lead.call': 'called',
  'lead.email': 'emailed',
  'task.done': 'had a task completed',
  'form.submitted': 'filled out a form',
  'message.in': 'wrote to us',
  'message.out': 'messaged in Conversations',
  'call.in': 'called us',
  'campaign.email': 'sent an email campaign',
  'campaign.sms': 'sent an SMS campaign',
}

/** What a comparison with a fact needs and is not there. */
export function customNeeds({ type, op, text, number, date, days, options }: Kind<'custom'>): string | null {
  if (op === 'filled' || op === 'empty' || op === 'yes' || op === 'no') return null
  if (op === 'any' || op === 'all' || op === 'none') return options?.length ? null : 'Please choose at least one'
  if (op === 'inLast' || op === 'notInLast') return whole(days, 1, 3650)
  if (type === 'date') return date ? null : 'Please choose a day'
  if (type === 'number') return number === undefined ? 'Please enter a number' : null
  return text?.trim() ? null : 'Please enter what to look for'
}

/** What is still missing before it can be asked; null when it is whole. */
export function missing(one: Condition): string | null {
  switch (one.kind) {
    case 'text':
      return one.op === 'filled' || one.op === 'empty' || one.value.trim() ? null : 'Please enter what to look for'
    case 'date':
      if (one.op === 'inLast' || one.op === 'notInLast') return whole(one.days, 1, 3650)
      return one.date ? null : 'Please choose a day'
    case 'yearly':
      return whole(one.days, 0, 366)
    case 'age':
      return one.op === 'unknown' ? null : whole(one.years, 0, 130)
    case 'tags':
    case 'groups':
      return one.ids.length > 0 ? null : 'Please choose at least one'
    case 'custom':
      return customNeeds(one)
    case 'event':
      return one.days === undefined ? null : whole(one.days, 1, 3650)
    default:
      return null
  }
}

const whole = (n: number | undefined, least: number, most: number) =>
  n !== undefined && Number.isInteger(n) && n >= least && n <= most
    ? null
    : `Please enter a number from ${least} to ${most.toLocaleString('en-US')}`

/** Whether every condition, also of the groups, can be asked. */
export const isWhole = (of: (Condition | ConditionGroup)[]): boolean =>
  of.length > 0 && of.every(one => (one.kind === 'group' ? isWhole(one.of) : missing(one) === null))
