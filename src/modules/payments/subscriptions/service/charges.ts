import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { people } from '#people/tables.ts'
import { today } from '../../invoices/service/rows.ts'
import { salePrices } from '../../plans/tables.ts'
import { afterFailure } from '../../rules/schedule.ts'
import { chargeSale, startSale } from '../../sales/service.ts'
import { planCharges, planSubscriptions } from '../tables.ts'
import { chargeSubscription } from '../tasks.ts'
import { payerOf } from './charge-payment.ts'
import { emailSubscriber, notifyTeam } from './notifications.ts'
import { lockSubscription, planName, type Subscription, saleRef, toLines, updateSubscription } from './rows.ts'

const dueOn = (day: string) => and(eq(planSubscriptions.state, 'active'), lte(planSubscriptions.tryOn, day))

/** Local days begin up to 14 hours before those of UTC. */
export const accountsWithDueSubscriptions = () =>
  sql`select distinct client_id from plan_subscriptions
    where state = 'active' and try_on <= ${new Date(clock.ms() + 14 * 3_600_000).toISOString().slice(0, 10)}`

/** Those that are due today, each charged by a job of its own. */
export async function enqueueDueSubscriptions(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: planSubscriptions.id })
    .from(planSubscriptions)
    .where(dueOn(today(ctx)))
    .orderBy(asc(planSubscriptions.tryOn))
    .limit(1_000)
  for (const { id } of due) await enqueue(ctx, chargeSubscription, { id }, { key: id })
}

/**
 * Charges one that is due. Its period is a row with a sale before the gateway is asked: killed, repeated or run twice at
 * once, it charges once.
 */
export const chargeDueSubscription = (ctx: OuterCtx, id: string): Promise<void> =>
  ctx.tx(async tx => {
    const row = await lockSubscription(tx, id)
    if (row?.state !== 'active' || row.tryOn > today(tx) || !row.savedId) return
    const [person] = row.personId ? await tx.db.select().from(people).where(eq(people.id, row.personId)) : []
    if (!person || person.deletedAt || person.deceased)
      return updateSubscription(tx, row, { state: 'canceled', canceledAt: clock.now(), canceledBy: 'person' })
    try {
      const { id: chargeId, current } = await openCharge(tx, row)
      const description = await planName(tx, current)
      await chargeSale(tx, saleRef(chargeId), { savedId: row.savedId, payer: payerOf(row), description })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      await recordDecline(tx, row, { code: 'gateway', message: error.message })
    }
  })

/** The charge of the next date, begun at the price of the subscription. */
export async function openCharge(ctx: Ctx, row: Subscription): Promise<{ id: string; current: Subscription }> {
  const where = and(eq(planCharges.subscriptionId, row.id), eq(planCharges.periodOn, row.nextOn))
  const [known] = await ctx.db.select().from(planCharges).where(where)
  if (known) return { id: known.id, current: row }
  const current = await withPriceOfToday(ctx, row)
  const [made] = await ctx.db
    .insert(planCharges)
    .values({ subscriptionId: row.id, periodOn: row.nextOn, createdAt: clock.now() })
    .returning()
  const lines = toLines(await planName(ctx, row), current.amount)
  await startSale(ctx, { ...saleRef(made!.id), lines, currency: row.currency })
  return { id: made!.id, current }
}

/** The same price as ever, except where the plan's price was changed for those who had subscribed, too. */
async function withPriceOfToday(ctx: Ctx, row: Subscription): Promise<Subscription> {
  const [own] = await ctx.db.select().from(salePrices).where(eq(salePrices.id, row.priceId))
  if (!found(own, 'Price').movesAtRenewal) return row
  const now = and(eq(salePrices.planId, row.planId), isNull(salePrices.replacedAt))
  const [price] = await ctx.db.select().from(salePrices).where(now)
  const { id: priceId, amount, interval } = found(price, 'Price')
  const changes = { priceId, amount, interval, ...(interval !== row.interval && { anchor: row.nextOn }) }
  await ctx.db.update(planSubscriptions).set(changes).where(eq(planSubscriptions.id, row.id))
  return { ...row, ...changes }
}

/** Tried again by the rules of recurring gifts, then past due until another card is entered. */
export async function recordDecline(
  ctx: Ctx,
  row: Subscription,
  why: { code: string; message: string },
): Promise<void> {
  const { failures, failedOn, tryOn } = afterFailure(row, why.code, today(ctx))
  const problem = why.message.slice(0, 300)
  await updateSubscription(ctx, row, {
    failures,
    failedOn,
    problem,
    ...(tryOn ? { tryOn } : { state: 'past_due' as const }),
  })
  const key = `plan-failed:${row.id}:${row.nextOn}:${failures}`
  await emailSubscriber(ctx, row, tryOn ? { kind: 'retry', on: tryOn } : { kind: 'stopped' }, key)
  if (!tryOn) await notifyTeam(ctx, row)
}
