import { and, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { shortWhen } from '../rules/when.ts'
import { cancelAttendance } from '../service/attendance.ts'
import { REMINDER_TEXT } from '../service/attendee-messages.ts'
import { appointments, attendees } from '../tables.ts'
import { type Reply, replyOf } from './rules.ts'

/** Kind of what a Y or N is answered with. */
const AUTO_REPLY = 'appointment-auto-reply'

/** An answer to the latest reminder from that number: Y confirms, N cancels. Anything else stays a message to read. */
export async function processReply(ctx: Ctx, messageId: string): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  if (message?.channel !== 'sms' || message.direction !== 'in') return
  const reply = replyOf(message.bodyText)
  const asked = reply && (await appointmentRemindedOf(ctx, message.sender, message.id))
  if (!reply || !asked) return
  const said = await applyReminderReply(ctx, asked, reply)
  if (said && reply !== 'cancel')
    await send(ctx, [
      {
        channel: 'sms',
        purpose: 'confirmation',
        to: message.sender,
        text: said,
        kind: AUTO_REPLY,
        dedupeKey: `appointment-reply:${messageId}`,
      },
    ])
}

/** What these answered is done with: a “Y” after the confirmation of START, or an “N” after a “Y”, is about the reminder before. */
const ANSWERS = ['reply-word', AUTO_REPLY]

/** The appointment that the last text to that number was about; a later text of another kind means that it is answered instead. */
async function appointmentRemindedOf(ctx: Ctx, number: string, before: string) {
  const [last] = await ctx.db
    .select({ kind: messages.kind, key: messages.dedupeKey })
    .from(messages)
    .where(
      and(
        eq(messages.recipient, number),
        eq(messages.channel, 'sms'),
        eq(messages.direction, 'out'),
        sql`${messages.state} not in ('skipped', 'failed')`,
        sql`${messages.id} < ${before}::uuid`,
        notInArray(messages.kind, ANSWERS),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  if (last?.kind !== REMINDER_TEXT) return
  const [, appointmentId, attendeeId] = last.key.split(':')
  const [row] = await ctx.db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.id, appointmentId!),
        gt(appointments.startsAt, clock.now()),
        inArray(appointments.status, ['pending', 'confirmed']),
      ),
    )
  const [guest] = await ctx.db.select().from(attendees).where(eq(attendees.id, attendeeId!))
  return row && guest ? { row, guest } : undefined
}

type Reminded = NonNullable<Awaited<ReturnType<typeof appointmentRemindedOf>>>

async function applyReminderReply(ctx: Ctx, { row, guest }: Reminded, reply: Reply): Promise<string | null> {
  const when = shortWhen({ ...row, timeZone: ctx.client.timeZone, locale: ctx.client.locale })
  if (reply === 'yes') {
    await ctx.db
      .update(attendees)
      .set({ state: 'confirmed' })
      .where(and(eq(attendees.id, guest.id), eq(attendees.state, 'booked')))
    announce(ctx, 'calendar', row.id)
    return `Thank you. See you on ${when}.`
  }
  if (reply === 'cancel') {
    await ctx.db
      .update(appointments)
      .set({ flag: 'Texted CANCEL: texts are stopped, and the appointment still stands' })
      .where(eq(appointments.id, row.id))
    announce(ctx, 'calendar', row.id)
    return null
  }
  const wasSeat = await cancelAttendance(ctx, row, guest.id, 'Canceled by text')
  return wasSeat ? `Your seat on ${when} is canceled.` : `Your appointment on ${when} is canceled.`
}
