import { desc, eq, notInArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import type { Plan } from '#entitlements/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may } from '#kernel/permissions.ts'
import { isOver } from '../rules/states.ts'
import { prices, pricingPlans, products, subscriptions } from '../tables.ts'

/** The subscription that counts: the newest that lives, else the newest that ended; never one that was not paid for at all. */
export async function currentSubscription(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']))
    .orderBy(desc(subscriptions.startedAt))
    .limit(20)
  return rows.find(row => !isOver(row.status)) ?? rows[0]
}

/** Those who may pay. */
export async function payers(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  return rows.filter(({ role }) => may(role, 'billing.write')).map(({ userId }) => userId)
}

/** What the account has bought; undefined without a subscription that lives. */
export async function planOf(ctx: Ctx): Promise<Plan | undefined> {
  const current = await currentSubscription(ctx)
  if (!current || isOver(current.status)) return
  const [plan] = await ctx.db
    .select({ limits: pricingPlans.limits, grants: pricingPlans.grants, name: products.name })
    .from(prices)
    .innerJoin(pricingPlans, eq(pricingPlans.productId, prices.productId))
    .innerJoin(products, eq(products.id, prices.productId))
    .where(eq(prices.id, current.priceId))
  return plan
}
