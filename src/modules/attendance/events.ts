import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const checkIn = {
  checkInId: z.uuid(),
  appointmentId: z.uuid(),
  personId: z.uuid(),
  userId: z.uuid().nullable(),
  at: z.coerce.date(),
}
export const attendanceCheckedIn = event('attendance.checked_in', z.object(checkIn))
/** Their first check-in, of someone new to the church. */
export const attendanceFirstVisit = event('attendance.first_visit', z.object(checkIn))
/** A regular missed three weeks in a row. */
export const attendanceMissed = event(
  'attendance.missed',
  z.object({ absenceId: z.uuid(), personId: z.uuid(), at: z.coerce.date() }),
)
