import { and, count, eq } from 'drizzle-orm'
import { noCardNumbers } from '#card-numbers/service.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Invoice, NewCreditNote } from '../contract.ts'
import { salesAndTax } from '../rules/amounts.ts'
import { isCollected } from '../rules/states.ts'
import { invoiceCredits, invoiceEvents, invoices } from '../tables.ts'
import { badDebts, bookSides, receivable, sales, taxes } from './books.ts'
import { reverseFees } from './fee-review.ts'
import { takeNumber } from './numbers.ts'
import { answer, lockInvoice, remember, today } from './rows.ts'
import { owed, settle, undoEntries } from './settle.ts'

const notOpen = () => new Failure('CONFLICT', 'Nothing is owed on this invoice.')

/** Takes something off a final invoice, with its share of the tax. What was paid beyond it becomes the customer's credit. */
export async function creditNote(ctx: Ctx, { id, key, amount, reason }: NewCreditNote): Promise<Invoice> {
  noCardNumbers({ reason })
  const row = await lockInvoice(ctx, id)
  const [known] = await ctx.db
    .select({ id: invoiceCredits.id })
    .from(invoiceCredits)
    .where(and(eq(invoiceCredits.invoiceId, id), eq(invoiceCredits.key, key)))
  if (known) return answer(ctx, id)
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
  await bookSides(ctx, { ...booking, memo: `Credit note ${number} for ${row.number}`, sides })
  await remember(ctx, id, { kind: 'credit_note', amount, detail: `${number}: ${reason}` })
  await settle(ctx, row)
  return answer(ctx, id)
}

/** An invoice that should not have been: everything it booked is reversed; its number stays taken. */
export async function voidInvoice(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  if (row.state === 'void') return answer(ctx, id)
  if (!row.finalizedAt) throw new Failure('CONFLICT', 'This is a draft. Delete it instead.')
  if (row.paid !== 0 || row.credited !== 0)
    throw new Failure(
      'CONFLICT',
      'This invoice has payments or credit notes. Write a credit note for the rest instead.',
    )
  await undoEntries(ctx, `invoice-written-off:${id}:`)
  await reverseFees(ctx, row)
  await undoEntries(ctx, `invoice:${id}`)
  await ctx.db.update(invoices).set({ state: 'void', fees: 0 }).where(eq(invoices.id, id))
  await remember(ctx, id, { kind: 'voided' })
  return answer(ctx, id)
}

/** Nobody expects it to be paid any more: what is owed is written off, and owed again once money comes in. */
export async function markUncollectible(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  if (row.state === 'uncollectible') return answer(ctx, id)
  if (!isCollected(row.state)) throw notOpen()
  const amount = owed(row)
  const where = and(eq(invoiceEvents.invoiceId, id), eq(invoiceEvents.kind, 'uncollectible'))
  const [times] = await ctx.db.select({ n: count() }).from(invoiceEvents).where(where)
  const sides = [
    { account: badDebts, amount },
    { account: receivable, amount: -amount },
  ]
  const key = `invoice-written-off:${id}:${times!.n + 1}`
  const booking = { key, day: today(ctx), currency: row.currency, invoiceId: id, sides }
  await bookSides(ctx, { ...booking, memo: `${row.number} is uncollectible` })
  await ctx.db.update(invoices).set({ state: 'uncollectible' }).where(eq(invoices.id, id))
  await remember(ctx, id, { kind: 'uncollectible', amount })
  return answer(ctx, id)
}
