import { dateNames, eventNames, fieldNames } from './catalogue.ts'
import type { Condition, ConditionGroup, Conditions, Kind } from './condition.ts'

/** How things are called that a condition knows by their id alone. */
export interface Names {
  tag: (id: string) => string
  group: (id: string) => string
  member: (id: string) => string
  date: (day: string) => string
  money: (amount: number) => string
  stage: (stage: string) => string
  outcome: (outcome: string) => string
  /** What a fact of the church's own is called, and the answers of its list. */
  field: (id: string) => { label: string; option: (id: string) => string }
  number: (n: number) => string
}

/** The whole segment as one sentence: "People who …, and whose …". */
export function sentenceOf(conditions: Conditions, names: Names): string {
  return conditions.of.length === 0 ? 'No one yet.' : `People ${joined(conditions, names)}.`
}

const joined = ({ match, of }: Conditions | ConditionGroup, names: Names): string =>
  of
    .map(one =>
      one.kind !== 'group' ? clause(one, names) : one.of.length > 1 ? `(${joined(one, names)})` : joined(one, names),
    )
    .join(match === 'all' ? ' and ' : ' or ')

const channels = { email: 'e-mail', sms: 'text message' } as const
const days = (n: number | undefined) => (n === 1 ? 'day' : `${n ?? '…'} days`)
const either = (list: string[]) => (list.length === 0 ? '…' : list.join(' or '))

function clause(one: Condition, names: Names): string {
  switch (one.kind) {
    case 'text':
      return textClause(one)
    case 'date':
      return dateClause(one, names)
    case 'yearly': {
      const what = one.field === 'birthDate' ? 'birthday' : 'wedding anniversary'
      return one.days === 0 ? `whose ${what} is today` : `whose ${what} is today or in the next ${days(one.days)}`
    }
    case 'age':
      if (one.op === 'unknown') return 'whose age is not known'
      return one.op === 'atLeast' ? `who are ${one.years} or older` : `who are under ${one.years}`
    case 'tags':
      return labelClause(one, 'tag', names.tag)
    case 'groups':
      return labelClause(one, 'group', names.group)
    case 'household':
      return households[one.fact]
    case 'lead':
      return leadClause(one, names)
    case 'event': {
      const when = one.days ? ` in the last ${days(one.days)}` : ''
      return `who ${one.type === 'task.done' ? '' : 'were '}${one.did ? '' : 'not '}${eventNames[one.type]}${when || (one.did ? ' at some time' : ' so far')}`
    }
    case 'owner':
      return one.userId === 'nobody' ? 'who are unassigned' : `assigned to ${names.member(one.userId)}`
    case 'consent': {
      const about = `${one.topic ? `“${one.topic}”` : 'messages'} by ${channels[one.channel]}`
      if (one.state === 'none') return `who said neither yes nor opted out: ${about}`
      return `who said ${one.state === 'granted' ? 'yes' : 'no'} to ${about}`
    }
    case 'reach':
      return `who ${one.can ? 'can' : 'can’t'} be ${one.channel === 'email' ? 'mailed' : 'texted'}`
    case 'flag':
      return flags[one.field][one.is ? 0 : 1]
    case 'custom':
      return customClause(one, names)
  }
}

const households = {
  withChildren: 'who have children in their household',
  withOthers: 'who share a household with others',
  none: 'who are in no household',
  isAdult: 'who are an adult of a household',
  isChild: 'who are a child of a household',
} as const
const flags = {
  deceased: ['who are deceased', 'who are alive'],
  doNotContact: ['who are marked do not contact', 'who are not marked do not contact'],
  griefHold: ['whose household has promotions paused', 'whose household does not have promotions paused'],
} as const

function customClause(one: Kind<'custom'>, names: Names): string {
  const { label, option } = names.field(one.fieldId)
  const [whose, list] = [`whose “${label}”`, (one.options ?? []).map(option)]
  const value =
    one.type === 'date'
      ? one.date && names.date(one.date)
      : one.type === 'number'
        ? one.number !== undefined && names.number(one.number)
        : one.text?.trim()
  const asked = value || '…'
  const words: Record<typeof one.op, string> = {
    is: `is ${asked}`,
    isNot: `is not ${asked}`,
    contains: `contains “${asked}”`,
    startsWith: `starts with “${asked}”`,
    more: `is more than ${asked}`,
    less: `is less than ${asked}`,
    before: `is before ${asked}`,
    after: `is after ${asked}`,
    inLast: `is in the last ${days(one.days)}`,
    notInLast: `is longer ago than ${days(one.days)}`,
    any: `${one.type === 'choices' ? 'names' : 'is'} ${either(list)}`,
    all: `names ${list.join(' and ') || '…'}`,
    none: `is not ${either(list)}`,
    yes: 'is yes',
    no: 'is no',
    filled: 'is known',
    empty: 'is not known',
  }
  return `${whose} ${words[one.op]}`
}

function textClause({ field, op, value }: Kind<'text'>): string {
  const name = fieldNames[field].toLowerCase()
  const asked = value.trim() || '…'
  switch (op) {
    case 'is':
      return `whose ${name} is ${asked}`
    case 'isNot':
      return `whose ${name} is not ${asked}`
    case 'contains':
      return `whose ${name} contains “${asked}”`
    case 'startsWith':
      return `whose ${name} starts with “${asked}”`
    case 'filled':
      return `whose ${name} is known`
    case 'empty':
      return `whose ${name} is not known`
  }
}

function dateClause({ field, op, date, days: within }: Kind<'date'>, names: Names): string {
  const day = date ? names.date(date) : '…'
  const was =
    field === 'createdAt' || field === 'updatedAt'
      ? `who were ${dateNames[field].toLowerCase()}`
      : `whose ${dateNames[field].toLowerCase()} is`
  switch (op) {
    case 'before':
      return `${was} before ${day}`
    case 'after':
      return `${was} after ${day}`
    case 'inLast':
      return `${was} in the last ${days(within)}`
    case 'notInLast':
      return `${was} longer ago than ${days(within)}`
  }
}

function labelClause(
  { op, ids }: Extract<Condition, { ids: string[] }>,
  what: 'tag' | 'group',
  nameOf: (id: string) => string,
) {
  const list = ids.map(nameOf)
  const has = what === 'tag' ? 'have the tag' : 'are in the group'
  if (op === 'all') return `who ${has} ${list.join(' and ') || '…'}`
  if (op === 'any') return `who ${has} ${either(list)}`
  return what === 'tag' ? `who don’t have the tag ${either(list)}` : `who are not in the group ${either(list)}`
}

function leadClause({ has, stages, outcomes, source, assignedTo, valueFrom, valueTo }: Kind<'lead'>, names: Names) {
  const parts = [
    stages.length > 0 && `under ${either(stages.map(names.stage))}`,
    outcomes.length > 0 && `closed as ${either(outcomes.map(names.outcome))}`,
    source && `from ${source}`,
    assignedTo && (assignedTo === 'nobody' ? 'without an owner' : `assigned to ${names.member(assignedTo)}`),
    valueFrom !== undefined && `worth ${names.money(valueFrom)} or more`,
    valueTo !== undefined && `worth up to ${names.money(valueTo)}`,
  ].filter(Boolean)
  return `who ${has ? 'have' : 'have no'} ${has ? 'a card' : 'card'} on the board${parts.length > 0 ? ` ${parts.join(', ')}` : ''}`
}
