import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clients } from '#clients/tables.ts'
import { mailPerson } from '#email/service/workflow-pieces.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import type { Event } from '#kernel/jobs.ts'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { BOOKING_LINK, purposeFields, taggedText } from '#messaging/rules/step-message.ts'
import { textPerson } from '#sms/service/workflow-pieces.ts'
import { appointmentBooked, appointmentCancelled, appointmentCompleted, appointmentNoShow } from '../events.ts'
import { typePath } from '../rules/links.ts'
import type { AppointmentStatus } from '../rules/states.ts'
import { attendees, calendarTypes } from '../tables.ts'

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

const Link = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    typeId: z.uuid('Please choose an appointment type'),
    subject: taggedText(200, 'Please enter a subject'),
    body: taggedText(20_000, 'Please write the email'),
    ...purposeFields,
  }),
  z.object({
    channel: z.literal('sms'),
    typeId: z.uuid('Please choose an appointment type'),
    body: taggedText(1_600, 'Please write the text'),
    ...purposeFields,
  }),
])

/** At the end where the words don't say where. */
async function withLink(ctx: Ctx, { typeId, body }: z.infer<typeof Link>): Promise<string> {
  const [type] = await ctx.db
    .select({
      slug: calendarTypes.slug,
      church: clients.slug,
      isActive: calendarTypes.isActive,
      deletedAt: calendarTypes.deletedAt,
    })
    .from(calendarTypes)
    .innerJoin(clients, eq(clients.id, calendarTypes.clientId))
    .where(eq(calendarTypes.id, typeId))
  if (!type?.isActive || type.deletedAt)
    throw new Failure('NOT_FOUND', 'The appointment type of this link is switched off or has been deleted.')
  const link = env.publicUrl + typePath(type.church, type.slug)
  return body.includes('{bookingLink}') ? body.replace(BOOKING_LINK, link) : `${body} ${link}`
}

export const appointmentActions: Record<string, WorkflowAction> = {
  'calendar.send_link': {
    input: Link,
    async run(ctx, { personId, input, key }: { personId: string; input: z.infer<typeof Link>; key: string }) {
      const body = await withLink(ctx, input)
      return input.channel === 'email'
        ? mailPerson(ctx, { personId, input: { ...input, body, templateId: null }, key })
        : textPerson(ctx, { personId, input: { ...input, body }, key })
    },
  },
}
