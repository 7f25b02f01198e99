import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { type RecipientPlace, zoneOf } from '#messaging/send-policy/rules/regions.ts'

/** By whose clock each of them lives; a number's area code says nothing about it, since people take theirs along. */
export async function zonesByPerson(ctx: Ctx, personIds: readonly (string | null)[]): Promise<Map<string, string>> {
  const ids = [...new Set(personIds.filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.execute<Record<string, unknown> & RecipientPlace & { id: string }>(sql`
    select p.id, p.time_zone as "timeZone", coalesce(a.region, '') as region, coalesce(a.country, '') as country
    from people p left join lateral (select region, country from addresses a
      where a.client_id = p.client_id and a.person_id = p.id order by a.label = 'home' desc, a.id limit 1) a on true
    where p.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, ...place }) => [id, zoneOf(place, ctx.client)]))
}
