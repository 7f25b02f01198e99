import { and, eq, sql } from 'drizzle-orm'
import { grantAccess, revokeAccess } from '#courses/enrollments/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { leastPrice } from '#payments/plans/rules.ts'
import { followSale, payFor, startSale } from '#payments/sales/service.ts'
import { sales } from '#payments/sales/tables.ts'
import { subscribe } from '#payments/subscriptions/service/signup.ts'
import { planCharges, planSubscriptions } from '#payments/subscriptions/tables.ts'
import { people } from '#people/tables.ts'
import { audienceSql, listOfferCourses, type OfferRecord, readOfferRow } from '../offers/service.ts'
import { GRACE_DAYS, isPaid, isPlan, plainCode } from '../rules/offers.ts'
import { membershipOrders } from '../tables.ts'

export type Order = typeof membershipOrders.$inferSelect
export const MODULE = 'membership'
const sold = (refId: string) => ({ module: MODULE, refId })

const endOf = ({ accessDays }: OfferRecord): Date | null =>
  accessDays === null ? null : new Date(clock.ms() + days(accessDays))

/** Gets in without paying. @throws a Failure that says at its field why not */
export async function acceptFreeOffer(
  ctx: Ctx,
  offerId: string,
  { personId, code }: { personId: string; code: string },
) {
  const offer = await readOfferRow(ctx, offerId)
  if (!offer.isOn || isPaid(offer.kind)) throw new Failure('CONFLICT', 'This offer is closed.')
  if (offer.kind === 'code' && plainCode(code) !== offer.code)
    throw invalid('code', 'This code isn’t right. Please check it with the church')
  if (offer.kind === 'audience' && !(await isInAudience(ctx, offer, personId)))
    throw new Failure('CONFLICT', 'This offer is for others. Please contact the church.')
  const kind = offer.kind === 'code' ? 'code' : offer.kind === 'audience' ? 'audience' : 'free'
  await grantCourses(ctx, offer, { personId, kind, source: offer.id, expiresAt: endOf(offer) })
}

interface Opening {
  personId: string
  kind: 'free' | 'code' | 'audience' | 'purchase' | 'subscription' | 'leader' | 'import'
  source: string
  expiresAt: Date | null
}
export async function grantCourses(ctx: Ctx, offer: OfferRecord, opening: Opening): Promise<void> {
  for (const courseId of await listOfferCourses(ctx, offer)) await grantAccess(ctx, { ...opening, courseId })
  announce(ctx, 'membership', offer.siteId)
}

export async function isInAudience(ctx: Ctx, offer: OfferRecord, personId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), sql`people.deleted_at is null`, await audienceSql(ctx, offer)))
  return row !== undefined
}

export interface Buying {
  offerId: string
  personId: string
  payerId: string
  /** Of the page: sent twice, it is one order. */
  key: string
  /** Of “Pay what you can”, in minor units. */
  amount: number | null
  returnPath: string
}

/**
 * Stores the order before anyone is asked for money. @returns the payment to make; undefined where nothing is to be paid
 * @throws CONFLICT where it was paid already
 */
export async function startOrder(ctx: Ctx, buying: Buying): Promise<string | undefined> {
  const offer = await readOfferRow(ctx, buying.offerId)
  if (!offer.isOn || !isPaid(offer.kind)) throw new Failure('CONFLICT', 'This offer is closed.')
  const amount = offer.kind === 'choose' ? amountOf(ctx, buying.amount) : offer.amount
  const row = await storedOrder(ctx, offer, buying)
  if (row.state === 'paid') throw new Failure('CONFLICT', 'This was paid already.')
  if (amount === 0) {
    await ctx.db.update(membershipOrders).set({ state: 'paid' }).where(eq(membershipOrders.id, row.id))
    await grantCourses(ctx, offer, {
      personId: row.personId,
      kind: 'purchase',
      source: row.id,
      expiresAt: endOf(offer),
    })
    return
  }
  return withEveryRight(ctx, 'checkout', all => pay(all, offer, row, { amount, returnPath: buying.returnPath }))
}

/** Nothing is a fine answer: people who have little pay nothing, and nobody asks why. */
function amountOf(ctx: Ctx, amount: number | null): number {
  if (amount === null) throw invalid('amount', 'Please enter an amount. It can be 0')
  const least = leastPrice(ctx.client.currency)
  if (amount > 0 && amount < least)
    throw invalid(
      'amount',
      `Online payments begin at ${formatMoney({ amount: least, currency: ctx.client.currency }, ctx.client.locale)}. You can also enter 0`,
    )
  return amount
}

async function storedOrder(ctx: Ctx, offer: OfferRecord, { personId, payerId, key }: Buying): Promise<Order> {
  const [made] = await ctx.db
    .insert(membershipOrders)
    .values({
      offerId: offer.id,
      siteId: offer.siteId,
      personId,
      payerId,
      key,
      currency: offer.currency,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  if (made) return made
  const [known] = await ctx.db.select().from(membershipOrders).where(eq(membershipOrders.key, key)).for('update')
  return found(known?.offerId === offer.id && known.payerId === payerId ? known : undefined, 'Order')
}

async function payerOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(people).where(eq(people.id, id))
  const { firstName, lastName, name, email } = found(row, 'Person')
  if (!email) throw invalid('email', 'The church has no email address for you. Please contact the church')
  return { firstName: firstName || name, lastName, name, email }
}

interface Paying {
  amount: number
  returnPath: string
}
async function pay(ctx: Ctx, offer: OfferRecord, row: Order, { amount, returnPath }: Paying): Promise<string> {
  const payer = await payerOf(ctx, row.payerId)
  if (isPlan(offer.kind)) {
    const { firstName, lastName, email } = payer
    return subscribe(ctx, found(offer.planId ?? undefined, 'Plan'), {
      asked: { firstName, lastName, email },
      key: row.id,
      returnPath,
    })
  }
  const lines = [{ label: offer.name, quantity: 1, unit: amount, taxed: offer.kind === 'once' }]
  await startSale(ctx, { ...sold(row.id), lines, currency: offer.currency })
  const { id } = await payFor(ctx, sold(row.id), {
    payer: { name: payer.name, email: payer.email },
    description: offer.name,
    returnPath,
  })
  return id
}

/** A payment changed: access follows what is paid. Told again it does nothing. */
export async function onOrderPaymentChanged(
  ctx: Ctx,
  { module, refId }: { module: string; refId: string },
): Promise<void> {
  if (module !== MODULE) return
  const [row] = await ctx.db.select().from(membershipOrders).where(eq(membershipOrders.id, refId)).for('update')
  const followed = row && (await followSale(ctx, sold(refId)))
  if (!row || !followed) return
  const { state, refunded, total, paidAt } = followed.sale
  const offer = await readOfferRow(ctx, row.offerId)
  const isPaidFor = paidAt !== null && (state === 'paid' || state === 'partially_refunded')
  const paid = paidAt === null || state === 'returned' ? 0 : total - refunded
  const next = isPaidFor ? ('paid' as const) : paidAt ? ('ended' as const) : row.state
  await ctx.db.update(membershipOrders).set({ paid, state: next }).where(eq(membershipOrders.id, refId))
  if (isPaidFor && row.state !== 'paid')
    await grantCourses(ctx, offer, {
      personId: row.personId,
      kind: 'purchase',
      source: row.id,
      expiresAt: endOf(offer),
    })
  if (next === 'ended' && row.state !== 'ended')
    await revokeAccess(ctx, { source: row.id, reason: 'The payment went back' })
  announce(ctx, 'membership', row.siteId)
}

/** A subscription changed: past due leaves a week, an end what was paid for, and a payment opens again. */
export async function onSubscriptionChanged(
  ctx: Ctx,
  { subscriptionId, key }: { subscriptionId: string; key: string },
): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return
  const [row] = await ctx.db.select().from(membershipOrders).where(eq(membershipOrders.id, key)).for('update')
  if (!row) return
  const [subscription] = await ctx.db.select().from(planSubscriptions).where(eq(planSubscriptions.id, subscriptionId))
  const { state, canceledBy, nextOn } = found(subscription, 'Subscription')
  if (state === 'pending') return
  const offer = await readOfferRow(ctx, row.offerId)
  const opening = { personId: row.personId, kind: 'subscription', source: row.id, expiresAt: endOf(offer) } as const
  const revoke = (at: Date, reason: string) => revokeAccess(ctx, { source: row.id, at, reason })
  if (state === 'active' || canceledBy === 'finished') await grantCourses(ctx, offer, { ...opening, expiresAt: null })
  else if (state === 'past_due' && row.state !== 'past_due')
    await revoke(new Date(clock.ms() + days(GRACE_DAYS)), 'The payment is past due')
  else if (state === 'canceled') await revoke(laterOf(new Date(`${nextOn}T00:00:00Z`)), 'The subscription ended')
  const next = state === 'active' || canceledBy === 'finished' ? 'paid' : state === 'past_due' ? 'past_due' : 'ended'
  await ctx.db
    .update(membershipOrders)
    .set({ state: next, paid: await paidBy(ctx, subscriptionId) })
    .where(eq(membershipOrders.id, row.id))
  announce(ctx, 'membership', row.siteId)
}

const laterOf = (at: Date): Date => (at > clock.now() ? at : clock.now())

/** All that a subscription brought, without what went back. */
async function paidBy(ctx: Ctx, subscriptionId: string): Promise<number> {
  const [row] = await ctx.db
    .select({
      paid: sql<number>`coalesce(sum(case when ${sales.paidAt} is not null and ${sales.state} <> 'returned' then ${sales.total} - ${sales.refunded} else 0 end), 0)::float8`,
    })
    .from(planCharges)
    .innerJoin(
      sales,
      and(eq(sales.clientId, planCharges.clientId), eq(sales.module, 'subscriptions'), eq(sales.refId, planCharges.id)),
    )
    .where(eq(planCharges.subscriptionId, subscriptionId))
  return row?.paid ?? 0
}

export async function findOrder(ctx: Ctx, id: string): Promise<Order | undefined> {
  const [row] = await ctx.db.select().from(membershipOrders).where(eq(membershipOrders.id, id))
  return row
}
