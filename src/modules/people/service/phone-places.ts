import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { RecipientPlace } from '#messaging/send-policy/rules/regions.ts'
import { withHashJoins } from './promotion-holds.ts'

/** With fewer numbers than this, looking up the owners of each is faster. */
const MANY = 2_000

/** Zone and home address of everyone who has one of these numbers. @param numbers E.164 */
export async function placesOfOwners(ctx: Ctx, numbers: readonly string[]) {
  const many = numbers.length > MANY
  const homes = many
    ? sql`left join (select distinct on (person_id) person_id, region, country from addresses
        where client_id = ${ctx.client.id} order by person_id, label = 'home' desc, id) a on a.person_id = p.id`
    : sql`left join lateral (select region, country from addresses where client_id = p.client_id and person_id = p.id
        order by label = 'home' desc, id limit 1) a on true`
  const ask = () =>
    ctx.db.execute<{ number: string } & RecipientPlace & Record<string, unknown>>(sql`
      select cp.value_norm as number, p.time_zone as "timeZone", coalesce(a.region, '') as region,
        coalesce(a.country, '') as country
      from contact_points cp join people p on p.client_id = cp.client_id and p.id = cp.person_id ${homes}
      where cp.client_id = ${ctx.client.id} and cp.kind = 'phone' and p.deleted_at is null
        and cp.value_norm = any(${sql.param([...numbers])}::text[])`)
  const { rows } = await (many ? withHashJoins(ctx, ask) : ask())
  return rows
}
