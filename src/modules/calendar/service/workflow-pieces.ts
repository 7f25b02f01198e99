import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import type { Event } from '#kernel/jobs.ts'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { appointmentBooked, appointmentCancelled, appointmentCompleted, appointmentNoShow } from '../events.ts'
import { attendees } from '../tables.ts'

interface News {
  appointmentId: string
  typeId: string | null
}

/** The first on the list. Nobody for a confidential appointment: the job can't see its attendees. */
async function guestOf({ appointmentId }: News, ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ personId: attendees.personId })
    .from(attendees)
    .where(and(eq(attendees.appointmentId, appointmentId), isNotNull(attendees.personId)))
    .orderBy(asc(attendees.createdAt), asc(attendees.id))
    .limit(1)
  return row?.personId ?? null
}

const about = (event: Event<any>): WorkflowTrigger => ({
  event,
  input: z.object({ typeId: z.uuid().nullish() }),
  person: guestOf,
  fits: ({ typeId }, input) => !input.typeId || input.typeId === typeId,
})

export const appointmentTriggers: Record<string, WorkflowTrigger> = {
  'appointment.booked': about(appointmentBooked),
  'appointment.cancelled': about(appointmentCancelled),
  'appointment.completed': about(appointmentCompleted),
  'appointment.no_show': about(appointmentNoShow),
}
