import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import type { CalendarProvider, Version, WrittenEvent } from '#providers/calendars/index.ts'
import { ChangedThere } from '#providers/outbound/index.ts'
import { eventFile } from '../../rules/icalendar.ts'
import { appointments } from '../../tables.ts'
import { sourceEvents } from '../tables.ts'
import { writtenOf } from './own-events.ts'
import type { Run } from './sync.ts'

type Row = typeof appointments.$inferSelect
type Link = typeof sourceEvents.$inferSelect
interface Pair {
  row: Row
  link: Link | null
}

/** So many in one go; the rest follows a minute later. */
const MOST = 100

/** Appointments of the host that are ahead, and those that were written there. */
const pairsOf = (ctx: Ctx, { source, reading }: Run): Promise<Pair[]> =>
  ctx.db
    .select({ row: appointments, link: sourceEvents })
    .from(appointments)
    .leftJoin(sourceEvents, and(eq(sourceEvents.appointmentId, appointments.id), eq(sourceEvents.sourceId, source.id)))
    .where(
      and(
        gt(appointments.endsAt, clock.now()),
        lt(appointments.startsAt, reading.to),
        or(
          and(
            sql`${appointments.resourceIds} @> array[${source.resourceId}]::uuid[]`,
            inArray(appointments.status, ['pending', 'confirmed']),
          ),
          sql`${sourceEvents.id} is not null`,
        ),
      ),
    )
    .orderBy(appointments.startsAt)
    .limit(5_000)

const eventOf = (row: Row): WrittenEvent => {
  const location = row.isConfidential ? '' : row.location
  const { uid, title, startsAt, endsAt } = row
  return {
    key: row.id,
    uid,
    title,
    location,
    startsAt,
    endsAt,
    ics: eventFile({
      uid,
      title,
      location,
      startsAt,
      endsAt,
      sequence: row.sequence,
      stampedAt: clock.now(),
      status: row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    }),
  }
}

async function record(ctx: Ctx, { source }: Run, row: Row, { id, etag }: Version): Promise<void> {
  const set = { eventId: id, etag, written: writtenOf(row), updatedAt: sql`now()` }
  await ctx.db
    .insert(sourceEvents)
    .values({ sourceId: source.id, appointmentId: row.id, eventId: id, etag, written: writtenOf(row) })
    .onConflictDoUpdate({
      target: [sourceEvents.clientId, sourceEvents.sourceId, sourceEvents.appointmentId],
      set,
    })
}

const belongsThere = ({ source }: Run, row: Row) =>
  row.resourceIds.includes(source.resourceId) && row.status !== 'cancelled'

/**
 * Writes to the calendar what it lacks, and takes away what was canceled or given to someone else.
 * @returns whether more is to be done soon
 */
export async function exportEvents(ctx: OuterCtx, run: Run, provider: CalendarProvider): Promise<boolean> {
  const { access, source } = run
  const pairs = (await ctx.tx(tx => pairsOf(tx, run))).filter(({ row, link }) =>
    belongsThere(run, row) ? !link || link.written !== writtenOf(row) : link?.eventId,
  )
  let again = pairs.length > MOST
  for (const { row, link } of pairs.slice(0, MOST)) {
    const known = link?.eventId ? { id: link.eventId, etag: link.etag } : null
    try {
      if (!belongsThere(run, row)) {
        await provider.remove(access, source.calendarId, known!)
        await ctx.tx(tx => tx.db.delete(sourceEvents).where(eq(sourceEvents.id, link!.id)))
        continue
      }
      const event = eventOf(row)
      const version = known
        ? await provider.update(access, source.calendarId, known, event)
        : await provider.create(access, source.calendarId, event)
      await ctx.tx(tx => record(tx, run, row, version))
    } catch (error) {
      if (!(error instanceof ChangedThere)) throw error
      again = true
    }
  }
  return again
}
