import { type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { contactPoints, householdMembers, people } from '#people/tables.ts'

/** Nobody younger is promoted to; what is for them goes to those who care for them. */
const OF_AGE = 18

/** The day it is where the church is. */
export const todayOf = (ctx: Ctx): DateTime => DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })

/** Ids of everybody under age by their birth date, and of all children of a household. */
export const minorIds = (ctx: Ctx): SQL => sql`
  select id from ${people} where deleted_at is null and birth_date collate "C" > ${todayOf(ctx).minus({ years: OF_AGE }).toISODate()}
  union select person_id from ${householdMembers} where role = 'child'`

/** Ids of everybody who is left in peace, and of those they live with. */
export const grievingIds = (ctx: Ctx): SQL => {
  const held = sql`select id from ${people} where deleted_at is null and grief_hold_until >= ${todayOf(ctx).toISODate()}`
  return sql`${held} union select theirs.person_id from ${householdMembers} home
    join ${householdMembers} theirs on theirs.household_id = home.household_id
    where home.person_id in (${held})`
}

/**
 * Which of these addresses or numbers get no promotions for the sake of those who have them: `minor` where all of them
 * are under age, `grief` where one of them, or of their household, is left in peace. Values that nobody has are absent.
 */
export async function heldBack(
  ctx: Ctx,
  values: readonly string[],
  channel: 'email' | 'sms' | 'voice',
): Promise<Map<string, 'minor' | 'grief'>> {
  if (values.length === 0) return new Map()
  const { rows } = await ctx.db.execute<{ value: string; held: 'minor' | 'grief' }>(sql`
    with holders as materialized (
      select cp.value_norm as value, cp.person_id from ${contactPoints} cp
      join ${people} p on p.id = cp.person_id and p.client_id = cp.client_id
      where cp.client_id = ${ctx.client.id} and p.deleted_at is null
        and cp.kind = ${channel === 'email' ? 'email' : 'phone'} and cp.value_norm = any(${sql.param([...values])}::text[])
    ), grieving as materialized (${grievingIds(ctx)}), minors as materialized (${minorIds(ctx)}),
    facts as (
      select value, bool_or(person_id in (select id from grieving)) as grief,
        bool_and(person_id in (select id from minors)) as minor
      from holders group by value
    )
    select value, case when grief then 'grief' else 'minor' end as held from facts where grief or minor`)
  return new Map(rows.map(row => [row.value, row.held]))
}
