import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import { appointments } from '../tables.ts'
import type { followUp } from '../tasks.ts'
import { emailAttendees } from './attendee-messages.ts'
import { notifyHosts } from './host-notifications.ts'
import { scheduleReminders } from './reminders.ts'

type FollowUp = z.infer<typeof followUp.payload>

/** Reminders by what the appointment is now, then the emails about what became of it. */
export async function sendFollowUp(ctx: Ctx, { appointmentId, what, attendeeId }: FollowUp): Promise<void> {
  const [row] = await ctx.db.select().from(appointments).where(eq(appointments.id, appointmentId))
  if (!row) return
  if (row.status === 'confirmed') await scheduleReminders(ctx, row)
  if (what) await emailAttendees(ctx, appointmentId, what, attendeeId)
  if (what && row.origin === 'booking') await notifyHosts(ctx, row, what)
}
