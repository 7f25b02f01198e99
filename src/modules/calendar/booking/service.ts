import { createHash, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, isNull, like, max, sql } from 'drizzle-orm'
import { subscribe } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { networkOf } from '#kernel/network.ts'
import { announce } from '#kernel/realtime.ts'
import { sealOf } from '#kernel/secrets.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { recordGoal } from '#links/goals/service.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { intakePerson } from '#people/service/intake.ts'
import { people } from '#people/tables.ts'
import { appointmentBooked, seatTaken } from '../events.ts'
import { askForPayment, owedToBook, unpaid } from '../paying/service.ts'
import { HIDDEN_TITLE } from '../rules/states.ts'
import { announceChange } from '../service/appointments.ts'
import { freeTimesOf, resourcesFor, type TypeRow } from '../service/availability.ts'
import { claimResources, lockBookings, lockDailyLimit, release } from '../service/claims.ts'
import { APPOINTMENT_TEXTS } from '../service/reminders.ts'
import { resourcesOf, toTimeTaken, wantedOf } from '../service/reservation.ts'
import { missingSafeguard } from '../service/safeguard.ts'
import { appointmentDetails, appointments, attendees, calendarTypes, claims } from '../tables.ts'
import { followUp } from '../tasks.ts'
import type { Booking } from './rules.ts'

/** Types that the church lists for everyone. */
export const publicTypes = (ctx: Ctx): Promise<TypeRow[]> =>
  ctx.db
    .select()
    .from(calendarTypes)
    .where(and(eq(calendarTypes.visibility, 'public'), calendarTypes.isActive, isNull(calendarTypes.deletedAt)))
    .orderBy(asc(calendarTypes.name))

export async function typeAt(ctx: Ctx, slug: string): Promise<TypeRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(calendarTypes)
    .where(and(eq(calendarTypes.slug, slug), isNull(calendarTypes.deletedAt)))
  return row
}

/** Free times for a guest. */
export const timesFor = (
  ctx: Ctx,
  type: TypeRow,
  from: Date,
  to: Date,
  duration: number,
  options: { except?: string } = {},
) => freeTimesOf(ctx, type, { from, to, duration }, options)

export interface Session {
  id: string
  startsAt: Date
  endsAt: Date
  location: string
  capacity: number
  taken: number
}

const seatsTaken = sql<number>`(select count(*)::int from appointment_attendees t where t.client_id = ${appointments}.client_id
  and t.appointment_id = ${appointments}.id and t.state not in ('cancelled', 'waitlisted'))`

/** Sessions with seats that are still ahead. */
export async function sessionsOf(ctx: Ctx, type: TypeRow): Promise<Session[]> {
  const rows = await ctx.db
    .select({
      id: appointments.id,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
      location: appointments.location,
      capacity: appointments.capacity,
      taken: seatsTaken,
    })
    .from(appointments)
    .where(
      and(
        eq(appointments.typeId, type.id),
        eq(appointments.status, 'confirmed'),
        gt(appointments.startsAt, new Date(clock.ms() + type.noticeMinutes * 60_000)),
      ),
    )
    .orderBy(asc(appointments.startsAt))
    .limit(50)
  return rows.map(row => ({ ...row, capacity: row.capacity ?? type.capacity ?? 0 }))
}

/**
 * Reserves a time for five minutes while the guest fills in the form; a device has one reservation at a time.
 * @param isReserved false: it is only checked that the time is free
 * @returns the key of the reservation, empty without one; undefined if the time has just been taken
 */
export async function reserveTime(
  ctx: Ctx,
  type: TypeRow,
  { at, duration, isReserved }: { at: Date; duration: number; isReserved: boolean },
): Promise<string | undefined> {
  await lockBookings(ctx, { alone: false })
  const network = sealOf(`hold ${networkOf(ctx.ip ?? '')}`)
  const device = `${network}-${sealOf(`hold ${networkOf(ctx.ip ?? '')} ${ctx.userAgent ?? ''}`)}`
  // Before the times are read: a guest who chooses another time is not in their own way.
  await releaseReservations(ctx, device, 0)
  const ids = await resourcesFor(ctx, type, at, duration)
  if (!ids) return
  if (!isReserved) return ''
  await releaseReservations(ctx, network, MOST_RESERVATIONS - 1)
  const rows = await resourcesOf(ctx, ids)
  const holdKey = `${device}-${randomUUID()}`
  const wanted = wantedOf(rows, at, new Date(at.getTime() + duration * 60_000), type)
  const taken = await claimResources(ctx, wanted, { status: 'hold', holdKey })
  if (taken.length === 0) return holdKey
  await release(ctx, { holdKey })
}

/** From one network so many times are reserved at once: a further one gives up the oldest. */
const MOST_RESERVATIONS = 20

/** Gives up the reservations of a device or network except the newest ones. */
async function releaseReservations(ctx: Ctx, owner: string, kept: number): Promise<void> {
  const reserved = await ctx.db
    .select({ holdKey: claims.holdKey, at: max(claims.createdAt) })
    .from(claims)
    .where(like(claims.holdKey, `${owner}-%`))
    .groupBy(claims.holdKey)
    .orderBy(desc(max(claims.createdAt)))
    .offset(kept)
  for (const { holdKey } of reserved) await release(ctx, { holdKey: holdKey! })
}

export interface Booked {
  attendeeId: string
  status: 'pending' | 'confirmed' | 'waitlisted'
  /** It is booked once it is paid. */
  mustPay?: boolean
}

/** Two presses of the button, or a page that is sent again, book once: the key and what was asked for name the booking. */
const keyOf = (type: TypeRow, { key, at, sessionId, email }: Booking) =>
  createHash('sha256')
    .update([type.id, key, at?.toISOString() ?? sessionId, email].join('\n'))
    .digest('hex')

/** The attendee of a booking is found by its key: a visitor can't search among what is confidential. */
const attendeeIdOf = (key: string) =>
  `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(13, 16)}-8${key.slice(17, 20)}-${key.slice(20, 32)}`

async function bookedBefore(ctx: Ctx, bookingKey: string): Promise<Booked | undefined> {
  const attendeeId = attendeeIdOf(bookingKey)
  const [row] = await ctx.db
    .select({ status: appointments.status, payBy: appointments.payBy })
    .from(appointments)
    .where(eq(appointments.bookingKey, bookingKey))
  if (row)
    return { attendeeId, status: row.status === 'pending' ? 'pending' : 'confirmed', mustPay: row.payBy !== null }
  const [seat] = await ctx.db.select({ state: attendees.state }).from(attendees).where(eq(attendees.id, attendeeId))
  return seat && { attendeeId, status: seat.state === 'waitlisted' ? 'waitlisted' : 'confirmed' }
}

/**
 * Books what a guest asked for.
 * @throws TIME_TAKEN with the three nearest free times
 */
export async function bookAppointment(ctx: Ctx, type: TypeRow, booking: Booking): Promise<Booked> {
  const bookingKey = keyOf(type, booking)
  // The same page sent twice at once: the second waits for the first, and finds it.
  await advisoryLock(ctx.db, bookingKey)
  const before = await bookedBefore(ctx, bookingKey)
  if (before) return before
  return type.assignment === 'seats'
    ? takeSeat(ctx, type, booking, bookingKey)
    : takeTime(ctx, type, booking, bookingKey)
}

const TOO_FAST = 'Sent faster than people type. Confirm it if you know this guest.'
/** Why a member has to look at it first. */
const doubtOf = ({ isFast }: Booking, safeguard: Parameters<typeof missingSafeguard>[0]) =>
  missingSafeguard(safeguard) ?? (isFast ? TOO_FAST : null)

async function takeTime(ctx: Ctx, type: TypeRow, booking: Booking, bookingKey: string): Promise<Booked> {
  const { at, duration, holdKey } = booking
  const endsAt = new Date(at!.getTime() + duration * 60_000)
  // Before the times are read: what blocks everyone meanwhile is seen.
  await lockBookings(ctx, { alone: false })
  await lockDailyLimit(ctx, type)
  const ids = await resourcesFor(ctx, type, at!, duration, holdKey ? { holdKey } : {})
  if (!ids) throw await toTimeTaken(ctx, { rows: [], startsAt: at!, endsAt, type }, false)
  const rows = await resourcesOf(ctx, ids)
  const personId = await personOf(ctx, booking)
  const { timeZone } = ctx.client
  const doubt = doubtOf(booking, {
    rule: 'none',
    guests: [{ birthDate: await birthDateOf(ctx, personId) }],
    chosen: rows,
    startsAt: at!,
    timeZone,
    inPerson: type.locationKind === 'in_person',
  })
  const owed = await owedToBook(ctx, type)
  const status = owed > 0 || type.confirmation === 'manual' || doubt ? ('pending' as const) : ('confirmed' as const)
  const id = await newId(ctx)
  await ctx.db.insert(appointments).values({
    id,
    typeId: type.id,
    kind: type.kind,
    title: type.isConfidential ? HIDDEN_TITLE : type.name,
    startsAt: at!,
    endsAt,
    timeZone,
    status,
    resourceIds: ids,
    bookingKey,
    origin: 'booking',
    locationKind: type.locationKind,
    location: type.location,
    isConfidential: type.isConfidential,
    uid: `${id}@lampstand`,
    reminders: type.reminders,
    flag: doubt,
    ...(owed > 0 && unpaid(type)),
  })
  if (holdKey) await release(ctx, { holdKey })
  if (owed > 0 || status === 'confirmed' || (type.pendingBlocks && !booking.isFast)) {
    const taken = await claimResources(ctx, wantedOf(rows, at!, endsAt, type), { status, appointmentId: id })
    if (taken.length > 0) throw await toTimeTaken(ctx, { rows, startsAt: at!, endsAt, type, appointmentId: id }, false)
  }
  await ctx.db
    .insert(appointmentDetails)
    .values({ id: await newId(ctx), appointmentId: id, title: type.name, answers: booking.answers })
  const attendeeId = await addGuest(ctx, id, booking, { personId, state: 'booked', bookingKey })
  await reachGoal(ctx, type, attendeeId, personId)
  if (owed > 0) {
    await askForPayment(ctx, type, { appointmentId: id, owed })
    return { attendeeId, status, mustPay: true }
  }
  await announceChange(ctx, { id, typeId: type.id }, appointmentBooked)
  await enqueue(ctx, followUp, { appointmentId: id, what: status === 'pending' ? 'requested' : 'booked' })
  return { attendeeId, status }
}

/** The session is locked: the last seat is given once. */
async function takeSeat(ctx: Ctx, type: TypeRow, booking: Booking, bookingKey: string): Promise<Booked> {
  const [row] = await ctx.db
    .select({
      id: appointments.id,
      capacity: appointments.capacity,
      startsAt: appointments.startsAt,
      taken: seatsTaken,
    })
    .from(appointments)
    .where(
      and(
        eq(appointments.id, booking.sessionId!),
        eq(appointments.typeId, type.id),
        eq(appointments.status, 'confirmed'),
      ),
    )
    .for('update')
  if (!row || row.startsAt <= clock.now())
    throw new Failure('NOT_FOUND', 'This date is not open any more. Please choose another one.')
  const [now] = await ctx.db.select({ taken: seatsTaken }).from(appointments).where(eq(appointments.id, row.id))
  const isFull = now!.taken >= (row.capacity ?? type.capacity ?? 0)
  if (isFull && !type.hasWaitlist)
    throw new Failure('TIME_TAKEN', 'All seats are taken.', { data: { conflicts: [], alternatives: [] } })
  const state = isFull ? ('waitlisted' as const) : ('booked' as const)
  const personId = await personOf(ctx, booking)
  const attendeeId = await addGuest(ctx, row.id, booking, { personId, state, bookingKey })
  await announceChange(ctx, { id: row.id, typeId: type.id }, seatTaken, { attendeeId })
  await reachGoal(ctx, type, attendeeId, personId)
  await enqueue(ctx, followUp, { appointmentId: row.id, what: isFull ? 'waitlisted' : 'booked', attendeeId })
  return { attendeeId, status: isFull ? 'waitlisted' : 'confirmed' }
}

/** Who comes to a confidential appointment is not told by what they reached. */
const reachGoal = (ctx: Ctx, type: TypeRow, attendeeId: string, personId: string) =>
  recordGoal(ctx, {
    kind: 'booking' as const,
    subjectId: type.id,
    refId: attendeeId,
    personId: type.isConfidential ? null : personId,
  })

/** A visitor can't read back what is confidential, so its id is made before. */
const newId = async (ctx: Ctx) => (await ctx.db.execute<{ id: string }>(sql`select uuidv7() as id`)).rows[0]!.id

type Seat = { personId: string; state: 'booked' | 'waitlisted'; bookingKey: string }
async function addGuest(
  ctx: Ctx,
  appointmentId: string,
  booking: Booking,
  { bookingKey, ...seat }: Seat,
): Promise<string> {
  const { name, email, phone, timeZone, answers, mayText } = booking
  const id = attendeeIdOf(bookingKey)
  await ctx.db.insert(attendees).values({ id, appointmentId, name, email, phone, timeZone, answers, ...seat })
  const number = phone && normalisePhone(phone, ctx.client.country)
  if (mayText && number)
    await subscribe(ctx, number, {
      channel: 'sms',
      topic: APPOINTMENT_TEXTS,
      source: 'booking',
      name,
      personId: seat.personId,
      wording: mayText,
      reference: appointmentId,
    })
  announce(ctx, 'calendar', appointmentId)
  return id
}

async function personOf(ctx: Ctx, { name, email, phone }: Booking): Promise<string> {
  const [firstName = '', ...rest] = name.split(/\s+/)
  const points = [
    { kind: 'email' as const, value: normaliseEmail(email) ?? '' },
    { kind: 'phone' as const, value: phone ?? '' },
  ].filter(point => point.value)
  const { personId } = await intakePerson(ctx, { firstName, lastName: rest.join(' '), points, source: 'Booking page' })
  return personId
}

async function birthDateOf(ctx: Ctx, personId: string): Promise<string | null> {
  const [row] = await ctx.db.select({ birthDate: people.birthDate }).from(people).where(eq(people.id, personId))
  return row?.birthDate ?? null
}
