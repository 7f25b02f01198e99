import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { duePeriods, type FeeBasis, feeOf } from '../rules/late-fees.ts'
import { isCollected } from '../rules/states.ts'
import { dayIn } from '../rules/terms.ts'
import { invoiceCredits, invoiceFees, invoicePayments, invoices } from '../tables.ts'
import { bookSides, lateFees, receivable } from './books.ts'
import { type InvoiceRow, lockInvoice, remember, today } from './rows.ts'
import { settle } from './settle.ts'

async function basisOf(ctx: Ctx, row: InvoiceRow): Promise<FeeBasis> {
  const payments = await ctx.db
    .select({ amount: invoicePayments.amount, paidAt: invoicePayments.paidAt })
    .from(invoicePayments)
    .where(and(eq(invoicePayments.invoiceId, row.id), isNull(invoicePayments.removedAt)))
  const credits = await ctx.db
    .select({ amount: invoiceCredits.amount, day: invoiceCredits.issuedOn })
    .from(invoiceCredits)
    .where(eq(invoiceCredits.invoiceId, row.id))
  const { timeZone } = ctx.client
  const settled = [...payments.map(({ amount, paidAt }) => ({ amount, day: dayIn(paidAt, timeZone) })), ...credits]
  return { total: row.total, subtotal: row.subtotal, tax: row.tax, due: row.dueOn!, settled }
}

const feesOf = (ctx: Ctx, invoiceId: string) =>
  ctx.db.select().from(invoiceFees).where(eq(invoiceFees.invoiceId, invoiceId)).orderBy(invoiceFees.period)

/** Charges the periods of one invoice that have ended. Run again it changes nothing: a period has one fee. */
async function chargeInvoice(ctx: Ctx, id: string): Promise<void> {
  const row = await lockInvoice(ctx, id)
  const { lateFeeTerms: terms, dueOn } = row
  if (!terms || !dueOn || row.lateFeesPaused || !isCollected(row.state)) return
  const charged = await feesOf(ctx, id)
  const basis = await basisOf(ctx, row)
  let before = charged.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0)
  for (const period of duePeriods(dueOn, terms, today(ctx))) {
    if (charged.some(fee => fee.period === period)) continue
    const amount = feeOf(basis, terms, period, before)
    if (amount <= 0) continue
    await charge(ctx, row, period, amount)
    before += amount
  }
  await settle(ctx, row)
}

async function charge(ctx: Ctx, { id, currency, number }: InvoiceRow, period: number, amount: number): Promise<void> {
  const day = today(ctx)
  const made = await ctx.db
    .insert(invoiceFees)
    .values({ invoiceId: id, period, chargedOn: day, amount })
    .onConflictDoNothing()
    .returning({ id: invoiceFees.id })
  if (made.length === 0) return
  const sides = [
    { account: receivable, amount },
    { account: lateFees, amount: -amount },
  ]
  const memo = `Late fee of ${number}`
  await bookSides(ctx, { key: `invoice-fee:${id}:${period}`, day, currency, invoiceId: id, memo, sides })
  await remember(ctx, id, { kind: 'late_fee', amount, key: `fee ${period}` })
}

/** Takes fees back as far as payments turned out to have been made in time. Never adds one. */
export async function reviewFees(ctx: Ctx, row: InvoiceRow): Promise<void> {
  const charged = await feesOf(ctx, row.id)
  if (charged.length === 0 || !row.lateFeeTerms) return
  const basis = await basisOf(ctx, row)
  let before = 0
  for (const fee of charged) {
    const stands = fee.amount - fee.reversed
    const right = Math.min(stands, feeOf(basis, row.lateFeeTerms, fee.period, before))
    if (right < stands) await takeBack(ctx, row, fee, stands - right)
    before += right
  }
}

/** Reverses every fee of an invoice that is no longer owed at all. */
export async function reverseFees(ctx: Ctx, row: InvoiceRow): Promise<void> {
  for (const fee of await feesOf(ctx, row.id)) {
    const stands = fee.amount - fee.reversed
    if (stands > 0) await takeBack(ctx, row, fee, stands)
  }
}

async function takeBack(
  ctx: Ctx,
  { id, currency, number }: InvoiceRow,
  fee: typeof invoiceFees.$inferSelect,
  amount: number,
): Promise<void> {
  const reversals = fee.reversals + 1
  await ctx.db
    .update(invoiceFees)
    .set({ reversed: fee.reversed + amount, reversals })
    .where(eq(invoiceFees.id, fee.id))
  const sides = [
    { account: lateFees, amount },
    { account: receivable, amount: -amount },
  ]
  const key = `invoice-fee-reversed:${id}:${fee.period}:${reversals}`
  const memo = `Late fee of ${number} reversed`
  await bookSides(ctx, { key, day: today(ctx), currency, invoiceId: id, memo, sides })
  await remember(ctx, id, { kind: 'late_fee_reversed', amount })
}

const isLate = (day: SQL | string) =>
  and(
    inArray(invoices.state, ['open', 'partially_paid']),
    isNotNull(invoices.lateFeeTerms),
    eq(invoices.lateFeesPaused, false),
    lt(invoices.dueOn, sql`${day}`),
  )

/** Charges every late invoice of the church. Its grace days and payments decide about each. */
export async function chargeLateFees(ctx: Ctx): Promise<void> {
  const late = await ctx.db.select({ id: invoices.id }).from(invoices).where(isLate(today(ctx))).orderBy(invoices.id)
  for (const { id } of late) await chargeInvoice(ctx, id)
}

const FEES_HOUR = 6
/** Churches with late invoices where it is early morning: a payment of the day before is known by then. */
export const whoseAreLate = (now: Date): SQL =>
  sql`select distinct ${invoices.clientId} from ${invoices} join ${clients} on ${clients.id} = ${invoices.clientId}
    where ${isLate(sql`(${now.toISOString()}::timestamptz at time zone ${clients.timeZone})::date`)}
    and extract(hour from ${now.toISOString()}::timestamptz at time zone ${clients.timeZone}) = ${FEES_HOUR}`
