import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { type Access, type CalendarKind, calendars, type RemoteCalendar } from '#providers/calendars/index.ts'
import { failureText, ServiceRefused } from '#providers/outbound/index.ts'
import { ensureHosts } from '../resources/service.ts'
import { resources } from '../tables.ts'
import type {
  BusyFilter,
  BusyTime,
  CalendarSource,
  CalendarSourceChange,
  NewCalendarSource,
  SourceAccess,
} from './contract.ts'
import { windowAt } from './rules/kinds.ts'
import { NoCalendar } from './rules/read-calendar.ts'
import { checkedAccess, sealAccess } from './service/access.ts'
import { busyReasons } from './service/busy.ts'
import { fetchCalendar, readTexts } from './service/calendar-reader.ts'
import { busyTimes, calendarSources } from './tables.ts'
import { syncCalendar } from './tasks.ts'

const MOST = 200

/** Of their own host; of everyone's for a member who may change all appointments. */
const reachable = (ctx: Ctx) =>
  reachOf(ctx, 'calendar.write') === 'all' ? undefined : eq(resources.userId, userOf(ctx) ?? sql`null::uuid`)

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: calendarSources.id,
      resourceId: calendarSources.resourceId,
      hostName: resources.name,
      kind: calendarSources.kind,
      name: calendarSources.name,
      server: calendarSources.server,
      writesOut: calendarSources.writesOut,
      problem: calendarSources.problem,
      failures: calendarSources.failures,
      lastReadAt: calendarSources.lastReadAt,
      nextAt: calendarSources.nextAt,
      ignored: calendarSources.ignored,
      unread: calendarSources.unread,
      version: calendarSources.version,
      busyTimes: sql<number>`(select count(*)::int from ${busyTimes} b where b.source_id = ${calendarSources.id}
        and upper(b.during) > ${clock.now().toISOString()}::timestamptz)`,
    })
    .from(calendarSources)
    .innerJoin(resources, eq(resources.id, calendarSources.resourceId))
    .$dynamic()

const toSource = (row: Awaited<ReturnType<typeof select>>[number]): CalendarSource => ({
  ...row,
  unread: row.unread.map(({ title, day, reason }) => ({ title, day, reason })),
  enabled: row.nextAt !== null,
})

export async function list(ctx: Ctx): Promise<{ items: CalendarSource[] }> {
  const rows = await select(ctx).where(reachable(ctx)).orderBy(asc(resources.name), asc(calendarSources.id)).limit(MOST)
  return { items: rows.map(toSource) }
}

async function sourceById(ctx: Ctx, id: string): Promise<CalendarSource> {
  const [row] = await select(ctx).where(and(eq(calendarSources.id, id), reachable(ctx)))
  return toSource(found(row, 'Connected calendar'))
}

async function hostFor(ctx: Ctx, resourceId: string | null | undefined): Promise<string> {
  await ensureHosts(ctx)
  const which = resourceId ? eq(resources.id, resourceId) : eq(resources.userId, userOf(ctx) ?? sql`null::uuid`)
  const [row] = await ctx.db
    .select({ id: resources.id })
    .from(resources)
    .where(and(which, eq(resources.kind, 'host'), isNull(resources.deletedAt), reachable(ctx)))
  if (!row) throw invalid('resourceId', 'Please choose a host')
  return row.id
}

/** Refusals of another service as sentences on the form. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw error
    const isKnown = error instanceof ServiceRefused || error instanceof NoCalendar
    throw new Failure('BAD_REQUEST', isKnown ? error.message : failureText(error))
  }
}

async function calendarsOf(kind: CalendarKind, access: Access): Promise<RemoteCalendar[]> {
  const all = await asking(() => calendars(kind).calendars(access))
  if (all.length === 0) throw new Failure('BAD_REQUEST', 'This account has no calendar.')
  return all
}

export async function find(ctx: OuterCtx, input: SourceAccess) {
  const access = checkedAccess(input, `${ctx.client.id} ${userOf(ctx)}`)
  if (input.kind === 'ics') return { items: [] }
  return { items: await calendarsOf(input.kind, access) }
}

/** Asked before anything is stored, so that a wrong address or password is said at once. */
async function chosen(ctx: OuterCtx, input: NewCalendarSource, access: Access): Promise<RemoteCalendar> {
  if (input.kind === 'ics') {
    const { text } = await asking(() => fetchCalendar(access.url!, ''))
    const timeZone = await ctx.tx(async tx => tx.client.timeZone)
    const [read] = await asking(() => readTexts([text ?? ''], { ...windowAt(clock.ms()), timeZone }))
    if (!read) throw invalid('url', 'There is no calendar file at this address.')
    return { id: '', name: input.name, canWrite: false }
  }
  const all = await calendarsOf(input.kind, access)
  // The sandbox has one calendar for each host, whose id depends on the host.
  const wanted = input.kind === 'sandbox' ? undefined : input.calendarId
  const one = wanted ? all.find(each => each.id === wanted) : all[0]
  if (!one) throw invalid('calendarId', 'This account has no such calendar')
  return one
}

export async function create(ctx: OuterCtx, input: NewCalendarSource): Promise<CalendarSource> {
  const resourceId = await ctx.tx(tx => hostFor(tx, input.resourceId))
  const access = checkedAccess(input, resourceId)
  const calendar = await chosen(ctx, input, access)
  if (input.writesOut && !calendar.canWrite) throw invalid('writesOut', 'This calendar can only be read')
  return ctx.tx(async tx => {
    if ((await list(tx)).items.length >= MOST) throw new Failure('BAD_REQUEST', 'Please disconnect a calendar first.')
    const [row] = await tx.db
      .insert(calendarSources)
      .values({
        resourceId,
        kind: input.kind,
        name: input.name,
        writesOut: input.writesOut,
        sealedSecret: sealAccess(access),
        calendarId: calendar.id,
        createdBy: userOf(tx),
        nextAt: clock.now(),
        server: access.url ? new URL(access.url).hostname : '',
      })
      .returning({ id: calendarSources.id })
    await enqueue(tx, syncCalendar, { sourceId: row!.id })
    announce(tx, 'calendar')
    return sourceById(tx, row!.id)
  })
}

export async function update(ctx: Ctx, { id, version, enabled, ...changes }: CalendarSourceChange) {
  const before = await sourceById(ctx, id)
  if (changes.writesOut && before.kind === 'ics') throw invalid('writesOut', 'This calendar can only be read')
  const [row] = await ctx.db
    .update(calendarSources)
    .set({
      ...changes,
      ...(enabled === false && { nextAt: null }),
      ...(enabled === true && { nextAt: clock.now(), failures: 0, problem: '' }),
    })
    .where(and(eq(calendarSources.id, id), eq(calendarSources.version, version)))
    .returning({ id: calendarSources.id })
  if (!row) throw new Failure('CONFLICT')
  // What is not read any more is not known to be true.
  if (enabled === false) await ctx.db.delete(busyTimes).where(eq(busyTimes.sourceId, id))
  else await enqueue(ctx, syncCalendar, { sourceId: id })
  if (enabled === true) await ctx.db.update(calendarSources).set({ cursor: '' }).where(eq(calendarSources.id, id))
  announce(ctx, 'calendar')
  return sourceById(ctx, id)
}

export async function sync(ctx: Ctx, { id }: { id: string }): Promise<CalendarSource> {
  const source = await sourceById(ctx, id)
  if (source.enabled) await enqueue(ctx, syncCalendar, { sourceId: id })
  return source
}

/** Its busy times go with it; appointments that were written there stay there. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  await sourceById(ctx, id)
  await ctx.db.delete(calendarSources).where(eq(calendarSources.id, id))
  announce(ctx, 'calendar')
  return {}
}

/** Those of the member's own host, or of all hosts for a member who may see all appointments. */
export async function busy(ctx: Ctx, { from, to, resourceId }: BusyFilter): Promise<{ items: BusyTime[] }> {
  const all = await busyReasons(ctx, from, to, resourceId)
  if (reachOf(ctx, 'calendar.read') === 'all') return { items: all }
  const [own] = await ctx.db
    .select({ id: resources.id })
    .from(resources)
    .where(eq(resources.userId, userOf(ctx) ?? sql`null::uuid`))
  return { items: all.filter(one => one.resourceId === own?.id) }
}
