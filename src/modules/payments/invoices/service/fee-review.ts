import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { type FeeBasis, feeOf } from '../rules/late-fees.ts'
import { dayIn } from '../rules/terms.ts'
import { invoiceCredits, invoiceFees, invoicePayments } from '../tables.ts'
import { lateFees, postInvoiceEntry, receivable } from './ledger-postings.ts'
import { type InvoiceRow, recordInvoiceEvent, today } from './rows.ts'

export async function basisOf(ctx: Ctx, row: InvoiceRow): Promise<FeeBasis> {
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

export const feesOf = (ctx: Ctx, invoiceId: string) =>
  ctx.db.select().from(invoiceFees).where(eq(invoiceFees.invoiceId, invoiceId)).orderBy(invoiceFees.period)

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
  await postInvoiceEntry(ctx, { key, day: today(ctx), currency, invoiceId: id, memo, sides })
  await recordInvoiceEvent(ctx, id, { kind: 'late_fee_reversed', amount })
}
