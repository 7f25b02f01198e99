import { type SQL, sql } from 'drizzle-orm'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import { consents, suppressions } from '#consent/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { escapeLike } from '#kernel/sql.ts'
import { channelRules } from '#messaging/channels/rules.ts'
import { personFieldValues } from '../../fields/tables.ts'
import { normalisePhone } from '../../rules/contact.ts'
import { listFields, mapFields } from '../../rules/standard-fields.ts'
import { grievingIds, todayOf } from '../../service/promotion-holds.ts'
import { addresses, contactPoints, groupMembers, householdMembers, people, personTags, timeline } from '../../tables.ts'
import type { Condition, ConditionGroup, Conditions, Kind } from '../rules/condition.ts'
import type { TextField } from '../rules/kinds.ts'
import { peopleMeeting } from './conditions.ts'

type Channel = 'email' | 'sms' | 'voice'

/** What someone of the table `people` (by that name) must be, for everything that is asked. */
export function conditionsSql(ctx: Ctx, { match, of }: Conditions | ConditionGroup): SQL {
  const parts = of.map(one => sql`(${one.kind === 'group' ? conditionsSql(ctx, one) : conditionSql(ctx, one)})`)
  return sql.join(parts, match === 'all' ? sql` and ` : sql` or `)
}

function conditionSql(ctx: Ctx, one: Condition): SQL {
  switch (one.kind) {
    case 'text':
      return textSql(ctx, one)
    case 'date':
      return one.field === 'birthDate' || one.field === 'anniversary' ? daySql(ctx, one) : instantSql(ctx, one)
    case 'yearly':
      return yearlySql(ctx, one)
    case 'age':
      return ageSql(ctx, one)
    case 'tags':
      return labelSql(one, id => sql`select person_id from ${personTags} where tag_id = any(${ids(id)})`)
    case 'groups':
      return labelSql(one, id => sql`select person_id from ${groupMembers} where group_id = any(${ids(id)})`)
    case 'household':
      return householdSql(one)
    case 'lead':
      return not(!one.has, among(peopleMeeting(one)))
    case 'event':
      return eventSql(one)
    case 'owner':
      return one.userId === 'nobody' ? sql`people.assigned_to is null` : sql`people.assigned_to = ${one.userId}`
    case 'consent':
      return consentSql(one)
    case 'reach':
      return not(!one.can, among(reachable(one.channel)))
    case 'custom':
      return customSql(ctx, one)
    case 'flag':
      return not(!one.is, flagSql(ctx, one.field))
  }
}

const ids = (list: string[]) => sql`${sql.param(list)}::uuid[]`
const texts = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`
const among = (persons: SQL) => sql`people.id in (${persons})`
/** Also where nothing is known: a person without a city doesn't live in Waco. */
const not = (negated: boolean, test: SQL) => (negated ? sql`(${test}) is not true` : test)
const ago = (n: number) => new Date(clock.ms() - days(n))

const own: Partial<Record<TextField, SQL>> = mapFields(
  listFields('segment'),
  name => sql`people.${sql.identifier(people[name].name)}`,
)
const places: Partial<Record<TextField, SQL>> = {
  city: sql`a.city`,
  region: sql`a.region`,
  postalCode: sql`a.postal_code`,
  country: sql`a.country`,
}

function textSql(ctx: Ctx, { field, op, value }: Kind<'text'>): SQL {
  const negated = op === 'isNot' || op === 'empty'
  const asked = op === 'isNot' ? 'is' : op === 'empty' ? 'filled' : op
  const column = own[field]
  if (column) return not(negated, wordSql(column, asked, value))
  const place = places[field]
  if (place)
    return not(negated, among(sql`select a.person_id from ${addresses} a where ${wordSql(place, asked, value)}`))
  const test = field === 'phone' ? phoneSql(ctx, asked, value) : wordSql(sql`cp.value_norm`, asked, value)
  return not(
    negated,
    among(sql`select cp.person_id from ${contactPoints} cp where cp.kind = ${field as 'email' | 'phone'} and ${test}`),
  )
}

type Asked = 'is' | 'contains' | 'startsWith' | 'filled'
function wordSql(column: SQL, op: Asked, value: string): SQL {
  if (op === 'filled') return sql`${column} <> ''`
  if (op === 'is') return sql`lower(${column}) = lower(${value})`
  return sql`${column} ilike ${`${op === 'contains' ? '%' : ''}${escapeLike(value)}%`}`
}

/** However a number is written: "(512) 55" is the beginning of +1 512 555 0142. */
function phoneSql(ctx: Ctx, op: Asked, value: string): SQL {
  const { country } = ctx.client
  const digits = value.replace(/\D/g, '')
  if (op === 'filled') return sql`true`
  if (op === 'is') return sql`cp.value_norm = ${normalisePhone(value, country) ?? value.toLowerCase()}`
  if (!digits) return sql`false`
  if (op === 'contains') return sql`cp.value_norm like ${`%${digits}%`}`
  const code = isSupportedCountry(country) ? getCountryCallingCode(country) : ''
  return sql`cp.value_norm like any(${texts([`+${digits}%`, `+${code}${digits.replace(/^0+/, '')}%`])})`
}

/** Each by the index of its type; an unknown value is a no, so a negated condition also finds people who said nothing. */
function customSql(ctx: Ctx, one: Kind<'custom'>): SQL {
  const negated = one.op === 'isNot' || one.op === 'empty' || one.op === 'none'
  const known = (test: SQL) =>
    among(sql`select v.person_id from ${personFieldValues} v where v.field_id = ${one.fieldId} and ${test}`)
  return not(negated, known(one.op === 'filled' || one.op === 'empty' ? sql`true` : factSql(ctx, one)))
}

function factSql(ctx: Ctx, { type, op, text = '', number, date, days: within, options = [] }: Kind<'custom'>): SQL {
  if (type === 'yesno') return sql`v.body_flag = ${op === 'yes'}`
  if (type === 'choice') return sql`v.body_start = any(${texts(options)})`
  if (type === 'choices')
    return op === 'all' ? sql`v.body_options @> ${texts(options)}` : sql`v.body_options && ${texts(options)}`
  if (type === 'number')
    return op === 'more'
      ? sql`v.body_number > ${number}`
      : op === 'less'
        ? sql`v.body_number < ${number}`
        : sql`v.body_number = ${number}`
  if (type === 'date') return factDaySql(ctx, op, date, within)
  // The value is asked for whole; its beginning is what the index knows.
  if (op === 'is' || op === 'isNot')
    return sql`v.body_start = lower(left(${text}, 200)) and lower(v.body_text) = lower(${text})`
  return sql`v.body_text ilike ${`${op === 'contains' ? '%' : ''}${escapeLike(text)}%`}`
}

function factDaySql(ctx: Ctx, op: Kind<'custom'>['op'], date: string | undefined, within: number | undefined): SQL {
  const today = todayOf(ctx)
  const since = within ? today.minus({ days: within }).toISODate() : null
  if (op === 'before') return sql`v.body_day < ${date}::date`
  if (op === 'after') return sql`v.body_day > ${date}::date`
  if (op === 'inLast') return sql`v.body_day >= ${since}::date and v.body_day <= ${today.toISODate()}::date`
  if (op === 'notInLast') return sql`v.body_day < ${since}::date`
  return sql`v.body_day = ${date}::date`
}

function instantSql(ctx: Ctx, { field, op, date, days: within }: Kind<'date'>): SQL {
  const column = field === 'createdAt' ? sql`people.created_at` : sql`people.updated_at`
  if (op === 'inLast') return sql`${column} >= ${ago(within!)}`
  if (op === 'notInLast') return sql`${column} < ${ago(within!)}`
  const midnight = todayOf(ctx).set(ymd(date!)).startOf('day')
  if (op === 'before') return sql`${column} < ${midnight.toJSDate()}`
  return sql`${column} >= ${midnight.plus({ days: 1 }).toJSDate()}`
}

function ymd(text: string) {
  const [year, month, day] = text.split('-').map(Number)
  return { year, month, day }
}

const dayColumn = (field: string) => (field === 'birthDate' ? sql`people.birth_date` : sql`people.anniversary`)
/** Sorted by bytes, a day without its year ("--04-03") stands before all others. */
const dated = (column: SQL) => sql`${column} collate "C" >= '0'`

function daySql(ctx: Ctx, { field, op, date, days: within }: Kind<'date'>): SQL {
  const column = dayColumn(field)
  const bytes = sql`${column} collate "C"`
  if (op === 'before') return sql`${dated(column)} and ${bytes} < ${date}`
  if (op === 'after') return sql`${bytes} > ${date}`
  const since = todayOf(ctx).minus({ days: within! }).toISODate()
  if (op === 'notInLast') return sql`${dated(column)} and ${bytes} < ${since}`
  return sql`${bytes} >= ${since} and ${bytes} <= ${todayOf(ctx).toISODate()}`
}

function yearlySql(ctx: Ctx, { field, days: ahead }: Kind<'yearly'>): SQL {
  const today = todayOf(ctx)
  const coming = Array.from({ length: ahead + 1 }, (_, n) => today.plus({ days: n }))
  // Where a year has no 29 February, people born on that day are congratulated the day before.
  const list = coming.flatMap(day =>
    day.month === 2 && day.day === 28 && !day.isInLeapYear ? ['02-28', '02-29'] : [day.toFormat('MM-dd')],
  )
  return sql`right(${dayColumn(field)}, 5) = any(${texts(list)})`
}

function ageSql(ctx: Ctx, { op, years }: Kind<'age'>): SQL {
  const column = sql`people.birth_date`
  const born = todayOf(ctx).minus({ years }).toISODate()
  if (op === 'unknown') return sql`(${dated(column)}) is not true`
  if (op === 'under') return sql`${column} collate "C" > ${born}`
  return sql`${dated(column)} and ${column} collate "C" <= ${born}`
}

function labelSql({ op, ids: labels }: Extract<Condition, { ids: string[] }>, of: (ids: string[]) => SQL): SQL {
  if (op !== 'all') return not(op === 'none', among(of(labels)))
  return sql.join(
    labels.map(id => among(of([id]))),
    sql` and `,
  )
}

function householdSql({ fact }: Kind<'household'>): SQL {
  const members = sql`select me.person_id from ${householdMembers} me`
  const others = sql`${members} join ${householdMembers} they
    on they.household_id = me.household_id and they.person_id <> me.person_id`
  switch (fact) {
    case 'withChildren':
      return among(sql`${others} where me.role <> 'child' and they.role = 'child'`)
    case 'withOthers':
      return among(others)
    case 'none':
      return not(true, among(members))
    case 'isAdult':
      return among(sql`${members} where me.role = 'adult'`)
    case 'isChild':
      return among(sql`${members} where me.role = 'child'`)
  }
}

function eventSql({ did, type, days: within }: Kind<'event'>): SQL {
  const since = within ? sql` and t.at >= ${ago(within)}` : sql``
  return not(!did, among(sql`select t.person_id from ${timeline} t where t.type = ${type}${since}`))
}

const channelsOf = (channel: Channel) => texts([channel, 'all'])
const topicsOf = (topic: string) => texts(['', topic])

/** The latest word of every address or number for a topic; one about the whole channel counts for every topic. */
export const wordsSql = (channel: Channel, topic: string): SQL => sql`
  select distinct on (c.value) c.value, c.state from ${consents} c
  where c.channel = any(${channelsOf(channel)}) and c.topic = any(${topicsOf(topic)}) order by c.value, c.id desc`

/** Every address or number against which something stands, with the reason. */
export const standingSql = (channel: Channel, topic: string): SQL => sql`
  select s.value, s.reason from ${suppressions} s where s.lifted_at is null
    and s.channel = any(${channelsOf(channel)}) and s.topic = any(${topicsOf(topic)})`

/** Whether a contact point `cp` can be written to at all: valid, and one address or number. */
export const fineSql = (channel: Channel): SQL =>
  channel === 'email'
    ? sql`(cp.valid and cp.value_norm ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$')`
    : sql`(cp.valid and cp.value_norm ~ '^[+][1-9][0-9]{6,14}$')`

function consentSql({ channel, topic, state }: Kind<'consent'>): SQL {
  const said = sql`select cp.person_id from ${contactPoints} cp join (${wordsSql(channel, topic)}) w
    on w.value = cp.value_norm where cp.kind = ${channelRules[channel].contactPoint}`
  return state === 'none' ? not(true, among(said)) : among(sql`${said} and w.state = ${state}`)
}

const reachable = (channel: Channel) => sql`
  select cp.person_id from ${contactPoints} cp where cp.kind = ${channelRules[channel].contactPoint} and ${fineSql(channel)}
    and cp.value_norm not in (select value from (${standingSql(channel, '')}) stands)`

function flagSql(ctx: Ctx, field: Kind<'flag'>['field']): SQL {
  if (field === 'deceased') return sql`people.deceased`
  if (field === 'doNotContact') return sql`people.do_not_contact`
  return among(grievingIds(ctx))
}
