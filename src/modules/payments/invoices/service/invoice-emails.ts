import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { sendMail } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import type { Invoice } from '../contract.ts'
import { invoiceMail, reminderMail } from '../emails/invoice.ts'
import { dueReminder } from '../rules/reminders.ts'
import { dayIn } from '../rules/terms.ts'
import { invoiceEvents, invoices } from '../tables.ts'
import { amountDue } from './balance.ts'
import { type InvoiceRow, linkOf, lockInvoice, readInvoice, recordInvoiceEvent, today } from './rows.ts'
import { readSettings } from './settings.ts'

const wordsOf = (ctx: Ctx, row: InvoiceRow) => ({
  business: row.issuer!.name,
  customer: row.customerName,
  number: row.number!,
  amount: formatMoney({ amount: amountDue(row), currency: row.currency }, ctx.client.locale),
  due: DateTime.fromISO(row.dueOn!).setLocale(ctx.client.locale).toLocaleString(DateTime.DATE_MED),
  href: linkOf(row)!,
})

async function mail(
  ctx: Ctx,
  row: InvoiceRow,
  letter: ReturnType<typeof invoiceMail>,
  kind: string,
  dedupeKey: string,
) {
  const { replyTo } = await readSettings(ctx)
  return sendMail(ctx, {
    ...letter,
    to: row.customerEmail,
    toName: row.customerName,
    kind,
    dedupeKey,
    senderName: row.issuer!.name,
    ...(replyTo && { replyTo }),
  })
}

/** Mails the link to the customer. Who can't be written to is said, and stands in the timeline. */
export async function sendInvoice(ctx: Ctx, { id, key }: { id: string; key: string }): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  if (!row.finalizedAt) throw new Failure('CONFLICT', 'This is a draft. Finalize it first.')
  if (row.state === 'void') throw new Failure('CONFLICT', 'This invoice is void.')
  if (!row.customerEmail)
    throw new Failure('CONFLICT', 'This customer has no email address. Copy the link or download the PDF instead.')
  const written = await mail(ctx, row, invoiceMail(wordsOf(ctx, row)), 'invoice', `invoice:${id}:${key}`)
  if (written.state === 'skipped') {
    await recordInvoiceEvent(ctx, id, { kind: 'not_sent', detail: row.customerEmail })
    throw new Failure('CONFLICT', 'This address can’t be written to. Copy the link or download the PDF instead.', {
      keep: true,
    })
  }
  if (written.state === 'repeated') return readInvoice(ctx, id)
  await ctx.db
    .update(invoices)
    .set({ sentAt: row.sentAt ?? clock.now() })
    .where(eq(invoices.id, id))
  await recordInvoiceEvent(ctx, id, { kind: 'sent', detail: row.customerEmail })
  return readInvoice(ctx, id)
}

const isReminded = and(
  inArray(invoices.state, ['open', 'partially_paid']),
  isNotNull(invoices.sentAt),
  isNull(invoices.remindersStopped),
)

/** Reminds of every invoice whose day it is. Run again on that day it sends nothing more. */
export async function sendDueReminders(ctx: Ctx): Promise<void> {
  const settings = await readSettings(ctx)
  if (!settings.reminders) return
  const open = await ctx.db.select({ id: invoices.id }).from(invoices).where(isReminded).orderBy(invoices.id)
  for (const { id } of open) await sendDueReminder(ctx, id, settings.schedule)
}

async function sendDueReminder(ctx: Ctx, id: string, schedule: readonly number[]): Promise<void> {
  const row = await lockInvoice(ctx, id)
  const sentOn = dayIn(row.sentAt!, ctx.client.timeZone)
  const offset = dueReminder(schedule, { due: row.dueOn!, today: today(ctx), sentOn, done: await doneOf(ctx, id) })
  if (offset === undefined || !row.customerEmail) return
  if (!(await recordInvoiceEvent(ctx, id, { kind: 'reminded', detail: String(offset), key: `reminder ${offset}` })))
    return
  const words = { ...wordsOf(ctx, row), days: offset }
  const written = await mail(ctx, row, reminderMail(words), 'invoice-reminder', `invoice-reminder:${id}:${offset}`)
  if (written.state === 'skipped') await stopReminders(ctx, id, 'unreachable')
}

async function doneOf(ctx: Ctx, id: string): Promise<number[]> {
  const rows = await ctx.db
    .select({ detail: invoiceEvents.detail })
    .from(invoiceEvents)
    .where(and(eq(invoiceEvents.invoiceId, id), eq(invoiceEvents.kind, 'reminded')))
  return rows.map(({ detail }) => Number(detail))
}

async function stopReminders(ctx: Ctx, id: string, why: 'replied' | 'unreachable'): Promise<void> {
  await ctx.db.update(invoices).set({ remindersStopped: why }).where(eq(invoices.id, id))
  await recordInvoiceEvent(ctx, id, { kind: 'reminders_stopped', detail: why })
}

/** A customer wrote back: someone of the church takes over, and no machine reminds them any more. */
export async function stopRemindersOnReply(ctx: Ctx, messageId: string): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  if (message?.direction !== 'in' || message.channel !== 'email') return
  const sender = normaliseEmail(message.sender)
  const answered = message.answersId
    ? (await ctx.db.select({ key: messages.dedupeKey }).from(messages).where(eq(messages.id, message.answersId)))[0]
        ?.key
    : undefined
  const [, answeredId] = /^invoice(?:-reminder)?:([0-9a-f-]{36}):/.exec(answered ?? '') ?? []
  const theirs = [
    ...(sender ? [eq(invoices.customerEmail, sender)] : []),
    ...(answeredId ? [eq(invoices.id, answeredId)] : []),
  ]
  if (theirs.length === 0) return
  const rows = await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(isReminded, or(...theirs)))
    .orderBy(invoices.id)
    .for('update')
  for (const { id } of rows) await stopReminders(ctx, id, 'replied')
}

const REMINDER_HOUR = 9
/** Churches with open invoices that were sent, where it is nine in the morning. */
export const accountsDueReminders = (now: Date): SQL =>
  sql`select distinct ${invoices.clientId} from ${invoices} join ${clients} on ${clients.id} = ${invoices.clientId}
    where ${isReminded}
    and extract(hour from ${now.toISOString()}::timestamptz at time zone ${clients.timeZone}) = ${REMINDER_HOUR}`

/** Staff stop or resume what is done about a late invoice. */
export async function pauseCollection(
  ctx: Ctx,
  { id, lateFees, reminders }: { id: string; lateFees?: boolean | undefined; reminders?: boolean | undefined },
): Promise<Invoice> {
  const row = await lockInvoice(ctx, id)
  if (lateFees !== undefined && lateFees !== row.lateFeesPaused)
    await recordInvoiceEvent(ctx, id, { kind: lateFees ? 'late_fees_paused' : 'late_fees_resumed' })
  if (reminders !== undefined && reminders !== (row.remindersStopped !== null))
    await recordInvoiceEvent(ctx, id, { kind: reminders ? 'reminders_stopped' : 'reminders_started' })
  await ctx.db
    .update(invoices)
    .set({
      ...(lateFees !== undefined && { lateFeesPaused: lateFees }),
      ...(reminders !== undefined && {
        remindersStopped: reminders ? (row.remindersStopped ?? ('staff' as const)) : null,
      }),
      updatedAt: clock.now(),
    })
    .where(eq(invoices.id, id))
  return readInvoice(ctx, id)
}
