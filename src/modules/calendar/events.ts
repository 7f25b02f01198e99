import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const appointment = {
  appointmentId: z.uuid(),
  typeId: z.uuid().nullable(),
  userId: z.uuid().nullable(),
  at: z.coerce.date(),
  /** Different for every change, the same for every delivery of it. */
  changeId: z.uuid(),
}
export const appointmentBooked = event('appointment.booked', z.object(appointment))
export const appointmentConfirmed = event('appointment.confirmed', z.object(appointment))
export const appointmentMoved = event('appointment.moved', z.object(appointment))
export const appointmentCancelled = event('appointment.cancelled', z.object(appointment))
export const appointmentCompleted = event('appointment.completed', z.object(appointment))
export const appointmentNoShow = event('appointment.no_show', z.object(appointment))
/** Someone took a seat, or a place on the waitlist. */
export const seatTaken = event('appointment.seat_taken', z.object({ ...appointment, attendeeId: z.uuid() }))
