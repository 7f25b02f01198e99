import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { announce } from '#kernel/realtime.ts'
import { type Access, type CalendarKind, type Changes, calendars } from '#providers/calendars/index.ts'
import { CursorGone, failureText, ServiceRefused } from '#providers/outbound/index.ts'
import { appointments, resources } from '../../tables.ts'
import { EVERY, waitAfter, windowAt } from '../rules/kinds.ts'
import { MOST_UNREAD, NoCalendar, type ReadCalendar, type Reading } from '../rules/read-calendar.ts'
import { busyTimes, calendarSources, sourceEvents, type UnreadEvent } from '../tables.ts'
import { syncCalendar } from '../tasks.ts'
import { openAccess, sealAccess } from './access.ts'
import { fetchCalendar, readTexts } from './calendar-reader.ts'
import { exportEvents } from './event-export.ts'
import { applyRemoteChanges, type Remote } from './own-events.ts'

export type Source = typeof calendarSources.$inferSelect
/** One run. Changes of ours since `startedAt` may be missing in what was read: they are left alone. */
export interface Run {
  source: Source
  access: Access
  reading: Reading
  startedAt: Date
}

/** Accounts with a calendar that is due. */
export const accountsWithDueSources = (now: Date) =>
  sql`select client_id from calendar_sources where next_at <= ${now.toISOString()}::timestamptz`

export async function enqueueDueSources(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .update(calendarSources)
    .set({ nextAt: new Date(clock.ms() + EVERY) })
    .where(lte(calendarSources.nextAt, clock.now()))
    .returning({ id: calendarSources.id })
  for (const { id } of rows) await enqueue(ctx, syncCalendar, { sourceId: id })
}

/** After a change of an appointment: calendars of its hosts, and those that have it. */
export async function enqueueEventExport(ctx: Ctx, appointmentId: string): Promise<void> {
  const rows = await ctx.db
    .select({ id: calendarSources.id })
    .from(calendarSources)
    .where(
      and(
        calendarSources.writesOut,
        isNotNull(calendarSources.nextAt),
        sql`(${calendarSources.resourceId} = any(select unnest(a.resource_ids) from appointments a where a.id = ${appointmentId})
          or exists (select from calendar_source_events e where e.source_id = ${calendarSources.id} and e.appointment_id = ${appointmentId}))`,
      ),
    )
  for (const { id } of rows) await enqueue(ctx, syncCalendar, { sourceId: id })
}

async function start(ctx: Ctx, sourceId: string): Promise<Run | undefined> {
  const [row] = await ctx.db
    .select({ source: calendarSources, startedAt: sql<number>`(extract(epoch from now()) * 1000)::float8` })
    .from(calendarSources)
    .innerJoin(resources, eq(resources.id, calendarSources.resourceId))
    .where(and(eq(calendarSources.id, sourceId), isNotNull(calendarSources.nextAt), resources.isActive))
  if (!row) return
  return {
    source: row.source,
    access: openAccess(row.source.sealedSecret),
    reading: { ...windowAt(clock.ms()), timeZone: ctx.client.timeZone },
    startedAt: new Date(row.startedAt),
  }
}

/** Reads a calendar and writes to it. What goes wrong outside is kept with the connection, and tried again later and later. */
export async function syncSource(ctx: OuterCtx, { sourceId }: { sourceId: string }): Promise<void> {
  const run = await ctx.tx(tx => start(tx, sourceId))
  if (!run) return
  const before = JSON.stringify(run.access)
  try {
    const done = run.source.kind === 'ics' ? await readAddress(ctx, run) : await syncAccount(ctx, run)
    await ctx.tx(tx => succeed(tx, run, { ...done, isNewAccess: JSON.stringify(run.access) !== before }))
  } catch (error) {
    const isKnown = error instanceof ServiceRefused || error instanceof NoCalendar
    if (!isKnown) log.warn({ err: error, source: sourceId }, 'a calendar could not be read')
    await ctx.tx(tx => fail(tx, run, isKnown ? error.message : failureText(error)))
  }
}

interface Done {
  cursor: string
  ignored: number
  unread: UnreadEvent[]
  /** More is to be done soon. */
  again: boolean
}

async function readAddress(ctx: OuterCtx, { source, access, reading }: Run): Promise<Done> {
  const { text, cursor } = await fetchCalendar(access.url!, source.cursor)
  if (text === null) return { cursor, ignored: source.ignored, unread: source.unread, again: false }
  const [read] = await readTexts([text], reading)
  if (!read) throw new NoCalendar('There is no calendar file at this address.')
  const events = read.events.map((event, i) => ({ ...event, id: event.uid || `event ${i}`, etag: '' }))
  await ctx.tx(tx => keepBusyTimes(tx, source, { events, removed: [], isWhole: true }))
  const unread = read.unread.map((one, i) => ({ ...one, id: String(i) }))
  return { cursor, ignored: read.ignored, unread, again: false }
}

async function syncAccount(ctx: OuterCtx, run: Run): Promise<Done> {
  const { source, access, reading } = run
  const provider = calendars(source.kind as CalendarKind)
  const read = (cursor: string) => provider.changes(access, source.calendarId, cursor, reading)
  const changes = await read(source.cursor).catch(error => {
    if (error instanceof CursorGone) return read('')
    throw error
  })
  const { events, ...missed } = await understood(changes, reading)
  const known = { ...changes, events, present: changes.events.map(event => event.id) }
  if (source.writesOut) await applyRemoteChanges(ctx, run, known)
  await ctx.tx(tx => keepBusyTimes(tx, source, known))
  const again = source.writesOut ? await exportEvents(ctx, run, provider) : false
  return { cursor: changes.cursor, ...stillUnread(source, changes, missed), again }
}

type Missed = Pick<Done, 'ignored' | 'unread'>

/** After a reading of what changed: an event that was corrected or deleted is not listed any more. */
function stillUnread({ ignored, unread }: Source, changes: Changes, missed: Missed): Missed {
  if (changes.isWhole) return missed
  const gone = new Set([...changes.removed, ...changes.events.map(event => event.id)])
  const left = unread.filter(one => !gone.has(one.id))
  return {
    ignored: Math.max(0, ignored - (unread.length - left.length)) + missed.ignored,
    unread: [...left, ...missed.unread].slice(0, MOST_UNREAD),
  }
}

/** Events with their times, whichever way the service says them. */
async function understood(changes: Changes, reading: Reading): Promise<Missed & { events: Remote[] }> {
  const texts = changes.events.flatMap(event => ('ics' in event ? [event.ics] : []))
  const read: (ReadCalendar | null)[] = texts.length > 0 ? await readTexts(texts, reading) : []
  let next = 0
  let ignored = 0
  const unread: UnreadEvent[] = []
  const events = changes.events.flatMap((event): Remote[] => {
    if (!('ics' in event)) return [event]
    const calendar = read[next++]
    ignored += calendar?.ignored ?? 1
    for (const each of calendar?.unread ?? [noCalendar]) unread.push({ ...each, id: event.id })
    const [one] = calendar?.events ?? []
    return one ? [{ ...one, id: event.id, etag: event.etag }] : []
  })
  return { events, ignored, unread: unread.slice(0, MOST_UNREAD) }
}

const noCalendar = { title: '', day: null, reason: 'It can’t be read.' }

/** Ids of those among these events that are appointments of ours: they keep nobody busy twice. */
async function ours(ctx: Ctx, source: Source, events: readonly Remote[]): Promise<Set<string>> {
  const uids = [...new Set(events.map(event => event.uid).filter(Boolean))]
  const found = new Set<string>()
  for (let i = 0; i < uids.length; i += 5_000) {
    const rows = await ctx.db
      .select({ uid: appointments.uid })
      .from(appointments)
      .where(inArray(appointments.uid, uids.slice(i, i + 5_000)))
    for (const { uid } of rows) found.add(uid)
  }
  const links = await ctx.db
    .select({ id: sourceEvents.eventId })
    .from(sourceEvents)
    .where(eq(sourceEvents.sourceId, source.id))
  const linked = new Set(links.map(link => link.id))
  return new Set(events.filter(event => found.has(event.uid) || linked.has(event.id)).map(event => event.id))
}

interface Known {
  events: Remote[]
  removed: string[]
  isWhole: boolean
}

/** Two readings at once would both add what the other can't see: the second waits for the connection's row. */
async function keepBusyTimes(ctx: Ctx, source: Source, { events, removed, isWhole }: Known): Promise<void> {
  await ctx.db
    .select({ id: calendarSources.id })
    .from(calendarSources)
    .where(eq(calendarSources.id, source.id))
    .for('update')
  const own = await ours(ctx, source, events)
  const gone = [...removed, ...events.map(event => event.id)]
  const mine = eq(busyTimes.sourceId, source.id)
  if (isWhole) await ctx.db.delete(busyTimes).where(mine)
  else if (gone.length > 0) await ctx.db.delete(busyTimes).where(and(mine, inArray(busyTimes.eventId, gone)))
  const rows = events
    .filter(event => !own.has(event.id))
    .flatMap(({ id, spans }) =>
      spans.map(([from, to]) => ({
        sourceId: source.id,
        resourceId: source.resourceId,
        eventId: id,
        during: `[${new Date(from).toISOString()},${new Date(to).toISOString()})`,
      })),
    )
  for (let i = 0; i < rows.length; i += 2_000) await ctx.db.insert(busyTimes).values(rows.slice(i, i + 2_000))
  if (isWhole || gone.length > 0) announce(ctx, 'calendar')
}

/** A minute later: what was changed there meanwhile has to be read first. */
const SOON = 60_000

async function succeed(ctx: Ctx, { source, access }: Run, done: Done & { isNewAccess: boolean }): Promise<void> {
  const { cursor, ignored, unread, again, isNewAccess } = done
  await ctx.db
    .update(calendarSources)
    .set({
      cursor,
      ignored,
      unread,
      failures: 0,
      problem: '',
      lastReadAt: clock.now(),
      nextAt: new Date(clock.ms() + (again ? SOON : EVERY)),
      ...(isNewAccess && { sealedSecret: sealAccess(access) }),
    })
    .where(and(eq(calendarSources.id, source.id), isNotNull(calendarSources.nextAt)))
  announce(ctx, 'calendar')
}

async function fail(ctx: Ctx, { source }: Run, problem: string): Promise<void> {
  const failures = source.failures + 1
  await ctx.db
    .update(calendarSources)
    .set({ failures, problem, nextAt: new Date(clock.ms() + waitAfter(failures)) })
    .where(and(eq(calendarSources.id, source.id), isNotNull(calendarSources.nextAt)))
  announce(ctx, 'calendar')
}
