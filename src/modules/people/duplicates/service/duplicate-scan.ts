import { and, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { parsePartialDate } from '../../rules/birthday.ts'
import { type Candidate, likeness } from '../../rules/match.ts'
import { contactPoints, people } from '../../tables.ts'

/** More than so many share an office’s number, or a name that is everyone’s. */
const CROWD = 8
/** So many pairs are compared at a time. */
const BATCH = 2_000
/** So many in a night, those of the newest people first. */
const MOST = 50_000

interface Pair extends Record<string, unknown> {
  one: string
  other: string
}

/** As the match rule looks at them; read by their ids, so that no plan can go through everyone for each. */
async function identities(ctx: Ctx, ids: string[]): Promise<Map<string, Candidate>> {
  const among = sql`any(${sql.param(ids)}::uuid[])`
  const points = await ctx.db
    .select({ id: contactPoints.personId, kind: contactPoints.kind, value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(sql`${contactPoints.personId} = ${among}`)
  const theirs = Map.groupBy(points, point => point.id)
  const rows = await ctx.db
    .select()
    .from(people)
    .where(and(sql`${people.id} = ${among}`, isNull(people.deletedAt)))
  const values = (id: string, kind: string) =>
    (theirs.get(id) ?? []).filter(point => point.kind === kind).map(point => point.value)
  return new Map(
    rows.map(({ id, firstName, lastName, nickName, birthDate }) => [
      id,
      {
        id,
        first: firstName || null,
        last: lastName || null,
        nick: nickName || null,
        emails: values(id, 'email'),
        phones: values(id, 'phone'),
        birthDate: birthDate ? parsePartialDate(birthDate) : null,
      },
    ]),
  )
}

/** Pairs that nobody has seen yet, of those who share a value or a whole name: the later one first. */
const unseen = sql`
  shared as (
    select array_agg(distinct c.person_id) as ids from contact_points c join people p on p.id = c.person_id and p.deleted_at is null
    group by c.kind, c.value_norm having count(*) between 2 and ${CROWD}
    union all
    select array_agg(id) from people where deleted_at is null and last_name <> '' and first_name <> ''
    group by lower(last_name), lower(first_name) having count(*) between 2 and ${CROWD}
  ), pairs as (
    select distinct greatest(a, b) as one, least(a, b) as other from shared, unnest(ids) a, unnest(ids) b where a > b
  ), fresh as (
    select one, other from pairs x where not exists (select from possible_duplicates d
      where (d.person_id = x.one and d.other_id = x.other) or (d.person_id = x.other and d.other_id = x.one))
  )`

/** Looks through everyone for pairs that may be one, by the same rule as imports and forms. Returns how many are new. */
export async function scanForDuplicates(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<Pair>(
    sql`with ${unseen} select one, other from fresh order by one desc, other desc limit ${MOST}`,
  )
  let found = 0
  for (let from = 0; from < rows.length; from += BATCH) found += await compare(ctx, rows.slice(from, from + BATCH))
  if (found > 0) announce(ctx, 'people')
  return found
}

async function compare(ctx: Ctx, pairs: Pair[]): Promise<number> {
  const known = await identities(ctx, [...new Set(pairs.flatMap(({ one, other }) => [one, other]))])
  const alike = pairs.flatMap(({ one, other }) => {
    const [a, b] = [known.get(one), known.get(other)]
    const how = a && b ? likeness(a, b) : null
    return how ? [{ person: one, other, ...how }] : []
  })
  if (alike.length === 0) return 0
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    insert into possible_duplicates (person_id, other_id, score, reason)
    select person, other, score, reason
    from jsonb_to_recordset(${JSON.stringify(alike)}::jsonb) as r(person uuid, other uuid, score real, reason text)
    on conflict do nothing returning id`)
  return rows.length
}
