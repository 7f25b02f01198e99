import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { salePlans } from '../../plans/tables.ts'
import type { SaleLine } from '../../sales/rules.ts'
import type { SaleRef } from '../../sales/service.ts'
import { planSubscriptionChanged } from '../events.ts'
import { planSubscriptions } from '../tables.ts'

export const MODULE = 'subscriptions'
export type Subscription = typeof planSubscriptions.$inferSelect

/** The sale of a charge. */
export const saleRef = (chargeId: string): SaleRef => ({ module: MODULE, refId: chargeId })

export const toLines = (label: string, unit: number): SaleLine[] => [{ label, quantity: 1, unit, taxed: true }]

export async function planName(ctx: Ctx, { planId }: Subscription): Promise<string> {
  const [plan] = await ctx.db.select({ name: salePlans.name }).from(salePlans).where(eq(salePlans.id, planId))
  return found(plan, 'Plan').name
}

/** Held until the transaction ends: of two changes at once the second waits. */
export async function lockSubscription(ctx: Ctx, id: string): Promise<Subscription | undefined> {
  const [row] = await ctx.db.select().from(planSubscriptions).where(eq(planSubscriptions.id, id)).for('update')
  return row
}

export async function updateSubscription(ctx: Ctx, row: Subscription, changes: Partial<Subscription>): Promise<void> {
  const { id, version, planId, key } = row
  await ctx.db
    .update(planSubscriptions)
    .set({ ...changes, version: version + 1 })
    .where(eq(planSubscriptions.id, id))
  announce(ctx, 'planSubscriptions', id)
  await emit(ctx, planSubscriptionChanged, { subscriptionId: id, planId, key })
}
