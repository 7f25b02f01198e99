import { and, eq } from 'drizzle-orm'
import { noCardNumbers } from '#card-numbers/service.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Invoice, NewCreditNote } from '../contract.ts'
import { salesAndTax } from '../rules/amounts.ts'
import { invoiceCredits } from '../tables.ts'
import { updateInvoiceBalance } from './balance.ts'
import { postInvoiceEntry, receivable, sales, taxes } from './ledger-postings.ts'
import { takeNumber } from './numbers.ts'
import { lockInvoice, readInvoice, recordInvoiceEvent, today } from './rows.ts'

/** Takes something off a final invoice, with its share of the tax. What was paid beyond it becomes the customer's credit. */
export async function issueCreditNote(ctx: Ctx, { id, key, amount, reason }: NewCreditNote): Promise<Invoice> {
  noCardNumbers({ reason })
  const row = await lockInvoice(ctx, id)
  const [known] = await ctx.db
    .select({ id: invoiceCredits.id })
    .from(invoiceCredits)
    .where(and(eq(invoiceCredits.invoiceId, id), eq(invoiceCredits.key, key)))
  if (known) return readInvoice(ctx, id)
  if (!row.finalizedAt) throw new Failure('CONFLICT', 'This is a draft. Edit it instead.')
  if (row.state === 'void') throw new Failure('CONFLICT', 'This invoice is void.')
  const most = row.total - row.credited
  if (amount > most) {
    const said = formatMoney({ amount: most, currency: row.currency }, ctx.client.locale)
    throw invalid('amount', `At most ${said}: what the invoice was for, less earlier credit notes`)
  }
  // Of the whole so far, so that several notes together credit the tax to the cent.
  const before = salesAndTax(row.credited, row)
  const after = salesAndTax(row.credited + amount, row)
  const tax = after.tax - before.tax
  const issuedOn = today(ctx)
  const number = await takeNumber(ctx, 'CN', issuedOn)
  const [note] = await ctx.db
    .insert(invoiceCredits)
    .values({ invoiceId: id, key, number, issuedOn, amount, tax, reason, createdBy: userOf(ctx) })
    .returning({ id: invoiceCredits.id })
  const sides = [
    { account: sales, amount: amount - tax },
    { account: taxes, amount: tax },
    { account: receivable, amount: -amount },
  ]
  const booking = { key: `credit-note:${note!.id}`, day: issuedOn, currency: row.currency, invoiceId: id }
  await postInvoiceEntry(ctx, { ...booking, memo: `Credit note ${number} for ${row.number}`, sides })
  await recordInvoiceEvent(ctx, id, { kind: 'credit_note', amount, detail: `${number}: ${reason}` })
  await updateInvoiceBalance(ctx, row)
  return readInvoice(ctx, id)
}
