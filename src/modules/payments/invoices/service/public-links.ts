import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { CARD_NUMBER_REFUSED, hasCardNumber } from '#card-numbers/rules.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { digest } from '#kernel/secrets.ts'
import { offers, startPayment } from '../../service/start.ts'
import { payments } from '../../tables.ts'
import { isCollected } from '../rules/states.ts'
import { invoicePayments, invoices } from '../tables.ts'
import { amountDue } from './balance.ts'
import { type InvoiceRow, invoiceById, recordInvoiceEvent } from './rows.ts'

export const MODULE = 'invoices'
const TOKEN = /^[\w-]{40,50}$/

export interface Found {
  clientId: string
  id: string
}

/** Whose invoice a link shows; only the hash of its token is stored. */
export async function invoiceAt(db: Db, token: string): Promise<Found | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [row] = await db
    .select({ clientId: invoices.clientId, id: invoices.id })
    .from(invoices)
    .where(eq(invoices.tokenHash, digest(token)))
  return row
}

/** Money on its way or paid that the invoice doesn't show yet. */
export async function comingFor(ctx: Ctx, invoiceId: string): Promise<number> {
  const taken = ctx.db
    .select({ one: sql`1` })
    .from(invoicePayments)
    .where(and(eq(invoicePayments.invoiceId, invoiceId), eq(invoicePayments.paymentId, payments.id)))
  const [row] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${payments.amount} - ${payments.refunded}), 0)`.mapWith(Number) })
    .from(payments)
    .where(
      and(
        eq(payments.module, MODULE),
        eq(payments.refId, invoiceId),
        inArray(payments.state, ['succeeded', 'pending']),
        isNull(payments.dispute),
        notExists(taken),
      ),
    )
  return row!.sum
}

export interface PayState {
  /** What can be paid now; 0: nothing. */
  open: number
  /** Paid or on its way, and not part of the balance yet. */
  coming: number
  /** Why nobody can pay online. */
  reason: string | null
}

export async function payState(ctx: Ctx, row: InvoiceRow): Promise<PayState> {
  const coming = await comingFor(ctx, row.id)
  const isOpen = isCollected(row.state) || row.state === 'uncollectible'
  const open = isOpen ? Math.max(0, amountDue(row) - coming) : 0
  return { open, coming, reason: open > 0 ? (await offers(ctx)).reason : null }
}

/** The first look of a customer; a machine that opens links of mails may be it, so nothing hangs on it. */
export async function countView(ctx: Ctx, row: InvoiceRow): Promise<void> {
  if (row.viewedAt) return
  const [seen] = await ctx.db
    .update(invoices)
    .set({ viewedAt: clock.now() })
    .where(and(eq(invoices.id, row.id), isNull(invoices.viewedAt)))
    .returning({ id: invoices.id })
  if (seen) await recordInvoiceEvent(ctx, row.id, { kind: 'viewed', key: 'viewed' })
}

export const invoiceRow = invoiceById

/** @returns the payment to be paid at the gateway, or what is wrong with what was typed */
export async function startPaying(
  ctx: Ctx,
  row: InvoiceRow,
  sent: { amount: string; key: string },
): Promise<{ paymentId: string } | { problem: string }> {
  const { open, reason } = await payState(ctx, row)
  const money = (amount: number) => formatMoney({ amount, currency: row.currency }, ctx.client.locale)
  if (open === 0) return { problem: 'Nothing is left to pay on this invoice.' }
  if (reason) return { problem: reason }
  if (hasCardNumber(sent.amount)) return { problem: CARD_NUMBER_REFUSED }
  const typed = sent.amount.replace(/^\s*[\p{Sc}]\s*/u, '').trim()
  const amount = typed ? parseMoney(typed, row.currency) : open
  if (amount === null || amount <= 0) return { problem: 'Please enter an amount such as 25.00' }
  if (amount > open) return { problem: `Please pay at most ${money(open)}` }
  const { least } = await offers(ctx)
  if (amount < least) return { problem: `The least that can be paid online is ${money(least)}` }
  const payment = await startPayment(ctx, {
    module: MODULE,
    refId: row.id,
    amount,
    currency: row.currency,
    description: `Invoice ${row.number}`,
    payer: { name: row.customerName, email: row.customerEmail },
    returnPath: `/invoice/${ctx.client.id}/${row.id}`,
    key: `${row.id}:${sent.key}:${amount}`,
  })
  return { paymentId: payment.id }
}

/** A payment for this invoice; undefined where it is for another, or the id is none. */
export async function paymentOf(ctx: Ctx, row: InvoiceRow, id: string) {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return undefined
  const where = and(eq(payments.id, id), eq(payments.module, MODULE), eq(payments.refId, row.id))
  return (await ctx.db.select().from(payments).where(where))[0]
}
