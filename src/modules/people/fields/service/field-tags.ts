import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { HOUSEHOLDS, lookUps, type TagValues } from '#messaging/rules/merge-tags.ts'
import { churchTags } from '../../service/church-tags.ts'
import { personById } from '../../service.ts'
import { wordsOf } from '../rules/answer.ts'
import type { CustomField } from '../rules/types.ts'
import { everyField } from '../service.ts'
import { answersOf } from './field-values.ts'

type Values = TagValues

/** The keys that a message may name: what is private is in none, no matter who writes it. */
export const tagKeys = async (ctx: Ctx): Promise<string[]> => (await told(ctx)).map(({ key }) => key)

const told = async (ctx: Ctx) => (await everyField(ctx)).filter(({ isPrivate }) => !isPrivate)

/**
 * What stands for these keys in a message to each of these people, as the church's country writes days, numbers and
 * lists; with `HOUSEHOLDS` among them, what is known of their household as well.
 */
export async function tagValues(
  ctx: Ctx,
  keys: readonly string[],
  people: readonly (string | null)[],
): Promise<(personId: string | null) => Values> {
  const fields = keys.some(key => key !== HOUSEHOLDS) ? (await told(ctx)).filter(({ key }) => keys.includes(key)) : []
  const ids = keys.length > 0 ? [...new Set(people.filter(id => id !== null))] : []
  const known = await answersOf(ctx, fields.length > 0 ? ids : [], fields)
  const homes = keys.includes(HOUSEHOLDS) ? await householdsOf(ctx, ids) : undefined
  return personId => {
    const answers = personId ? known.get(personId) : undefined
    return {
      ...(homes && (homes.get(personId ?? '') ?? { householdName: '', householdAdults: '' })),
      ...(answers &&
        Object.fromEntries(
          fields.map(field => [`custom.${field.key}`, wordsOf(field, answers[field.id], ctx.client.locale)]),
        )),
    }
  }
}

/** The household that someone belongs to first, and the first names of those in it who are grown up and alive. */
async function householdsOf(ctx: Ctx, ids: string[]): Promise<Map<string, Values>> {
  const { rows } = await ctx.db.execute<{ id: string; name: string; adults: string[] | null }>(sql`
    select distinct on (mine.person_id) mine.person_id as id, h.name,
      (select array_agg(coalesce(nullif(p.nick_name, ''), p.first_name) order by o.is_primary desc, o.id)
       from household_members o join people p on p.client_id = o.client_id and p.id = o.person_id
       where o.client_id = h.client_id and o.household_id = h.id and o.role = 'adult'
         and p.deleted_at is null and not p.deceased and p.first_name <> '') as adults
    from household_members mine join households h on h.client_id = mine.client_id and h.id = mine.household_id
    where mine.client_id = ${ctx.client.id} and mine.person_id = any(${sql.param(ids)}::uuid[])
    order by mine.person_id, mine.is_primary desc, mine.id`)
  const list = new Intl.ListFormat(ctx.client.locale, { type: 'conjunction' })
  return new Map(
    rows.map(({ id, name, adults }) => [id, { householdName: name, householdAdults: list.format(adults ?? []) }]),
  )
}

/** For someone of whom everything is known. */
export async function tagSamples(ctx: Ctx, keys: readonly string[]): Promise<Values> {
  if (keys.length === 0) return {}
  const fields = (await told(ctx)).filter(({ key }) => keys.includes(key))
  return Object.fromEntries(
    fields.map(field => [`custom.${field.key}`, wordsOf(field, sampleOf(field), ctx.client.locale)]),
  )
}

function sampleOf({ type, options, label }: CustomField) {
  switch (type) {
    case 'number':
      return 12
    case 'date':
      return '2026-04-05'
    case 'yesno':
      return true
    case 'choice':
      return options[0]!.id
    case 'choices':
      return options.slice(0, 2).map(({ id }) => id)
    default:
      return label
  }
}

/** One person with an address and a number, and what the tags of these texts mean for them. Deleted people are not found. */
export async function recipientOf(ctx: Ctx, personId: string, ...texts: string[]) {
  const person = await personById(ctx, personId)
  const ours = await churchTags(ctx)
  const own = await tagValues(ctx, lookUps(...texts), [personId])
  const firstName = person.nickName || person.firstName
  const values: Values = { firstName, lastName: person.lastName, name: person.name, email: person.email ?? '' }
  return { person, businessName: ours.businessName, values: { ...values, ...ours, ...own(personId) } }
}
