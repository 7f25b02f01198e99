import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { open } from '#kernel/secrets.ts'
import type { Invoice, InvoiceSummary } from '../contract.ts'
import { totalsOf } from '../rules/amounts.ts'
import { balanceOf, type InvoiceEventKind, isCollected } from '../rules/states.ts'
import { dayIn } from '../rules/terms.ts'
import { invoiceCredits, invoiceEvents, invoiceFees, invoiceLines, invoicePayments, invoices } from '../tables.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type LineRow = typeof invoiceLines.$inferSelect
/** What others may know of a row. */
export const TOPIC = 'invoices'

export async function invoiceById(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const [row] = await ctx.db.select().from(invoices).where(eq(invoices.id, id))
  return found(row, 'Invoice')
}

/** Payments, fees and states of one invoice change one after the other. */
export async function lockInvoice(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const [row] = await ctx.db.select().from(invoices).where(eq(invoices.id, id)).for('update')
  return found(row, 'Invoice')
}

export const linesOf = (ctx: Ctx, invoiceId: string): Promise<LineRow[]> =>
  ctx.db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).orderBy(asc(invoiceLines.place))

export interface NewEvent {
  kind: InvoiceEventKind
  amount?: number
  detail?: string
  /** Of what happens once. */
  key?: string
}

/** @returns false where something with that key happened before */
export async function recordInvoiceEvent(ctx: Ctx, invoiceId: string, event: NewEvent): Promise<boolean> {
  const made = await ctx.db
    .insert(invoiceEvents)
    .values({ invoiceId, ...event, userId: userOf(ctx), happenedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: invoiceEvents.id })
  announce(ctx, TOPIC, invoiceId)
  return made.length > 0
}

export const today = (ctx: Ctx): string => dayIn(clock.now(), ctx.client.timeZone)

export const linkOf = ({ id, tokenSealed }: Pick<InvoiceRow, 'id' | 'tokenSealed'>): string | null =>
  tokenSealed ? `${env.publicUrl}/i/${open(tokenSealed, `invoice:${id}`)}` : null

/** Past its due date with something still owed. */
export const overdue = (day: string) =>
  and(inArray(invoices.state, ['open', 'partially_paid']), sql`${invoices.dueOn} < ${day}`)

export function toSummary(row: InvoiceRow, day: string): InvoiceSummary {
  const { id, number, state, personId, customerName, customerEmail, currency, issuedOn, dueOn, total } = row
  return {
    id,
    number,
    state,
    personId,
    customerName,
    customerEmail,
    currency,
    issuedOn,
    dueOn,
    total,
    isOverdue: isCollected(state) && dueOn !== null && dueOn < day,
    balance: state === 'void' ? 0 - row.paid : balanceOf(row),
    createdAt: row.createdAt,
    version: row.version,
  }
}

export async function toInvoice(ctx: Ctx, row: InvoiceRow): Promise<Invoice> {
  const { id } = row
  const [lines, payments, credits, fees, events] = [
    await linesOf(ctx, id),
    await ctx.db.select().from(invoicePayments).where(eq(invoicePayments.invoiceId, id)).orderBy(invoicePayments.id),
    await ctx.db.select().from(invoiceCredits).where(eq(invoiceCredits.invoiceId, id)).orderBy(invoiceCredits.id),
    await ctx.db.select().from(invoiceFees).where(eq(invoiceFees.invoiceId, id)).orderBy(invoiceFees.period),
    await ctx.db
      .select({ event: invoiceEvents, who: users.name })
      .from(invoiceEvents)
      .leftJoin(users, eq(users.id, invoiceEvents.userId))
      .where(eq(invoiceEvents.invoiceId, id))
      .orderBy(desc(invoiceEvents.happenedAt), desc(invoiceEvents.id)),
  ]
  const { customerAddress, terms, memo, subtotal, tax, paid, credited, lateFeesPaused, remindersStopped } = row
  return {
    ...toSummary(row, today(ctx)),
    customerAddress,
    terms,
    memo,
    subtotal,
    tax,
    paid,
    credited,
    fees: row.fees,
    lateFeesPaused,
    remindersStopped,
    chargesLateFees: row.lateFeeTerms !== null,
    sentAt: row.sentAt,
    viewedAt: row.viewedAt,
    taxes: totalsOf(lines).taxes,
    url: linkOf(row),
    lines,
    payments: payments
      .filter(({ removedAt }) => !removedAt)
      .map(payment => ({
        ...payment,
        isManual: !payment.paymentId && !payment.creditInvoiceId,
        isOnline: payment.paymentId !== null,
      })),
    credits,
    lateFees: fees,
    timeline: events.map(({ event, who }) => ({ ...event, who })),
  }
}

export const readInvoice = async (ctx: Ctx, id: string): Promise<Invoice> => toInvoice(ctx, await invoiceById(ctx, id))
