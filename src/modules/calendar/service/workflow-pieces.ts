import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import type { Event } from '#kernel/jobs.ts'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { appointmentBooked, appointmentCancelled, appointmentCompleted, appointmentNoShow } from '../events.ts'
import type { AppointmentStatus } from '../rules/states.ts'
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

const about = (event: Event<any>, status?: AppointmentStatus): WorkflowTrigger => ({
  event,
  input: z.object({ typeId: z.uuid().nullish() }),
  person: guestOf,
  fits: ({ typeId }, input) => !input.typeId || input.typeId === typeId,
  existing: (_, { typeId }) =>
    sql`people.id in (select a.person_id from appointment_attendees a join appointments p on p.client_id = a.client_id
      and p.id = a.appointment_id where a.client_id = people.client_id and a.person_id is not null
      and ${status ? sql`p.status = ${status}` : sql`p.status <> 'cancelled'`} ${typeId ? sql`and p.type_id = ${typeId}` : sql``})`,
})

export const appointmentTriggers: Record<string, WorkflowTrigger> = {
  'appointment.booked': about(appointmentBooked),
  'appointment.cancelled': about(appointmentCancelled, 'cancelled'),
  'appointment.completed': about(appointmentCompleted, 'completed'),
  'appointment.no_show': about(appointmentNoShow, 'no_show'),
}
