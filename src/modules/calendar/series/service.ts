import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { occurrences } from '../rules/recurrence.ts'
import { claimResources, lockBookings } from '../service/claims.ts'
import { resourcesOf, typeById, wantedOf } from '../service/reservation.ts'
import { mustKeepCalendar } from '../service.ts'
import { appointmentDetails, appointmentSeries, appointments } from '../tables.ts'
import type { NewSeries, Series, SeriesChange } from './contract.ts'

type Row = typeof appointmentSeries.$inferSelect

/** Occurrences exist for so long ahead; a job makes the next ones. */
const AHEAD = days(400)
export const CONFLICT = 'Its room or host was taken when it was made'

async function present(ctx: Ctx, rows: Row[]): Promise<Series[]> {
  const ids = rows.map(row => row.id)
  const clashes =
    ids.length === 0
      ? []
      : await ctx.db
          .select({ seriesId: appointments.seriesId, startsAt: appointments.startsAt })
          .from(appointments)
          .where(
            and(
              inArray(appointments.seriesId, ids),
              eq(appointments.flag, CONFLICT),
              gt(appointments.startsAt, clock.now()),
            ),
          )
          .orderBy(asc(appointments.startsAt))
          .limit(200)
  return rows.map(({ kind, ...row }) => ({
    ...row,
    type: kind,
    conflicts: clashes.filter(one => one.seriesId === row.id).map(one => one.startsAt),
  }))
}

export async function list(ctx: Ctx, { cursor, limit }: { cursor?: string; limit: number }) {
  const offset = pageStart(cursor, 10_000)
  const rows = await ctx.db
    .select()
    .from(appointmentSeries)
    .where(isNull(appointmentSeries.deletedAt))
    .orderBy(desc(appointmentSeries.id))
    .limit(limit)
    .offset(offset)
  return { items: await present(ctx, rows), nextCursor: rows.length === limit ? String(offset + limit) : null }
}

async function rowOf(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(appointmentSeries)
    .where(and(eq(appointmentSeries.id, id), isNull(appointmentSeries.deletedAt)))
    .for('update')
  return found(row, 'Repeating event')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Series> {
  const [one] = await present(ctx, [await rowOf(ctx, id)])
  return one!
}

export async function create(ctx: Ctx, { type = 'event', ...input }: NewSeries): Promise<Series> {
  mustKeepCalendar(ctx)
  await resourcesOf(ctx, input.resourceIds ?? [])
  const [row] = await ctx.db
    .insert(appointmentSeries)
    .values({ ...input, kind: type, timeZone: ctx.client.timeZone })
    .returning()
  await makeOccurrences(ctx, row!)
  announce(ctx, 'calendar')
  return get(ctx, row!)
}

/** What lies ahead is made anew by the new rule; occurrences that were moved by hand stay where they were put. */
export async function update(ctx: Ctx, { id, version, type, ...changes }: SeriesChange): Promise<Series> {
  mustKeepCalendar(ctx)
  const before = await rowOf(ctx, id)
  if (before.version !== version) throw new Failure('CONFLICT')
  if (!type && isNoChange(changes)) return get(ctx, { id })
  if (changes.resourceIds) await resourcesOf(ctx, changes.resourceIds)
  const [row] = await ctx.db
    .update(appointmentSeries)
    .set({ ...changes, ...(type && { kind: type }), madeUntil: null })
    .where(eq(appointmentSeries.id, id))
    .returning()
  await removeAhead(ctx, id)
  await makeOccurrences(ctx, row!)
  announce(ctx, 'calendar')
  return get(ctx, { id })
}

export async function skip(ctx: Ctx, { id, date }: { id: string; date: string }): Promise<Series> {
  mustKeepCalendar(ctx)
  const row = await rowOf(ctx, id)
  await ctx.db
    .update(appointmentSeries)
    .set({ exceptions: [...new Set([...row.exceptions, date])].sort() })
    .where(eq(appointmentSeries.id, id))
  await ctx.db
    .delete(appointments)
    .where(
      and(eq(appointments.seriesId, id), eq(appointments.occurrence, date), gt(appointments.startsAt, clock.now())),
    )
  announce(ctx, 'calendar')
  return get(ctx, { id })
}

/** What has taken place stays. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  mustKeepCalendar(ctx)
  await rowOf(ctx, id)
  await ctx.db.update(appointmentSeries).set({ deletedAt: clock.now() }).where(eq(appointmentSeries.id, id))
  await removeAhead(ctx, id, { moved: true })
  announce(ctx, 'calendar')
  return {}
}

async function removeAhead(ctx: Ctx, seriesId: string, { moved = false } = {}): Promise<void> {
  await ctx.db.delete(appointments).where(
    and(
      eq(appointments.seriesId, seriesId),
      gt(appointments.startsAt, clock.now()),
      moved ? undefined : eq(appointments.sequence, 0),
      // Someone has a seat: they would come to a closed door.
      sql`not exists (select from appointment_attendees t where t.appointment_id = ${appointments.id} and t.state <> 'cancelled')`,
    ),
  )
}

/** Makes what is missing up to the horizon. An occurrence whose room is taken is made all the same, flagged and without it. */
export async function makeOccurrences(ctx: Ctx, row: Row): Promise<void> {
  const until = new Date(clock.ms() + AHEAD)
  const from = row.madeUntil ?? new Date(clock.ms() - days(1))
  await lockBookings(ctx, { alone: row.blocksAll })
  const [type, rows] = [await typeById(ctx, row.typeId), await resourcesOf(ctx, row.resourceIds)]
  for (const { date, startsAt } of occurrences(row, from, until)) {
    const endsAt = new Date(startsAt.getTime() + row.minutes * 60_000)
    const [made] = await ctx.db
      .insert(appointments)
      .values({
        seriesId: row.id,
        occurrence: date,
        typeId: row.typeId,
        kind: row.kind,
        title: row.title,
        startsAt,
        endsAt,
        timeZone: row.timeZone,
        status: 'confirmed',
        resourceIds: row.resourceIds,
        location: row.location,
        blocksAll: row.blocksAll,
        capacity: row.capacity ?? type?.capacity ?? null,
        uid: `${row.id}-${date.replaceAll('-', '')}@lampstand`,
        origin: 'series',
        createdBy: userOf(ctx),
        reminders: type?.reminders ?? [],
      })
      .onConflictDoNothing()
      .returning({ id: appointments.id })
    if (!made) continue
    await ctx.db.insert(appointmentDetails).values({ appointmentId: made.id, title: row.title })
    const taken = await claimResources(ctx, wantedOf(rows, startsAt, endsAt, type), {
      status: 'confirmed',
      appointmentId: made.id,
    })
    if (taken.length > 0) await ctx.db.update(appointments).set({ flag: CONFLICT }).where(eq(appointments.id, made.id))
  }
  await ctx.db.update(appointmentSeries).set({ madeUntil: until }).where(eq(appointmentSeries.id, row.id))
}

/** Accounts with series whose occurrences end within a year. */
export const accountsWithEndingSeries = (
  now: Date,
) => sql`select client_id from appointment_series where deleted_at is null
  and made_until < ${new Date(now.getTime() + days(365)).toISOString()}::timestamptz`

export async function extendSeries(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(appointmentSeries)
    .where(
      and(
        isNull(appointmentSeries.deletedAt),
        isNotNull(appointmentSeries.madeUntil),
        lt(appointmentSeries.madeUntil, new Date(clock.ms() + days(365))),
      ),
    )
    .limit(50)
    .for('update', { skipLocked: true })
  for (const row of rows) await makeOccurrences(ctx, row)
}
