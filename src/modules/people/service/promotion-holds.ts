import { type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { Held } from '#consent/rules/reasons.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { contactPoints, householdMembers, people } from '../tables.ts'

/** Nobody younger is promoted to; what is for them goes to those who care for them. */
const OF_AGE = 18

/** With fewer values than this, looking each of them up is faster. */
const MANY = 2_000

/** The day it is where the church is. */
export const todayOf = (ctx: Ctx): DateTime => DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })

/**
 * Runs a question about everyone. The planner takes an account for as large as the average one and would look people
 * up one by one; of 100,000 that takes minutes, where joining the tables as a whole takes a second.
 */
export async function withHashJoins<T>(ctx: Ctx, ask: () => PromiseLike<T>): Promise<T> {
  await ctx.db.execute(sql`set local enable_nestloop = off`)
  const answer = await ask()
  await ctx.db.execute(sql`set local enable_nestloop = on`)
  return answer
}

/** Anyone who was born after it is under age; a birth date without its year sorts before all others. */
const bornAfter = (ctx: Ctx) => todayOf(ctx).minus({ years: OF_AGE }).toISODate()

/** Ids of everyone under age by their birth date, and of children of a household who have not told their year of birth. */
export const minorIds = (ctx: Ctx): SQL => sql`
  select id from ${people} where deleted_at is null and birth_date collate "C" > ${bornAfter(ctx)}
  union select m.person_id from ${householdMembers} m join ${people} p on p.id = m.person_id and p.client_id = m.client_id
    where m.role = 'child' and coalesce(p.birth_date, '') collate "C" < '0'`

/** Ids of everyone with a care hold, and of those they live with unless it is for them alone. */
export const grievingIds = (ctx: Ctx): SQL => {
  const held = sql`select id from ${people} where deleted_at is null and grief_hold_until >= ${todayOf(ctx).toISODate()}`
  return sql`${held} union select theirs.person_id from ${householdMembers} home
    join ${householdMembers} theirs on theirs.household_id = home.household_id
    where home.person_id in (${held} and not care_hold_alone)`
}

/**
 * Which of these addresses or numbers get no promotions for the sake of those who have them: `gone` where all of them
 * have died or are in the trash, `minor` where all are under age, `grief` where one of them, or of their household, has
 * promotions paused. Values that nobody has ever had are absent.
 */
export async function onPromotionHold(
  ctx: Ctx,
  values: readonly string[],
  kind: 'email' | 'phone',
): Promise<Map<string, Held>> {
  if (values.length === 0) return new Map()
  const ask = () =>
    ctx.db.execute<{ value: string; held: Held }>(sql`
      with grieving as materialized (${grievingIds(ctx)}), facts as (
        select cp.value_norm as value, bool_or(p.id in (select id from grieving)) as grief,
          bool_and(p.deleted_at is not null or p.deceased) as gone,
          bool_and(coalesce(p.birth_date collate "C" > ${bornAfter(ctx)}, false)
            or coalesce(p.birth_date, '') collate "C" < '0' and exists (
              select from ${householdMembers} m where m.person_id = p.id and m.role = 'child')) filter (where p.deleted_at is null) as minor
        from ${contactPoints} cp join ${people} p on p.id = cp.person_id and p.client_id = cp.client_id
        where cp.client_id = ${ctx.client.id} and cp.kind = ${kind}
          and cp.value_norm = any(${sql.param([...values])}::text[])
        group by cp.value_norm
      )
      select value, case when gone then 'gone' when grief then 'grief' else 'minor' end as held
      from facts where gone or grief or minor`)
  const { rows } = await (values.length > MANY ? withHashJoins(ctx, ask) : ask())
  return new Map(rows.map(row => [row.value, row.held]))
}
