import { and, eq, inArray, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { accessOf, accountRow, sidOf } from '#messaging/carrier/service.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { messages } from '#messaging/tables.ts'
import { calls } from './tables.ts'

interface Counts extends Record<string, unknown> {
  calls_in: number
  calls_out: number
  sent: number
  delivered: number
  cost: string
  pending: number
  currency: string | null
}

/** What the tiles show, by the church's own days and months. */
export async function summary(ctx: Ctx) {
  const row = await accountRow(ctx)
  const access = accessOf(ctx.client.id, row)
  const [numbers] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(phoneNumbers)
    .where(
      and(eq(phoneNumbers.accountSid, sidOf(access)), eq(phoneNumbers.state, 'owned'), eq(phoneNumbers.active, true)),
    )
  const here = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone })
  const [day, month] = [here.startOf('day').toJSDate(), here.startOf('month').toJSDate()]
  const { rows } = await ctx.db.execute<Counts>(sql`
    with texts as (select state, price, currency, created_at, provider_id from messages
      where client_id = ${ctx.client.id} and channel = 'sms' and direction = 'out' and created_at >= ${month}),
    rung as (select direction, price, currency, created_at, ended_at, answered_at from ${calls} where client_id = ${ctx.client.id} and created_at >= ${month})
    select (select count(*)::int from rung where direction = 'in' and created_at >= ${day}) as calls_in,
      (select count(*)::int from rung where direction = 'out' and created_at >= ${day}) as calls_out,
      (select count(*)::int from texts where state in ('sent', 'delivered', 'undelivered') and created_at >= ${day}) as sent,
      (select count(*)::int from texts where state = 'delivered' and created_at >= ${day}) as delivered,
      (select coalesce(sum(price), 0) from texts) + (select coalesce(sum(price), 0) from rung) as cost,
      (select count(*)::int from texts where price is null and provider_id is not null) + (select count(*)::int from rung where price is null and answered_at is not null) as pending,
      coalesce((select min(currency) from texts), (select min(currency) from rung)) as currency`)
  const counts = rows[0]!
  return {
    carrier: access.kind,
    trial: row?.type === 'trial',
    activeNumbers: numbers!.count,
    callsToday: { in: counts.calls_in, out: counts.calls_out },
    textsToday: { sent: counts.sent, delivered: counts.delivered },
    cost: { amount: Number(counts.cost), currency: counts.currency ?? 'USD', pending: counts.pending },
  }
}

/** What a carrier took, whatever became of it then. */
export async function sent(ctx: Ctx) {
  const today = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('day').toJSDate()
  const [row] = await ctx.db
    .select({
      ever: sql<number>`count(*)::int`,
      today: sql<number>`count(*) filter (where ${messages.createdAt} >= ${today})::int`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.channel, 'sms'),
        eq(messages.direction, 'out'),
        inArray(messages.state, ['sent', 'delivered', 'undelivered']),
      ),
    )
  return row!
}
