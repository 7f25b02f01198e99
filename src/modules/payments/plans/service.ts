import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { noCardNumbers } from '#card-numbers/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { planSubscriptions } from '../subscriptions/tables.ts'
import type { NewPlan, PlanChange, SalePlan } from './contract.ts'
import { leastPrice, syncOf } from './rules.ts'
import { enabledGateways } from './service/gateways.ts'
import { salePlans, salePrices } from './tables.ts'

const TOPIC = 'salePlans'

async function plansWhere(ctx: Ctx, ids?: readonly string[], archived = false): Promise<SalePlan[]> {
  const sold = sql<number>`(select coalesce(sum(p.sold), 0)::int from sale_prices p where p.plan_id = ${salePlans.id})`
  const rows = await ctx.db
    .select({ plan: salePlans, price: salePrices, sold })
    .from(salePlans)
    .innerJoin(salePrices, and(eq(salePrices.planId, salePlans.id), isNull(salePrices.replacedAt)))
    .where(
      and(
        ids ? inArray(salePlans.id, [...ids]) : undefined,
        ids || archived ? undefined : ne(salePlans.state, 'archived'),
      ),
    )
    .orderBy(salePrices.amount, salePlans.id)
  const enabled = await enabledGateways(ctx)
  return rows.map(({ plan, price: { amount, interval }, sold }) => ({
    ...plan,
    amount,
    interval,
    sold,
    sync: syncOf(plan.gateways, enabled),
    path: `/plans/${plan.linkToken}`,
  }))
}

export const list = async (ctx: Ctx, { archived = false }: { archived?: boolean | undefined }) => ({
  items: await plansWhere(ctx, undefined, archived),
})

export const get = async (ctx: Ctx, { id }: { id: string }): Promise<SalePlan> =>
  found((await plansWhere(ctx, [id]))[0], 'Plan')

function mustBeCharged(amount: number, currency: string, locale: string): void {
  const least = leastPrice(currency)
  if (amount < least) throw invalid('amount', `At least ${formatMoney({ amount: least, currency }, locale)}`)
}

export async function create(ctx: Ctx, { amount, interval, ...input }: NewPlan): Promise<SalePlan> {
  noCardNumbers(input)
  mustBeCharged(amount, input.currency, ctx.client.locale)
  const [row] = await ctx.db
    .insert(salePlans)
    .values({ ...input, createdBy: userOf(ctx) })
    .returning({ id: salePlans.id })
  const { id } = row!
  await ctx.db.insert(salePrices).values({ planId: id, amount, interval })
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

export async function update(ctx: Ctx, input: PlanChange): Promise<SalePlan> {
  const { id, version, existing, confirmed, amount, interval, ...changes } = input
  noCardNumbers(changes)
  const before = await get(ctx, { id })
  if (changes.state && changes.state !== 'active' && before.state === 'active' && !confirmed)
    await mustNotBeTheLast(ctx, id)
  const next = { amount: amount ?? before.amount, interval: interval ?? before.interval }
  const isRepriced = next.amount !== before.amount || next.interval !== before.interval
  // Two people may edit at once: the second is told, and nothing is overwritten.
  const [row] = await ctx.db
    .update(salePlans)
    .set({ ...changes, ...(isRepriced && { updatedAt: clock.now() }) })
    .where(and(eq(salePlans.id, id), eq(salePlans.version, version)))
    .returning({ id: salePlans.id })
  if (!row) throw new Failure('CONFLICT')
  if (isRepriced) {
    mustBeCharged(next.amount, before.currency, ctx.client.locale)
    await replacePrice(ctx, id, next, existing === 'move')
  }
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

/** The old price stays for those who pay it. */
async function replacePrice(
  ctx: Ctx,
  planId: string,
  next: { amount: number; interval: SalePlan['interval'] },
  moves: boolean,
) {
  await ctx.db
    .update(salePrices)
    .set({ replacedAt: clock.now() })
    .where(and(eq(salePrices.planId, planId), isNull(salePrices.replacedAt)))
  if (moves) await ctx.db.update(salePrices).set({ movesAtRenewal: true }).where(eq(salePrices.planId, planId))
  await ctx.db.insert(salePrices).values({ planId, ...next })
}

async function mustNotBeTheLast(ctx: Ctx, id: string): Promise<void> {
  const [other] = await ctx.db
    .select({ id: salePlans.id })
    .from(salePlans)
    .where(and(eq(salePlans.state, 'active'), ne(salePlans.id, id)))
    .limit(1)
  if (!other) throw new Failure('CONFLICT', 'This is the last active plan. Confirm that nothing will be for sale.')
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const { sold } = await get(ctx, { id })
  const begun = await ctx.db.$count(planSubscriptions, eq(planSubscriptions.planId, id))
  if (sold > 0 || begun > 0) throw new Failure('CONFLICT', 'This plan has been sold. You can archive it instead.')
  await ctx.db.delete(salePlans).where(eq(salePlans.id, id))
  announce(ctx, TOPIC, id)
  return {}
}

export async function preview(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  const paying = and(eq(planSubscriptions.planId, id), inArray(planSubscriptions.state, ['active', 'past_due']))
  return { subscribers: await ctx.db.$count(planSubscriptions, paying) }
}
