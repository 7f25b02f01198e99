import { and, eq, isNull } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { today } from '../../invoices/service/rows.ts'
import { salePlans, salePrices } from '../../plans/tables.ts'
import { keepsMethods, type PayMethod } from '../../rules/gateways.ts'
import { priced, startSale } from '../../sales/service.ts'
import { offers, routes } from '../../service/start.ts'
import { firstDates } from '../rules/states.ts'
import { planCharges, planSubscriptions } from '../tables.ts'
import { payCharge } from './charge-payment.ts'
import { type Subscription, saleRef, toLines } from './rows.ts'

const TOKEN = /^[0-9a-f]{32}$/

/** The plan that a public link sells; it may be for sale no longer. */
export async function planAt(db: Db, token: string): Promise<{ clientId: string; id: string } | undefined> {
  if (!TOKEN.test(token)) return
  const [row] = await db
    .select({ clientId: salePlans.clientId, id: salePlans.id })
    .from(salePlans)
    .where(eq(salePlans.linkToken, token))
  return row
}

export type Offered = Awaited<ReturnType<typeof offeredPlan>>

/** A plan as its page shows it: today's price with tax, or why nobody can subscribe now. */
export async function offeredPlan(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ plan: salePlans, price: salePrices })
    .from(salePlans)
    .innerJoin(salePrices, and(eq(salePrices.planId, salePlans.id), isNull(salePrices.replacedAt)))
    .where(eq(salePlans.id, id))
  const { plan, price } = found(row, 'Plan')
  const { taxes, total } = await priced(ctx, toLines(plan.name, price.amount))
  const way = await wayToPay(ctx, plan.gateways)
  const { least } = await offers(ctx)
  const reason =
    plan.state !== 'active'
      ? 'This plan is no longer available.'
      : way === null || total < least
        ? 'Subscribing online is not possible right now.'
        : null
  const dates = firstDates(today(ctx), price.interval, plan.trialDays)
  return { plan, price, taxes, total, reason, method: way?.method, ...dates }
}

/**
 * By which of a plan's gateways its card is kept; null where none of them keeps cards. `method` is the only one to offer,
 * where checkout would otherwise go to a gateway at which the plan is not sold.
 */
async function wayToPay(ctx: Ctx, gateways: readonly string[] | null): Promise<{ method?: PayMethod } | null> {
  const ways = [...(await routes(ctx))]
  const allowed = ways.filter(([, { gateway }]) => keepsMethods(gateway) && (!gateways || gateways.includes(gateway)))
  const usual = ways.find(([method]) => method === 'card') ?? ways[0]
  if (!usual || allowed.length === 0) return null
  return allowed.some(([, { gateway }]) => gateway === usual[1].gateway) ? {} : { method: allowed[0]![0] }
}

export interface Asked {
  firstName: string
  lastName: string
  email: string
}

/**
 * Stores the subscription and its first charge before anyone is sent to pay; again with the same key it is the same one.
 * Nothing begins until the payment arrives.
 * @returns the payment
 * @throws CONFLICT where the plan is for sale no longer, or this subscription was paid already
 */
export async function subscribe(
  ctx: Ctx,
  planId: string,
  { asked, key, returnPath }: { asked: Asked; key: string; returnPath: string },
): Promise<string> {
  const offered = await offeredPlan(ctx, planId)
  if (offered.reason) throw new Failure('CONFLICT', offered.reason)
  const row = await createPending(ctx, offered, asked, key)
  if (row.planId !== planId || row.state !== 'pending') throw new Failure('CONFLICT', 'This was paid already.')
  const [charge] = await ctx.db.select().from(planCharges).where(eq(planCharges.subscriptionId, row.id))
  const payment = await payCharge(ctx, row, found(charge, 'Charge').id, { returnPath, method: offered.method })
  return payment.id
}

async function createPending(ctx: Ctx, offered: Offered, asked: Asked, key: string): Promise<Subscription> {
  const { plan, price, anchor, nextOn } = offered
  const [made] = await ctx.db
    .insert(planSubscriptions)
    .values({
      ...asked,
      key,
      planId: plan.id,
      priceId: price.id,
      trialDays: plan.trialDays,
      createdAt: clock.now(),
      amount: price.amount,
      currency: plan.currency,
      interval: price.interval,
      anchor,
      nextOn,
      tryOn: nextOn,
    })
    // Of two clicks at once the second waits for the first one's row, and pays that.
    .onConflictDoNothing()
    .returning()
  if (!made) {
    const [known] = await ctx.db.select().from(planSubscriptions).where(eq(planSubscriptions.key, key)).for('update')
    return found(known, 'Subscription')
  }
  const [charge] = await ctx.db
    .insert(planCharges)
    .values({ subscriptionId: made.id, periodOn: today(ctx), createdAt: clock.now() })
    .returning()
  const lines = toLines(plan.name, price.amount)
  await startSale(ctx, { ...saleRef(charge!.id), lines, currency: plan.currency })
  return made
}
