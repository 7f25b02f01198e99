import { and, asc, desc, eq, inArray, lt, ne, type SQL } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { salePlans } from '../plans/tables.ts'
import { refundSale, salesOf } from '../sales/service.ts'
import { savedMethods } from '../tables.ts'
import type { PlanCharge, PlanSubscription, SubscriptionFilter, WholeSubscription } from './contract.ts'
import type { CanceledBy } from './rules/states.ts'
import { payCharge } from './service/charge-payment.ts'
import { openCharge } from './service/charges.ts'
import { lockSubscription, MODULE, type Subscription, saleRef, updateSubscription } from './service/rows.ts'
import { planCharges, planSubscriptions as table } from './tables.ts'

async function select(ctx: Ctx, where: SQL | undefined, limit: number): Promise<PlanSubscription[]> {
  const rows = await ctx.db
    .select({ row: table, plan: salePlans.name, saved: savedMethods })
    .from(table)
    .innerJoin(salePlans, and(eq(salePlans.clientId, table.clientId), eq(salePlans.id, table.planId)))
    .leftJoin(savedMethods, and(eq(savedMethods.clientId, table.clientId), eq(savedMethods.id, table.savedId)))
    .where(where)
    .orderBy(desc(table.id))
    .limit(limit)
  return rows.map(({ row, plan, saved }) => ({
    ...row,
    plan,
    name: `${row.firstName} ${row.lastName}`.trim(),
    brand: saved?.brand ?? '',
    last4: saved?.last4 ?? '',
  }))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function list(ctx: Ctx, { planId, state, cursor, limit }: SubscriptionFilter) {
  const where = and(
    planId ? eq(table.planId, planId) : undefined,
    state ? eq(table.state, state) : ne(table.state, 'pending'),
    cursor && UUID.test(cursor) ? lt(table.id, cursor) : undefined,
  )
  const items = await select(ctx, where, limit + 1)
  return { items: items.slice(0, limit), nextCursor: items.length > limit ? items[limit - 1]!.id : null }
}

async function chargesOf(ctx: Ctx, ids: string[]): Promise<Map<string, PlanCharge[]>> {
  const rows = ids.length
    ? await ctx.db
        .select()
        .from(planCharges)
        .where(inArray(planCharges.subscriptionId, ids))
        .orderBy(desc(planCharges.periodOn))
    : []
  const chargeIds = rows.map(({ id }) => id)
  const sold = new Map((chargeIds.length ? await salesOf(ctx, MODULE, chargeIds) : []).map(one => [one.refId, one]))
  const grouped = Map.groupBy(rows, row => row.subscriptionId)
  return new Map(
    [...grouped].map(([id, own]) => [
      id,
      own.flatMap(({ id, periodOn }) => {
        const sale = sold.get(id)
        if (!sale) return []
        const { state, total, tax, refunded, currency, paidAt } = sale
        return [{ id, periodOn, state, total, tax, refunded, currency, paidAt }]
      }),
    ]),
  )
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<WholeSubscription> {
  const row = found((await select(ctx, eq(table.id, id), 1))[0], 'Subscription')
  return { ...row, charges: (await chargesOf(ctx, [id])).get(id) ?? [] }
}

/** Those of one person, for their portal. */
export async function ofPerson(ctx: Ctx, personId: string): Promise<WholeSubscription[]> {
  const rows = await select(ctx, eq(table.personId, personId), 50)
  const charges = await chargesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(row => ({ ...row, charges: charges.get(row.id) ?? [] }))
}

/** @param personId whose it must be, for a subscriber's own page */
async function locked(ctx: Ctx, id: string, personId?: string): Promise<Subscription> {
  const row = await lockSubscription(ctx, id)
  const own = found(row && (!personId || row.personId === personId) ? row : undefined, 'Subscription')
  if (own.state === 'canceled') throw new Failure('CONFLICT', 'This subscription was canceled already.')
  return own
}

/** Nothing is charged from now on; what was paid stays paid until its period ends. */
export async function cancel(
  ctx: Ctx,
  { id }: { id: string },
  { personId, by = 'staff' }: { personId?: string; by?: CanceledBy } = {},
): Promise<WholeSubscription> {
  const row = await locked(ctx, id, personId)
  await updateSubscription(ctx, row, { state: 'canceled', canceledAt: clock.now(), canceledBy: by })
  return get(ctx, { id })
}

export async function refund(
  ctx: Ctx,
  { id, chargeId, amount, reason }: { id: string; chargeId: string; amount: number; reason: string },
) {
  const where = and(eq(planCharges.id, chargeId), eq(planCharges.subscriptionId, id))
  const [charge] = await ctx.db.select().from(planCharges).where(where)
  await refundSale(ctx, { ...saleRef(found(charge, 'Charge').id), amount, reason })
  return {}
}

/**
 * What is owed now, or the next period early, with another card, which is charged from then on.
 * @returns the payment
 */
export async function payWithOtherCard(
  ctx: Ctx,
  { id, personId, returnPath }: { id: string; personId: string; returnPath: string },
): Promise<string> {
  const row = await locked(ctx, id, personId)
  const owed = and(eq(planCharges.subscriptionId, id), lt(planCharges.periodOn, row.nextOn))
  const earlier = await ctx.db.select().from(planCharges).where(owed).orderBy(asc(planCharges.periodOn))
  const unpaid = earlier.find(({ settledAt }) => settledAt === null)
  const chargeId = unpaid?.id ?? (await openCharge(ctx, row)).id
  return (await payCharge(ctx, row, chargeId, { returnPath })).id
}
