import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { attendees } from '../tables.ts'

interface News {
  appointmentId: string
  attendeeId?: string
  userId: string | null
  at: Date
  changeId: string
}

/** An entry on the timeline of everyone who comes. The job sees no confidential attendee, so those get none. */
export const recordOnTimeline =
  (type: string) =>
  async (ctx: Ctx, { appointmentId, attendeeId, userId, at, changeId }: News): Promise<void> => {
    const rows = await ctx.db
      .select({ personId: attendees.personId })
      .from(attendees)
      .where(
        and(
          eq(attendees.appointmentId, appointmentId),
          isNotNull(attendees.personId),
          attendeeId ? eq(attendees.id, attendeeId) : undefined,
        ),
      )
    await addToTimeline(
      ctx,
      rows.map(({ personId }) => ({
        personId: personId!,
        userId,
        at,
        type,
        data: { appointmentId },
        sourceKey: `appointment:${changeId}:${personId}`,
      })),
    )
  }
