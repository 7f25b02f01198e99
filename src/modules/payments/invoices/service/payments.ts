import { and, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { noCardNumbers } from '#card-numbers/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { kept } from '../../rules/states.ts'
import { postingDay } from '../../service/ledger-postings.ts'
import { refundPayment } from '../../service/refunds.ts'
import { type Payment, paymentById } from '../../service/start.ts'
import type { Invoice, ManualPayment } from '../contract.ts'
import { isCollected, type ManualMethod, manualLabels } from '../rules/states.ts'
import { invoicePayments } from '../tables.ts'
import { amountDue, updateInvoiceBalance } from './balance.ts'
import { dueInvoices, placeOf, postInvoiceEntry, receivable } from './ledger-postings.ts'
import { type InvoiceRow, lockInvoice, readInvoice, recordInvoiceEvent, today } from './rows.ts'

type PaymentRow = typeof invoicePayments.$inferSelect

const byKey = async (ctx: Ctx, invoiceId: string, key: string): Promise<PaymentRow | undefined> => {
  const where = and(eq(invoicePayments.invoiceId, invoiceId), eq(invoicePayments.key, key))
  return (await ctx.db.select().from(invoicePayments).where(where))[0]
}

/** @param from where the money is now; `amount` of it came for the invoice, or went back where it is negative */
async function bookMoney(
  ctx: Ctx,
  row: InvoiceRow,
  payment: { id: string; postings: number },
  { amount, from, day }: { amount: number; from: typeof receivable; day: string },
): Promise<void> {
  const sides = [
    { account: from, amount },
    { account: receivable, amount: -amount },
  ]
  const key = `invoice-payment:${payment.id}:${payment.postings + 1}`
  const memo = amount > 0 ? `Payment of ${row.number}` : `Payment of ${row.number} went back`
  await postInvoiceEntry(ctx, { key, day, currency: row.currency, invoiceId: row.id, memo, sides })
}

function mustBeFinal({ finalizedAt, state }: InvoiceRow): void {
  if (!finalizedAt) throw new Failure('CONFLICT', 'This is a draft. Finalize it first.')
  if (state === 'void') throw new Failure('CONFLICT', 'This invoice is void.')
}

/** Cash, a check or a bank transfer. More than is owed becomes the customer's credit. */
export async function recordPayment(ctx: Ctx, input: ManualPayment): Promise<Invoice> {
  const { id, key, method, amount, reference } = input
  noCardNumbers({ reference })
  const row = await lockInvoice(ctx, id)
  if (await byKey(ctx, id, key)) return readInvoice(ctx, id)
  mustBeFinal(row)
  const day = input.paidOn ?? today(ctx)
  if (day > today(ctx)) throw invalid('paidOn', 'This day is in the future')
  const paidAt = DateTime.fromISO(`${day}T12:00`, { zone: ctx.client.timeZone }).toJSDate()
  const [payment] = await ctx.db
    .insert(invoicePayments)
    .values({ invoiceId: id, key, method, amount, paidAt, reference, postings: 1 })
    .returning()
  await bookMoney(ctx, row, { ...payment!, postings: 0 }, { amount, from: placeOf(method), day })
  await recordInvoiceEvent(ctx, id, {
    kind: 'payment',
    amount,
    detail: [manualLabels[method], reference].filter(Boolean).join(', '),
  })
  await updateInvoiceBalance(ctx, row)
  return readInvoice(ctx, id)
}

/** A payment that was recorded by mistake. */
export async function removePayment(ctx: Ctx, { id, paymentId }: { id: string; paymentId: string }): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  const where = and(eq(invoicePayments.invoiceId, id), eq(invoicePayments.id, paymentId))
  const payment = found((await ctx.db.select().from(invoicePayments).where(where))[0], 'Payment')
  if (payment.paymentId || payment.creditInvoiceId)
    throw new Failure('CONFLICT', 'Only payments recorded by hand can be removed. Refund this one instead.')
  if (payment.removedAt) return readInvoice(ctx, id)
  await ctx.db
    .update(invoicePayments)
    .set({ removedAt: clock.now(), postings: payment.postings + 1 })
    .where(where)
  const from = placeOf(payment.method as ManualMethod)
  await bookMoney(ctx, row, payment, { amount: -payment.amount, from, day: today(ctx) })
  await recordInvoiceEvent(ctx, id, { kind: 'payment_removed', amount: payment.amount })
  await updateInvoiceBalance(ctx, row)
  return readInvoice(ctx, id)
}

/** Of an online payment; its row follows the gateway's word, and what went back is owed again. */
export async function refundInvoicePayment(
  ctx: Ctx,
  { id, paymentId, amount, reason }: { id: string; paymentId: string; amount: number; reason: string },
): Promise<Invoice> {
  await lockInvoice(ctx, id)
  const where = and(eq(invoicePayments.invoiceId, id), eq(invoicePayments.id, paymentId))
  const payment = found((await ctx.db.select().from(invoicePayments).where(where))[0], 'Payment')
  if (!payment.paymentId) throw new Failure('CONFLICT', 'This was not paid online. Remove it, or issue a credit note.')
  await refundPayment(ctx, { paymentId: payment.paymentId, amount, reason })
  return readInvoice(ctx, id)
}

/** Makes an invoice's row of a payment what the gateway says it is now, in whatever order and however often it is told. */
export async function applyGatewayPayment(ctx: Ctx, invoiceId: string, payment: Payment): Promise<void> {
  const row = await lockInvoice(ctx, invoiceId)
  const [known] = await ctx.db.select().from(invoicePayments).where(eq(invoicePayments.paymentId, payment.id))
  const net = kept(payment)
  const change = net - (known?.amount ?? 0)
  if (change === 0) return
  const paidAt = payment.paidAt ?? known?.paidAt ?? clock.now()
  const method = payment.method ?? 'card'
  const reference = [payment.brand, payment.last4 && `•••• ${payment.last4}`].filter(Boolean).join(' ')
  const values = {
    invoiceId,
    paymentId: payment.id,
    key: payment.id,
    method,
    amount: net,
    paidAt,
    reference,
    postings: 1,
  }
  const [after] = known
    ? await ctx.db
        .update(invoicePayments)
        .set({ amount: net, paidAt, postings: known.postings + 1 })
        .where(eq(invoicePayments.id, known.id))
        .returning()
    : await ctx.db.insert(invoicePayments).values(values).returning()
  const day = await postingDay(ctx, change > 0 ? paidAt : clock.now())
  await bookMoney(ctx, row, { ...after!, postings: after!.postings - 1 }, { amount: change, from: dueInvoices, day })
  await recordInvoiceEvent(ctx, invoiceId, {
    kind: change > 0 ? 'payment' : 'refunded',
    amount: Math.abs(change),
    detail: reference,
  })
  await updateInvoiceBalance(ctx, row)
}

/** A payment changed; those of other modules are not ours. */
export async function onPaymentChanged(
  ctx: Ctx,
  { paymentId, module, refId }: { paymentId: string; module: string; refId: string },
): Promise<void> {
  if (module === 'invoices') await applyGatewayPayment(ctx, refId, await paymentById(ctx, paymentId))
}

const sameCustomer = (one: InvoiceRow, other: InvoiceRow): boolean =>
  (one.personId !== null && one.personId === other.personId) ||
  (one.customerEmail !== '' && one.customerEmail === other.customerEmail)

/** Pays an invoice with what its customer paid too much on another one. Nothing moves in the books: both are receivable. */
export async function applyCredit(
  ctx: Ctx,
  { id, fromId, key }: { id: string; fromId: string; key: string },
): Promise<Invoice> {
  if (id === fromId) throw invalid('fromId', 'Please choose another invoice')
  // In one order, so that two of them never wait for each other.
  const rows = new Map<string, InvoiceRow>()
  for (const one of [id, fromId].sort()) rows.set(one, await lockInvoice(ctx, one))
  const [to, from] = [rows.get(id)!, rows.get(fromId)!]
  if (await byKey(ctx, id, key)) return readInvoice(ctx, id)
  if (!isCollected(to.state)) throw new Failure('CONFLICT', 'Nothing is owed on this invoice.')
  if (to.currency !== from.currency || !sameCustomer(to, from))
    throw invalid('fromId', 'Please choose an invoice of the same customer and currency')
  const credit = from.state === 'void' ? from.paid : -amountDue(from)
  const amount = Math.min(credit, amountDue(to))
  if (amount <= 0) throw new Failure('CONFLICT', 'There is no credit left on that invoice.')
  const shared = { method: 'credit', paidAt: clock.now(), key }
  await ctx.db.insert(invoicePayments).values([
    { ...shared, invoiceId: id, creditInvoiceId: fromId, amount, reference: `From ${from.number}` },
    { ...shared, invoiceId: fromId, creditInvoiceId: id, amount: -amount, reference: `To ${to.number}` },
  ])
  const { currency } = to
  const said = formatMoney({ amount, currency }, ctx.client.locale)
  await recordInvoiceEvent(ctx, id, { kind: 'credit_used', amount, detail: `${said} from ${from.number}` })
  await recordInvoiceEvent(ctx, fromId, { kind: 'credit_used', amount, detail: `${said} to ${to.number}` })
  await updateInvoiceBalance(ctx, to)
  await updateInvoiceBalance(ctx, from)
  return readInvoice(ctx, id)
}
