import { and, eq, inArray, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { type MessageOutcome, send, sendMail, setConfidential } from '#messaging/service.ts'
import { normalisePhone } from '#people/rules/contact.ts'
import { type AppointmentNews, appointmentMail } from '../emails/appointment.ts'
import { paymentOf } from '../paying/service.ts'
import { invitation } from '../rules/icalendar.ts'
import { guestPath } from '../rules/links.ts'
import { sameClocks, shortWhen, whenText } from '../rules/when.ts'
import { type appointmentReminders, appointments, attendees } from '../tables.ts'
import { guestToken } from './token.ts'

type Row = typeof appointments.$inferSelect
type Guest = typeof attendees.$inferSelect

interface Church {
  name: string
  slug: string
}
export async function churchRow(ctx: Ctx): Promise<Church> {
  const [row] = await ctx.db
    .select({ name: clients.name, slug: clients.slug })
    .from(clients)
    .where(eq(clients.id, ctx.client.id))
  return found(row, 'Account')
}

const linkOf = (church: Church, guest: Pick<Guest, 'id'>) =>
  `${env.publicUrl}${guestPath(church.slug, guestToken(guest.id))}`

const whereOf = ({ locationKind, location }: Row, guest: Guest) =>
  locationKind === 'phone' ? `We will call you${guest.phone ? ` at ${guest.phone}` : ''}` : location

function mailOf(ctx: Ctx, church: Church, row: Row, guest: Guest, what: AppointmentNews, payment: string | null) {
  const { locale, timeZone } = ctx.client
  const differs = guest.timeZone && !sameClocks(row.startsAt, guest.timeZone, timeZone)
  return appointmentMail({
    what,
    church: church.name,
    guest: guest.name,
    title: row.title,
    when: whenText({ ...row, timeZone, locale }),
    ownWhen: differs ? whenText({ ...row, timeZone: guest.timeZone!, locale }) : null,
    where: whereOf(row, guest),
    reason: what === 'cancelled' ? row.cancelReason : null,
    payment,
    href: linkOf(church, guest),
  })
}

const firstAddress = () => env.mailFrom.match(/<([^>]+)>/)?.[1] ?? env.mailFrom

const calendarOf = (church: Church, row: Row, guest: Guest, what: AppointmentNews) => {
  if (what === 'reminder' || what === 'waitlisted' || !guest.email) return undefined
  const method = what === 'cancelled' ? ('CANCEL' as const) : ('REQUEST' as const)
  const content = invitation(method, {
    uid: row.uid,
    sequence: row.sequence,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    location: whereOf(row, guest),
    title: `${row.title} (${church.name})`,
    status: what === 'cancelled' ? 'CANCELLED' : row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    stampedAt: clock.now(),
    url: linkOf(church, guest),
    organizer: { name: church.name, email: firstAddress() },
    attendee: { name: guest.name, email: guest.email },
  })
  return { method, content }
}

async function rowAndGuests(ctx: Ctx, appointmentId: string, attendeeId?: string) {
  const [row] = await ctx.db.select().from(appointments).where(eq(appointments.id, appointmentId))
  const guests = row
    ? await ctx.db
        .select()
        .from(attendees)
        .where(
          and(
            eq(attendees.appointmentId, row.id),
            attendeeId ? eq(attendees.id, attendeeId) : inArray(attendees.state, ['booked', 'confirmed', 'checked_in']),
          ),
        )
    : []
  return { row, guests }
}

/** Emails everyone who comes, or one of them, with an invitation that their calendar understands. */
export async function emailAttendees(
  ctx: Ctx,
  appointmentId: string,
  what: AppointmentNews,
  attendeeId?: string,
): Promise<void> {
  const { row, guests } = await rowAndGuests(ctx, appointmentId, attendeeId)
  if (!row) return
  const church = await churchRow(ctx)
  const payment = (await paymentOf(ctx, row))?.text ?? null
  for (const guest of guests) {
    if (!guest.email) continue
    const calendar = calendarOf(church, row, guest, what)
    const written = await sendMail(ctx, {
      to: guest.email,
      toName: guest.name,
      senderName: church.name,
      ...mailOf(ctx, church, row, guest, what, payment),
      kind: `appointment-${what}`,
      dedupeKey: `appointment:${row.id}:${guest.id}:${what}:${row.sequence}`,
      ...(calendar && { calendar }),
    })
    await hideWords(ctx, row, written)
  }
}

/** Messages of a confidential appointment are as confidential as it is. */
async function hideWords(ctx: Ctx, row: Row, { id }: MessageOutcome): Promise<void> {
  if (row.isConfidential && id) await setConfidential(ctx, sql`(${id}::uuid)`, true)
}

/** @returns why none was sent */
export async function sendReminder(
  ctx: Ctx,
  row: Row,
  guest: Guest,
  { channel, minutesBefore }: Pick<typeof appointmentReminders.$inferSelect, 'channel' | 'minutesBefore'>,
): Promise<string | null> {
  const church = await churchRow(ctx)
  const dedupeKey = `appointment:${row.id}:${guest.id}:reminder:${channel}:${minutesBefore}:${row.startsAt.getTime()}`
  if (channel === 'email') {
    if (!guest.email) return 'no_address'
    const mail = mailOf(ctx, church, row, guest, 'reminder', null)
    const written = await sendMail(ctx, {
      to: guest.email,
      toName: guest.name,
      senderName: church.name,
      ...mail,
      kind: 'appointment-reminder',
      dedupeKey,
    })
    await hideWords(ctx, row, written)
    return written.state === 'skipped' ? (written.reason ?? 'skipped') : null
  }
  const number = guest.phone && normalisePhone(guest.phone, ctx.client.country)
  if (!number) return 'no_address'
  const when = shortWhen({ ...row, timeZone: ctx.client.timeZone, locale: ctx.client.locale })
  const text = `${church.name}: reminder of your appointment “${row.title}” on ${when}. Reply Y to confirm, N to cancel.`
  const [written] = await send(ctx, [
    {
      channel: 'sms',
      purpose: 'transactional',
      to: number,
      text: text.replace(/[“”]/g, '"'),
      kind: REMINDER_TEXT,
      dedupeKey,
    },
  ])
  await hideWords(ctx, row, written!)
  return written!.state === 'skipped' ? (written!.reason ?? 'skipped') : null
}

/** Kind of the texts that can be answered with Y or N. */
export const REMINDER_TEXT = 'appointment-reminder'
