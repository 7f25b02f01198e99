import { and, asc, eq, notInArray } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import type { Appointment } from '../contract.ts'
import { isRefundable } from '../paying/rules.ts'
import { get } from '../service.ts'
import { appointments, attendees } from '../tables.ts'
import { followUp } from '../tasks.ts'
import { lockAppointment, releaseCanceled } from './appointments.ts'
import { typeById } from './reservation.ts'

type Row = typeof appointments.$inferSelect

/**
 * A guest won't come. Of a session with seats, the seat goes to the first on the waitlist; any other appointment is canceled when
 * nobody else comes.
 * @returns whether it was a seat
 */
export async function cancelAttendance(ctx: Ctx, row: Row, attendeeId: string, reason: string): Promise<boolean> {
  await ctx.db.select({ id: appointments.id }).from(appointments).where(eq(appointments.id, row.id)).for('update')
  await ctx.db.update(attendees).set({ state: 'cancelled' }).where(eq(attendees.id, attendeeId))
  const others = await ctx.db
    .select({ id: attendees.id })
    .from(attendees)
    .where(and(eq(attendees.appointmentId, row.id), notInArray(attendees.state, ['cancelled', 'waitlisted'])))
    .limit(1)
  const capacity = await seatsOf(ctx, row)
  if (capacity !== null) await promoteWaitlist(ctx, { id: row.id, capacity })
  else if (others.length === 0 && row.kind !== 'event') {
    await ctx.db
      .update(appointments)
      .set({
        status: 'cancelled',
        cancelReason: reason,
        cancelledAt: clock.now(),
        sequence: row.sequence + 1,
        keepsPayment: !isRefundable(row, clock.ms()),
      })
      .where(eq(appointments.id, row.id))
    await releaseCanceled(ctx, row, false)
  }
  await enqueue(ctx, followUp, { appointmentId: row.id, what: 'cancelled', attendeeId })
  announce(ctx, 'calendar', row.id)
  return capacity !== null
}

/** Its own number of seats, or that of its type; null where it has none to give on. */
async function seatsOf(ctx: Ctx, row: Pick<Row, 'capacity' | 'typeId'>): Promise<number | null> {
  if (row.capacity !== null) return row.capacity
  const type = await typeById(ctx, row.typeId)
  return type?.assignment === 'seats' ? (type.capacity ?? 0) : null
}

/** While there are seats, those who have waited longest get them. */
export async function promoteWaitlist(ctx: Ctx, row: Pick<Row, 'id' | 'capacity'>): Promise<void> {
  const all = await ctx.db
    .select({ id: attendees.id, state: attendees.state })
    .from(attendees)
    .where(and(eq(attendees.appointmentId, row.id), notInArray(attendees.state, ['cancelled'])))
    .orderBy(asc(attendees.createdAt), asc(attendees.id))
  const seated = all.filter(one => one.state !== 'waitlisted').length
  for (const next of all
    .filter(one => one.state === 'waitlisted')
    .slice(0, Math.max(0, (row.capacity ?? 0) - seated))) {
    await ctx.db.update(attendees).set({ state: 'booked' }).where(eq(attendees.id, next.id))
    await enqueue(ctx, followUp, { appointmentId: row.id, what: 'booked', attendeeId: next.id })
  }
}

/** Staff take someone off the list; the seat goes to the first who waits. */
export async function removeAttendee(
  ctx: Ctx,
  { id, attendeeId }: { id: string; attendeeId: string },
): Promise<Appointment> {
  const row = await lockAppointment(ctx, id)
  const [one] = await ctx.db
    .update(attendees)
    .set({ state: 'cancelled' })
    .where(and(eq(attendees.id, attendeeId), eq(attendees.appointmentId, id)))
    .returning({ id: attendees.id })
  found(one, 'Attendee')
  const capacity = await seatsOf(ctx, row)
  if (capacity !== null) await promoteWaitlist(ctx, { id: row.id, capacity })
  announce(ctx, 'calendar', id)
  return get(ctx, { id })
}
