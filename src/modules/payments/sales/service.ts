import { and, eq, inArray } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { post } from '#ledger/service.ts'
import { visitorOf } from '#links/service/visitors.ts'
import { sales as salesAccount, taxes as taxAccount } from '../invoices/service/ledger-postings.ts'
import { ratesOf } from '../invoices/service/tax.ts'
import type { PayMethod } from '../rules/gateways.ts'
import { kept } from '../rules/states.ts'
import { dueTo, postingDay } from '../service/ledger-postings.ts'
import { refundPayment } from '../service/refunds.ts'
import { chargeSaved, type Payment, startPayment } from '../service/start.ts'
import { paymentRefunds, payments } from '../tables.ts'
import { type SaleLine, type SaleState, type SaleTax, standingOf, sumOf, taxesOn, taxWithin } from './rules.ts'
import { sales } from './tables.ts'

export type Sale = typeof sales.$inferSelect
/** What is sold: its module and its row there. */
export interface SaleRef {
  module: string
  refId: string
}

/** What it costs today with the taxes in force, in minor units. */
export async function priced(ctx: Ctx, lines: readonly SaleLine[]): Promise<{ taxes: SaleTax[]; total: number }> {
  const taxes = taxesOn(lines, await ratesOf(ctx))
  return { taxes, total: sumOf(lines) + taxes.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Stores what is to be paid, before anyone is asked for money; again for the same row it is the same sale. */
export async function startSale(
  ctx: Ctx,
  { lines, currency, ...ref }: SaleRef & { lines: SaleLine[]; currency: string },
): Promise<Sale> {
  const { taxes, total } = await priced(ctx, lines)
  const tax = total - sumOf(lines)
  const values = { ...ref, currency, lines, taxes, tax, total, visitor: visitorOf(ctx), createdAt: clock.now() }
  const [row] = await ctx.db.insert(sales).values(values).onConflictDoNothing().returning()
  return row ?? found(await saleOf(ctx, ref), 'Sale')
}

const of = ({ module, refId }: SaleRef) => and(eq(sales.module, module), eq(sales.refId, refId))

export const saleOf = async (ctx: Ctx, ref: SaleRef): Promise<Sale | undefined> =>
  (await ctx.db.select().from(sales).where(of(ref)))[0]

export const salesOf = (ctx: Ctx, module: string, refIds: string[]): Promise<Sale[]> =>
  ctx.db
    .select()
    .from(sales)
    .where(and(eq(sales.module, module), inArray(sales.refId, refIds)))

/** Held until the transaction ends: of two clicks or two notices at once the second waits. */
async function lockSale(ctx: Ctx, ref: SaleRef): Promise<Sale | undefined> {
  const [row] = await ctx.db.select().from(sales).where(of(ref)).for('update')
  return row
}

const paymentsOf = (ctx: Ctx, { module, refId }: SaleRef): Promise<Payment[]> =>
  ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.module, module), eq(payments.refId, refId)))
    .orderBy(payments.id)

interface Paying {
  payer: { name: string; email: string }
  description: string
  returnPath: string
  /** Keep the method for later charges. */
  save?: boolean
  /** The only method that is offered; otherwise all of the gateway. */
  method?: PayMethod
}

/** A kept method is being charged: its gateway has not been asked, or has not decided. */
const isCharging = ({ state, savedId, keeps }: Payment) =>
  state === 'pending' || state === 'unknown' || (state === 'created' && savedId !== null && !keeps)

/**
 * The payment by which it is paid: the one that is open already, or a new one after one that failed.
 * @throws CONFLICT once it is paid
 */
export async function payFor(ctx: Ctx, ref: SaleRef, paying: Paying): Promise<Payment> {
  const sale = found(await lockSale(ctx, ref), 'Sale')
  const known = await paymentsOf(ctx, ref)
  if (standingOf(known).state !== 'unpaid' && standingOf(known).state !== 'returned')
    throw new Failure('CONFLICT', 'This was paid already.')
  if (known.some(isCharging)) throw new Failure('CONFLICT', 'The last payment is still being processed.')
  const open = known.find(({ state }) => state === 'created' || state === 'expired')
  const { amount, key } = { amount: sale.total, key: `${sale.id}:${known.length}` }
  return open ?? startPayment(ctx, { ...ref, ...paying, amount, currency: sale.currency, key })
}

/**
 * Charges a kept method for a sale, by a job; at most one charge at a time. What is paid, or being paid, is left alone.
 */
export async function chargeSale(
  ctx: Ctx,
  ref: SaleRef,
  charge: { savedId: string; payer: { name: string; email: string }; description: string },
): Promise<void> {
  const sale = found(await lockSale(ctx, ref), 'Sale')
  const known = await paymentsOf(ctx, ref)
  const { state } = standingOf(known)
  if ((state !== 'unpaid' && state !== 'returned') || known.some(isCharging)) return
  const { total: amount, currency } = sale
  await chargeSaved(ctx, { ...ref, ...charge, amount, currency, key: `${sale.id}:${known.length}` })
}

/** Someone paid at the gateway's page while their kept card was charged: the second payment goes back. */
export async function refundSecond(ctx: Ctx, ref: SaleRef, payment: Payment): Promise<void> {
  const earlier = (await paymentsOf(ctx, ref)).some(one => one.id < payment.id && kept(one) > 0)
  if (!earlier || kept(payment) !== payment.amount) return
  const [asked] = await ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, payment.id)).limit(1)
  if (!asked) await refundPayment(ctx, { paymentId: payment.id, amount: payment.amount, reason: 'Paid twice' })
}

export interface Followed {
  sale: Sale
  before: SaleState
}

/**
 * Makes a sale and the books what its payments are now, in whatever order and however often it is told: the difference
 * to what is booked goes from `due:{module}` to sales and tax, or back.
 */
export async function followSale(ctx: Ctx, ref: SaleRef): Promise<Followed | undefined> {
  const sale = await lockSale(ctx, ref)
  if (!sale) return
  const { collected, ...now } = standingOf(await paymentsOf(ctx, ref))
  const postings = await bookSale(ctx, sale, { collected, paidAt: now.paidAt })
  const [row] = await ctx.db
    .update(sales)
    .set({ ...now, booked: collected, postings })
    .where(eq(sales.id, sale.id))
    .returning()
  return { sale: row!, before: sale.state }
}

/** @returns how many entries it has now */
async function bookSale(ctx: Ctx, sale: Sale, { collected, paidAt }: { collected: number; paidAt: Date | null }) {
  const change = collected - sale.booked
  if (change === 0) return sale.postings
  const tax = taxWithin(sale, collected) - taxWithin(sale, sale.booked)
  const postings = sale.postings + 1
  await post(ctx, {
    key: `sale:${sale.id}:${postings}`,
    day: await postingDay(ctx, change > 0 ? (paidAt ?? clock.now()) : clock.now()),
    currency: sale.currency,
    memo: change > 0 ? 'Sale' : 'Sale went back',
    source: { module: sale.module, id: sale.refId },
    sides: [
      { account: dueTo(sale.module), amount: change },
      { account: salesAccount, amount: tax - change },
      { account: taxAccount, amount: -tax },
    ].filter(({ amount }) => amount !== 0),
  })
  return postings
}

/** Money goes back by the way on which it came; the sale follows once the gateway says so. */
export async function refundSale(
  ctx: Ctx,
  { amount, reason, ...ref }: SaleRef & { amount: number; reason: string },
): Promise<void> {
  found(await lockSale(ctx, ref), 'Sale')
  const paid = (await paymentsOf(ctx, ref)).filter(one => kept(one) > 0)
  if (paid.length === 0) throw new Failure('NOT_PAID', 'This was not paid.')
  let left = amount
  for (const one of paid) {
    const part = Math.min(left, kept(one))
    if (part > 0) await refundPayment(ctx, { paymentId: one.id, amount: part, reason })
    left -= part
  }
  if (left > 0) throw invalid('amount', 'You can’t refund more than is left of this payment.')
}
