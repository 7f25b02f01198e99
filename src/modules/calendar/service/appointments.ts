import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { IANAZone } from 'luxon'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { type Event, emit, enqueue } from '#kernel/jobs.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { leads } from '#leads/tables.ts'
import type { Appointment, AppointmentChange, MoveAppointment, NewAppointment } from '../contract.ts'
import {
  appointmentBooked,
  appointmentCancelled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentMoved,
  appointmentNoShow,
} from '../events.ts'
import { usualReminders } from '../rules/reminders.ts'
import { type AppointmentStatus, HIDDEN_TITLE, transitions } from '../rules/states.ts'
import { get, mine, mustKeepCalendar } from '../service.ts'
import { appointmentDetails, appointments, attendees } from '../tables.ts'
import { followUp } from '../tasks.ts'
import { confirmClaims, hasClaims, release } from './claims.ts'
import { addAttendees, guestsFrom } from './guests.ts'
import { unscheduleReminders } from './reminders.ts'
import { reserveResources, resourcesOf, typeById } from './reservation.ts'
import { missingSafeguard, mustStaySafe } from './safeguard.ts'

type Row = typeof appointments.$inferSelect

/** The row, locked until the commit: of two changes at once the second sees the first. */
export async function lockAppointment(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(appointments)
    .where(and(eq(appointments.id, id), mine(ctx, 'calendar.write')))
    .for('update')
  return found(row, 'Appointment')
}

export const announceChange = async (
  ctx: Ctx,
  row: Pick<Row, 'id' | 'typeId'>,
  what: Event<any>,
  more: Record<string, unknown> = {},
): Promise<void> => {
  const changeId = randomUUID()
  await emit(ctx, what, {
    appointmentId: row.id,
    typeId: row.typeId,
    userId: userOf(ctx),
    at: clock.now(),
    changeId,
    ...more,
  })
  announce(ctx, 'calendar', row.id)
}

function checkedTimes(input: Pick<NewAppointment, 'startsAt' | 'minutes' | 'timeZone' | 'asLog'>, ctx: Ctx) {
  const timeZone = input.timeZone ?? ctx.client.timeZone
  if (!IANAZone.isValidZone(timeZone)) throw invalid('timeZone', 'Please choose a time zone')
  if (!input.asLog && input.startsAt < clock.now())
    throw invalid('startsAt', 'This time is in the past. Choose a later one, or keep it as a log of what took place.')
  return { timeZone, endsAt: new Date(input.startsAt.getTime() + input.minutes * 60_000) }
}

/** Confidential words are for those who may read pastoral notes: nobody writes what they could not read. */
function mayKeepConfidential(ctx: Ctx): void {
  if (reachOf(ctx, 'pastoral.read') !== 'all')
    throw invalid('isConfidential', 'Only someone who may read pastoral notes can make it confidential')
}

async function mustBeLead(ctx: Ctx, leadId: string | null | undefined): Promise<void> {
  if (!leadId) return
  const [row] = await ctx.db.select({ id: leads.id }).from(leads).where(eq(leads.id, leadId))
  if (!row) throw invalid('leadId', 'This lead no longer exists')
}

export async function create(ctx: Ctx, input: NewAppointment): Promise<Appointment> {
  const { timeZone, endsAt } = checkedTimes(input, ctx)
  const type = await typeById(ctx, input.typeId)
  const isConfidential = input.isConfidential || (type?.isConfidential ?? false)
  if (isConfidential) mayKeepConfidential(ctx)
  if (input.blocksAll) mustKeepCalendar(ctx)
  const { startsAt, asLog, blocksAll, override, notify, title } = input
  const rows = await resourcesOf(ctx, input.resourceIds)
  await mustBeLead(ctx, input.leadId)
  const guests = await guestsFrom(ctx, input.attendees)
  const inPerson = input.locationKind === 'in_person' && input.type !== 'block'
  const rule = type?.safeguard ?? 'none'
  const missing = missingSafeguard({ rule, guests, chosen: rows, startsAt, timeZone, inPerson })
  if (missing && !override && !asLog) throw invalid('resourceIds', missing)
  const [row] = await ctx.db
    .insert(appointments)
    .values({
      typeId: type?.id ?? null,
      kind: input.type,
      title: isConfidential ? HIDDEN_TITLE : title,
      startsAt,
      endsAt,
      timeZone,
      status: asLog ? 'completed' : 'confirmed',
      leadId: input.leadId ?? null,
      resourceIds: rows.map(one => one.id),
      locationKind: input.locationKind,
      location: input.location,
      isConfidential,
      blocksAll,
      capacity: input.capacity ?? null,
      overrideReason: override?.reason ?? null,
      uid: `${randomUUID()}@lampstand`,
      origin: 'staff',
      createdBy: userOf(ctx),
      reminders: type ? type.reminders : notify ? usualReminders : [],
    })
    .returning()
  const appointmentId = row!.id
  const kept = { appointmentId, rows, startsAt, endsAt, type, status: 'confirmed' as const, override, blocksAll }
  if (!asLog) await reserveResources(ctx, kept)
  await ctx.db.insert(appointmentDetails).values({ appointmentId, title, notes: input.description })
  await addAttendees(ctx, appointmentId, guests)
  await announceChange(ctx, row!, appointmentBooked)
  if (!asLog) await enqueue(ctx, followUp, { appointmentId, what: notify ? 'booked' : null })
  return get(ctx, { id: appointmentId })
}

/** Two who edit at once: the second is told, nothing is overwritten. */
export async function update(
  ctx: Ctx,
  { id, version, title, description, attendees: given, notify, ...changes }: AppointmentChange,
) {
  const row = await lockAppointment(ctx, id)
  if (row.version !== version) throw new Failure('CONFLICT')
  await mustBeLead(ctx, changes.leadId)
  if (row.isConfidential && (title !== undefined || description !== undefined || given)) mayKeepConfidential(ctx)
  await ctx.db
    .update(appointments)
    .set({
      ...changes,
      ...(title !== undefined && !row.isConfidential && { title }),
      ...(notify && { sequence: row.sequence + 1 }),
    })
    .where(eq(appointments.id, id))
  if (title !== undefined || description !== undefined)
    await ctx.db
      .update(appointmentDetails)
      .set({ title, notes: description })
      .where(eq(appointmentDetails.appointmentId, id))
  if (given) await replaceAttendees(ctx, row, given)
  announce(ctx, 'calendar', id)
  await enqueue(ctx, followUp, { appointmentId: id, what: notify ? 'moved' : null })
  return get(ctx, { id })
}

async function replaceAttendees(ctx: Ctx, row: Row, given: NonNullable<AppointmentChange['attendees']>): Promise<void> {
  const guests = await guestsFrom(ctx, given)
  const present = await ctx.db.select().from(attendees).where(eq(attendees.appointmentId, row.id))
  const stays = new Set(guests.map(guest => guest.personId))
  for (const gone of present.filter(one => !stays.has(one.personId)))
    await ctx.db.delete(attendees).where(eq(attendees.id, gone.id))
  const known = new Set(present.map(one => one.personId))
  await addAttendees(
    ctx,
    row.id,
    guests.filter(guest => !known.has(guest.personId)),
  )
  const [type, chosen] = [await typeById(ctx, row.typeId), await resourcesOf(ctx, row.resourceIds)]
  const override = row.overrideReason ? { reason: row.overrideReason } : null
  await mustStaySafe(ctx, { row, rule: type?.safeguard ?? 'none', chosen, startsAt: row.startsAt, override })
}

/** Another time, another length, or other hosts and rooms. */
export async function move(ctx: Ctx, input: MoveAppointment): Promise<Appointment> {
  const { id, version, startsAt, notify, override } = input
  const row = await lockAppointment(ctx, id)
  if (row.version !== version) throw new Failure('CONFLICT')
  if (row.status !== 'pending' && row.status !== 'confirmed')
    throw new Failure('BAD_REQUEST', 'Only an appointment that is still ahead can be moved.')
  const length = input.minutes ? input.minutes * 60_000 : row.endsAt.getTime() - row.startsAt.getTime()
  await placeAppointment(ctx, row, {
    startsAt,
    endsAt: new Date(startsAt.getTime() + length),
    resourceIds: input.resourceIds ?? row.resourceIds,
    override,
  })
  await enqueue(ctx, followUp, { appointmentId: id, what: notify ? 'moved' : null })
  return get(ctx, { id })
}

export interface Place {
  startsAt: Date
  endsAt: Date
  resourceIds: string[]
  override?: { reason: string } | null
}
/** Gives up what the appointment holds and takes the new time, in one transaction: it never stands without a place. */
export async function placeAppointment(
  ctx: Ctx,
  row: Row,
  { startsAt, endsAt, resourceIds, override }: Place,
): Promise<void> {
  if (startsAt < clock.now()) throw invalid('startsAt', 'This time is in the past. Please choose a later one.')
  const type = await typeById(ctx, row.typeId)
  const rows = await resourcesOf(ctx, resourceIds)
  await mustStaySafe(ctx, { row, rule: type?.safeguard ?? 'none', chosen: rows, startsAt, override })
  await release(ctx, { appointmentId: row.id })
  await reserveResources(ctx, {
    appointmentId: row.id,
    rows,
    startsAt,
    endsAt,
    type,
    status: row.status === 'pending' ? 'pending' : 'confirmed',
    override,
    blocksAll: row.blocksAll,
  })
  await unscheduleReminders(ctx, row.id)
  await ctx.db
    .update(appointments)
    .set({
      startsAt,
      endsAt,
      resourceIds,
      sequence: sql`${appointments.sequence} + 1`,
      overrideReason: override?.reason ?? null,
    })
    .where(eq(appointments.id, row.id))
  await announceChange(ctx, row, appointmentMoved)
}

interface StatusInput {
  id: string
  version?: number
}
async function setStatus(
  ctx: Ctx,
  { id, version }: StatusInput,
  status: AppointmentStatus,
  set: Partial<Row> = {},
): Promise<Row> {
  const row = await lockAppointment(ctx, id)
  if (version !== undefined && row.version !== version) throw new Failure('CONFLICT')
  // Pressed twice: it is what it should be.
  if (row.status === status) return row
  if (!transitions[row.status].includes(status))
    throw new Failure('BAD_REQUEST', 'This appointment was canceled. Book a new one instead.')
  await ctx.db
    .update(appointments)
    .set({ ...set, status, sequence: sql`${appointments.sequence} + 1` })
    .where(eq(appointments.id, id))
  return row
}

/** Of two requests for one time only the first can be confirmed. */
export async function confirm(ctx: Ctx, input: StatusInput): Promise<Appointment> {
  const before = await setStatus(ctx, input, 'confirmed')
  if (before.status === 'confirmed') return get(ctx, input)
  // A log of what took place holds nothing yet.
  const isAhead = before.endsAt > clock.now()
  if (before.status === 'pending' || isAhead) {
    if (await hasClaims(ctx, before.id)) await confirmClaims(ctx, before.id)
    else {
      const [type, rows] = [await typeById(ctx, before.typeId), await resourcesOf(ctx, before.resourceIds)]
      await reserveResources(ctx, { ...before, appointmentId: before.id, rows, type, status: 'confirmed' })
    }
  }
  if (before.status === 'pending') await enqueue(ctx, followUp, { appointmentId: before.id, what: 'confirmed' })
  await announceChange(ctx, before, appointmentConfirmed)
  return get(ctx, input)
}

export async function cancel(
  ctx: Ctx,
  { reason, notify, ...input }: StatusInput & { reason: string; notify: boolean },
) {
  const before = await setStatus(ctx, input, 'cancelled', { cancelReason: reason || null, cancelledAt: clock.now() })
  if (before.status !== 'cancelled') await releaseCanceled(ctx, before, notify)
  return get(ctx, input)
}

/** What it held is free, and nobody is reminded of it. */
export async function releaseCanceled(
  ctx: Ctx,
  row: Pick<Row, 'id' | 'typeId' | 'startsAt'>,
  notify: boolean,
): Promise<void> {
  await release(ctx, { appointmentId: row.id })
  await unscheduleReminders(ctx, row.id)
  await announceChange(ctx, row, appointmentCancelled)
  if (notify && row.startsAt > clock.now()) await enqueue(ctx, followUp, { appointmentId: row.id, what: 'cancelled' })
}

export async function complete(ctx: Ctx, input: StatusInput): Promise<Appointment> {
  const before = await setStatus(ctx, input, 'completed')
  if (before.status !== 'completed') await announceChange(ctx, before, appointmentCompleted)
  await unscheduleReminders(ctx, before.id)
  return get(ctx, input)
}

export async function noShow(ctx: Ctx, input: StatusInput): Promise<Appointment> {
  const before = await setStatus(ctx, input, 'no_show')
  if (before.status !== 'no_show') await announceChange(ctx, before, appointmentNoShow)
  await unscheduleReminders(ctx, before.id)
  return get(ctx, input)
}

export async function clearFlag(ctx: Ctx, { id }: { id: string }): Promise<Appointment> {
  await lockAppointment(ctx, id)
  await ctx.db.update(appointments).set({ flag: null }).where(eq(appointments.id, id))
  announce(ctx, 'calendar', id)
  return get(ctx, { id })
}

export async function checkIn(
  ctx: Ctx,
  { id, attendeeId, present }: { id: string; attendeeId: string; present: boolean },
) {
  const row = await lockAppointment(ctx, id)
  const [one] = await ctx.db
    .update(attendees)
    .set({ state: present ? 'checked_in' : 'booked' })
    .where(and(eq(attendees.id, attendeeId), eq(attendees.appointmentId, row.id)))
    .returning({ id: attendees.id })
  found(one, 'Attendee')
  announce(ctx, 'calendar', id)
  return get(ctx, { id })
}
