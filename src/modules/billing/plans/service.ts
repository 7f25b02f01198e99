import { and, asc, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Family } from '../rules.ts'
import { prices, pricingPlans, products } from '../tables.ts'
import type { Plan } from './contract.ts'

/** The plans of one price list that can be bought now, cheapest first. */
export async function list(ctx: Ctx, { family }: { family: Family }): Promise<{ items: Plan[] }> {
  const rows = await ctx.db
    .select({ plan: pricingPlans, product: products, price: prices })
    .from(pricingPlans)
    .innerJoin(products, and(eq(products.id, pricingPlans.productId), eq(products.active, true)))
    .innerJoin(prices, and(eq(prices.productId, products.id), eq(prices.active, true)))
    .where(eq(pricingPlans.family, family))
    .orderBy(asc(prices.interval), asc(prices.unitAmount))
  const items = new Map<string, Plan>()
  for (const { plan, product, price } of rows) {
    const { id, unitAmount, currency, interval, stripePriceId } = price
    const known = items.get(plan.id)
    const offer = { id, unitAmount, currency, interval, stripePriceId }
    if (known) known.prices.push(offer)
    else items.set(plan.id, { ...planOf(plan, product), prices: [offer] })
  }
  return { items: [...items.values()] }
}

const planOf = (
  { id, family, popular, features, limits, grants, trialDays }: typeof pricingPlans.$inferSelect,
  { name, description }: typeof products.$inferSelect,
) => ({ id, family, name, description, popular, features, limits, grants, trialDays })

/** What someone tries who has chosen nothing: the popular plan, by the month. */
export async function defaultPrice(ctx: Ctx): Promise<string | null> {
  const { items } = await list(ctx, { family: 'crm' })
  const plan = items.find(({ popular }) => popular) ?? items[0]
  return plan?.prices.find(({ interval }) => interval === 'month')?.id ?? null
}
