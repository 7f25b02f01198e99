import { and, eq, isNull, like, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { reverse } from '#ledger/service.ts'
import { ledgerEntries } from '#ledger/tables.ts'
import { balanceOf, stateAfter } from '../rules/states.ts'
import { invoiceCredits, invoiceFees, invoicePayments, invoices } from '../tables.ts'
import { reviewFees } from './fee-review.ts'
import { openDay } from './ledger-postings.ts'
import { type InvoiceRow, recordInvoiceEvent, today } from './rows.ts'

const sum = sql<number>`coalesce(sum(amount), 0)`.mapWith(Number)

async function sumsOf(ctx: Ctx, id: string) {
  const [paid] = await ctx.db
    .select({ sum })
    .from(invoicePayments)
    .where(and(eq(invoicePayments.invoiceId, id), isNull(invoicePayments.removedAt)))
  const [credited] = await ctx.db.select({ sum }).from(invoiceCredits).where(eq(invoiceCredits.invoiceId, id))
  const [fees] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(amount - reversed), 0)`.mapWith(Number) })
    .from(invoiceFees)
    .where(eq(invoiceFees.invoiceId, id))
  return { paid: paid!.sum, credited: credited!.sum, fees: fees!.sum }
}

/**
 * Makes an invoice's sums and state fit its payments, credit notes and fees. Fees that a payment turned out to be in
 * time for are reversed first. The caller has locked the row.
 */
export async function updateInvoiceBalance(ctx: Ctx, row: InvoiceRow): Promise<void> {
  const before =
    row.state === 'uncollectible' && (await hasNewMoney(ctx, row)) ? await reopenInvoice(ctx, row) : row.state
  await reviewFees(ctx, row)
  const sums = await sumsOf(ctx, row.id)
  const state = stateAfter(before, { total: row.total, ...sums })
  const isPaid = state === 'paid'
  const paidAt = isPaid ? (row.paidAt ?? clock.now()) : null
  await ctx.db
    .update(invoices)
    .set({ ...sums, state, paidAt })
    .where(eq(invoices.id, row.id))
  if (isPaid && row.state !== 'paid') await recordInvoiceEvent(ctx, row.id, { kind: 'paid' })
}

const hasNewMoney = async (ctx: Ctx, row: InvoiceRow): Promise<boolean> => {
  const { paid, credited } = await sumsOf(ctx, row.id)
  return paid + credited > row.paid + row.credited
}

/** Nobody expected it to be paid any more, and it is: what was written off is owed again. */
async function reopenInvoice(ctx: Ctx, { id }: InvoiceRow): Promise<'open'> {
  await reverseEntries(ctx, `invoice-written-off:${id}:`)
  await recordInvoiceEvent(ctx, id, { kind: 'reopened' })
  return 'open'
}

/** Reverses entries whose key begins so, each once. */
export async function reverseEntries(ctx: Ctx, prefix: string): Promise<void> {
  const entries = await ctx.db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(like(ledgerEntries.key, `${prefix}%`))
    .orderBy(ledgerEntries.id)
  for (const { id } of entries) await reverse(ctx, { entryId: id, day: await openDay(ctx, today(ctx)) })
}

/** What is owed of a row as it is now. */
export const amountDue = (row: InvoiceRow): number => balanceOf(row)
