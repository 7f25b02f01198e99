import { and, eq, inArray, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { addToTimeline, removeFromTimeline } from '#people/notes/service.ts'
import { people } from '#people/tables.ts'
import { attendanceCheckedIn, attendanceFirstVisit } from '../events.ts'
import { NEW_FOR_DAYS, type Source } from '../rules/regulars.ts'
import { checkIns } from '../tables.ts'

interface Event {
  id: string
  startsAt: Date
}
interface How {
  source: Source
  /** Refuse people who were deleted or have died; otherwise they are skipped. */
  strict?: boolean
}

/** Checks people in. An existing check-in stays as it is: the unique index decides between two at once. @returns who is new here */
export async function record(ctx: Ctx, event: Event, personIds: string[], { source, strict }: How): Promise<string[]> {
  const ids = [...new Set(personIds)]
  const known = await ctx.db
    .select({ id: people.id, createdAt: people.createdAt })
    .from(people)
    .where(and(inArray(people.id, ids), sql`${people.deletedAt} is null`, eq(people.deceased, false)))
  if (strict && known.length < ids.length) found(undefined, 'Person')
  if (known.length === 0) return []
  const before = await ctx.db
    .selectDistinct({ id: checkIns.personId })
    .from(checkIns)
    .where(inArray(checkIns.personId, ids))
  const isNew = ({ id, createdAt }: { id: string; createdAt: Date }) =>
    createdAt.getTime() > event.startsAt.getTime() - days(NEW_FOR_DAYS) && !before.some(one => one.id === id)
  const made = await ctx.db
    .insert(checkIns)
    .values(
      known.map(one => ({
        appointmentId: event.id,
        personId: one.id,
        source,
        isFirst: isNew(one),
        userId: userOf(ctx),
        createdAt: clock.now(),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: checkIns.id, personId: checkIns.personId, isFirst: checkIns.isFirst })
  for (const { id, personId, isFirst } of made) {
    const news = { checkInId: id, appointmentId: event.id, personId, userId: userOf(ctx), at: clock.now() }
    await emit(ctx, attendanceCheckedIn, news)
    if (isFirst) await emit(ctx, attendanceFirstVisit, news)
  }
  announce(ctx, 'attendance', event.id)
  return made.map(one => one.personId)
}

const keyOf = (appointmentId: string) => `attendance:${appointmentId}`

/** Deletes check-ins and their timeline entries. */
export async function undoCheckIns(ctx: Ctx, appointmentId: string, personIds: string[]): Promise<void> {
  const gone = await ctx.db
    .delete(checkIns)
    .where(and(eq(checkIns.appointmentId, appointmentId), inArray(checkIns.personId, personIds)))
    .returning({ personId: checkIns.personId })
  await removeFromTimeline(
    ctx,
    gone.map(one => one.personId),
    keyOf(appointmentId),
  )
  announce(ctx, 'attendance', appointmentId)
}

/** An entry on the timeline, unless the check-in was undone meanwhile. */
export async function rememberCheckIn(ctx: Ctx, { checkInId }: { checkInId: string }): Promise<void> {
  const [row] = await ctx.db.select().from(checkIns).where(eq(checkIns.id, checkInId)).for('share')
  if (!row) return
  const type = row.isFirst ? 'attendance.first_visit' : 'attendance.checked_in'
  const { personId, userId, appointmentId } = row
  await addToTimeline(ctx, [
    { personId, userId, type, at: row.createdAt, data: { appointmentId }, sourceKey: keyOf(appointmentId) },
  ])
}
