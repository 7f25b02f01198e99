import { and, asc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm'
import { latestEvidence } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { dueAt } from '../rules/reminders.ts'
import { appointmentReminders, appointments, attendees } from '../tables.ts'
import { sendReminder } from './attendee-messages.ts'

type Scheduled = Pick<typeof appointments.$inferSelect, 'id' | 'startsAt' | 'status' | 'reminders'>

/** Computes the reminders anew, after a booking or a move. What was sent for an earlier time is sent for the new one as well. */
export async function scheduleReminders(ctx: Ctx, row: Scheduled): Promise<void> {
  await unscheduleReminders(ctx, row.id)
  if (row.status !== 'confirmed' || row.reminders.length === 0) return
  const guests = await ctx.db
    .select({ id: attendees.id, email: attendees.email, phone: attendees.phone })
    .from(attendees)
    .where(and(eq(attendees.appointmentId, row.id), notInArray(attendees.state, ['cancelled', 'waitlisted'])))
  const rows = guests.flatMap(guest =>
    row.reminders.flatMap(rule => {
      const due = dueAt(rule, row.startsAt, clock.now())
      const address = rule.channel === 'email' ? guest.email : guest.phone
      return due && address ? [{ ...rule, attendeeId: guest.id, appointmentId: row.id, dueAt: due }] : []
    }),
  )
  if (rows.length > 0) await ctx.db.insert(appointmentReminders).values(rows).onConflictDoNothing()
}

export async function unscheduleReminders(ctx: Ctx, appointmentId: string): Promise<void> {
  await ctx.db.delete(appointmentReminders).where(eq(appointmentReminders.appointmentId, appointmentId))
}

/** Ids of accounts with reminders that are due. */
export const accountsWithDueReminders = (now: Date) =>
  sql`select client_id from appointment_reminders where sent_at is null and skipped is null and due_at <= ${now.toISOString()}::timestamptz`

const BATCH = 200

/** Sends what is due; row and message are of one transaction, and the message's key is that of the reminder. */
export async function sendDueReminders(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .select()
    .from(appointmentReminders)
    .where(
      and(
        isNull(appointmentReminders.sentAt),
        isNull(appointmentReminders.skipped),
        lte(appointmentReminders.dueAt, clock.now()),
      ),
    )
    .orderBy(asc(appointmentReminders.dueAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  for (const reminder of due) {
    const skipped = await sendOne(ctx, reminder)
    await ctx.db
      .update(appointmentReminders)
      .set(skipped ? { skipped } : { sentAt: clock.now() })
      .where(eq(appointmentReminders.id, reminder.id))
  }
  return due.length
}

/** @returns why none was sent */
async function sendOne(ctx: Ctx, reminder: typeof appointmentReminders.$inferSelect): Promise<string | null> {
  const [row] = await ctx.db.select().from(appointments).where(eq(appointments.id, reminder.appointmentId))
  if (row?.status !== 'confirmed') return 'not_confirmed'
  if (row.startsAt.getTime() - clock.ms() < 10 * 60_000) return 'too_late'
  const [guest] = await ctx.db.select().from(attendees).where(eq(attendees.id, reminder.attendeeId))
  if (!guest || ['cancelled', 'waitlisted'].includes(guest.state)) return 'not_coming'
  if (reminder.channel === 'sms' && !(await mayText(ctx, guest.phone))) return 'no_consent'
  return sendReminder(ctx, row, guest, reminder)
}

/** What texts about appointments need: consent to texts, or to these alone. */
export const APPOINTMENT_TEXTS = 'appointments'
async function mayText(ctx: Ctx, phone: string | null): Promise<boolean> {
  const number = phone && normalisePhone(phone, ctx.client.country)
  if (!number) return false
  const words = await latestEvidence(ctx, [number], { channel: 'sms', topic: APPOINTMENT_TEXTS })
  return words.get(number) === 'granted'
}
