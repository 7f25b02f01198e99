import { z } from 'zod'

/** A message before the appointment. Its key in the outbox is the appointment and these two. */
export const Reminder = z.object({
  channel: z.enum(['email', 'sms']),
  minutesBefore: z.number().int().min(10).max(43_200),
})
export type Reminder = z.infer<typeof Reminder>

/** A day before by email, two hours before by text to those who consented. */
export const usualReminders: Reminder[] = [
  { channel: 'email', minutesBefore: 1_440 },
  { channel: 'sms', minutesBefore: 120 },
]

/** Sooner than this, or past it, a reminder is of no use. */
const LEAST_MINUTES = 10

/** When this reminder is sent; null where it would come too late, as for a booking at short notice. */
export function dueAt({ minutesBefore }: Reminder, startsAt: Date, now: Date): Date | null {
  const due = new Date(startsAt.getTime() - minutesBefore * 60_000)
  if (startsAt.getTime() - now.getTime() < LEAST_MINUTES * 60_000) return null
  return due.getTime() <= now.getTime() ? null : due
}
