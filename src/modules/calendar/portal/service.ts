import { and, asc, eq, gt, inArray, notInArray } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { portalActor } from '#portal/service/church.ts'
import { openStatuses } from '../rules/states.ts'
import { appointments, attendees } from '../tables.ts'

/**
 * Ids of the places that the person of the portal has; row policies let them see their own alone. Places in confidential
 * appointments are not among them: someone who opens the portal on a shared phone reads nothing of these.
 */
export async function ownPlaces(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: attendees.id })
    .from(attendees)
    .where(and(eq(attendees.personId, portalActor(ctx).forId), notInArray(attendees.state, ['cancelled'])))
  return rows.map(({ id }) => id)
}

/** What lies ahead, of these places. */
export const upcomingOf = (ctx: Ctx, placeIds: readonly string[]) =>
  ctx.db
    .select({
      attendeeId: attendees.id,
      state: attendees.state,
      title: appointments.title,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
      location: appointments.location,
      status: appointments.status,
    })
    .from(attendees)
    .innerJoin(
      appointments,
      and(eq(appointments.clientId, attendees.clientId), eq(appointments.id, attendees.appointmentId)),
    )
    .where(
      and(
        inArray(attendees.id, [...placeIds]),
        inArray(appointments.status, [...openStatuses]),
        gt(appointments.endsAt, clock.now()),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(100)
export type Upcoming = Awaited<ReturnType<typeof upcomingOf>>[number]
