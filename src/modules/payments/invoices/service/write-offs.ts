import { and, count, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { Invoice } from '../contract.ts'
import { isCollected } from '../rules/states.ts'
import { invoiceEvents, invoices } from '../tables.ts'
import { amountDue, reverseEntries } from './balance.ts'
import { reverseFees } from './fee-review.ts'
import { badDebts, postInvoiceEntry, receivable } from './ledger-postings.ts'
import { lockInvoice, readInvoice, recordInvoiceEvent, today } from './rows.ts'

const notOpen = () => new Failure('CONFLICT', 'Nothing is owed on this invoice.')

/** An invoice that should not have been: everything it booked is reversed; its number stays taken. */
export async function voidInvoice(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  if (row.state === 'void') return readInvoice(ctx, id)
  if (!row.finalizedAt) throw new Failure('CONFLICT', 'This is a draft. Delete it instead.')
  if (row.paid !== 0 || row.credited !== 0)
    throw new Failure(
      'CONFLICT',
      'This invoice has payments or credit notes. Write a credit note for the rest instead.',
    )
  await reverseEntries(ctx, `invoice-written-off:${id}:`)
  await reverseFees(ctx, row)
  await reverseEntries(ctx, `invoice:${id}`)
  await ctx.db.update(invoices).set({ state: 'void', fees: 0 }).where(eq(invoices.id, id))
  await recordInvoiceEvent(ctx, id, { kind: 'voided' })
  return readInvoice(ctx, id)
}

/** Nobody expects it to be paid any more: what is owed is written off, and owed again once money comes in. */
export async function markUncollectible(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  if (row.state === 'uncollectible') return readInvoice(ctx, id)
  if (!isCollected(row.state)) throw notOpen()
  const amount = amountDue(row)
  const where = and(eq(invoiceEvents.invoiceId, id), eq(invoiceEvents.kind, 'uncollectible'))
  const [times] = await ctx.db.select({ n: count() }).from(invoiceEvents).where(where)
  const sides = [
    { account: badDebts, amount },
    { account: receivable, amount: -amount },
  ]
  const key = `invoice-written-off:${id}:${times!.n + 1}`
  const booking = { key, day: today(ctx), currency: row.currency, invoiceId: id, sides }
  await postInvoiceEntry(ctx, { ...booking, memo: `${row.number} is uncollectible` })
  await ctx.db.update(invoices).set({ state: 'uncollectible' }).where(eq(invoices.id, id))
  await recordInvoiceEvent(ctx, id, { kind: 'uncollectible', amount })
  return readInvoice(ctx, id)
}
