import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { parsePartialDate } from '../rules/birthday.ts'
import { likeness } from '../rules/match.ts'

/** More than so many share an office’s number, or a name that is everybody’s. */
const CROWD = 8
/** So many pairs are compared at a time, read from the index of values or of names. */
const BATCH = 2_000
/** A night finds so many at most; the next goes on. */
const MOST = 5_000

interface Known {
  id: string
  first: string | null
  last: string | null
  nick: string | null
  birthDate: string | null
  emails: string[]
  phones: string[]
}
interface Pair extends Record<string, unknown> {
  one: Known
  other: Known
}

const known = (p: string) =>
  sql.raw(`jsonb_build_object('id', ${p}.id, 'first', nullif(${p}.first_name, ''), 'last', nullif(${p}.last_name, ''),
  'nick', nullif(${p}.nick_name, ''), 'birthDate', ${p}.birth_date,
  'emails', array(select c.value_norm from contact_points c where c.person_id = ${p}.id and c.kind = 'email'),
  'phones', array(select c.value_norm from contact_points c where c.person_id = ${p}.id and c.kind = 'phone'))`)

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

const identity = ({ birthDate, ...rest }: Known) => ({
  ...rest,
  birthDate: birthDate ? parsePartialDate(birthDate) : null,
})

/** Looks through everybody for pairs that may be one, by the same rule as imports and forms. Returns how many are new. */
export async function findPairs(ctx: Ctx): Promise<number> {
  let [found, after] = [0, '']
  while (found < MOST) {
    const { rows } = await ctx.db.execute<Pair>(sql`
      with ${unseen}
      select ${known('a')} as one, ${known('b')} as other from (
        select * from fresh where one::text || other::text > ${after} order by one::text || other::text limit ${BATCH}) f
      join people a on a.id = f.one and a.deleted_at is null join people b on b.id = f.other and b.deleted_at is null
      order by f.one::text || f.other::text`)
    found += await keep(ctx, rows)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    after = `${last.one.id}${last.other.id}`
  }
  if (found > 0) announce(ctx, 'people')
  return found
}

async function keep(ctx: Ctx, pairs: Pair[]): Promise<number> {
  const alike = pairs.flatMap(({ one, other }) => {
    const how = likeness(identity(one), identity(other))
    return how ? [{ person: one.id, other: other.id, ...how }] : []
  })
  if (alike.length === 0) return 0
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    insert into possible_duplicates (person_id, other_id, score, reason)
    select person, other, score, reason
    from jsonb_to_recordset(${JSON.stringify(alike)}::jsonb) as r(person uuid, other uuid, score real, reason text)
    on conflict do nothing returning id`)
  return rows.length
}
