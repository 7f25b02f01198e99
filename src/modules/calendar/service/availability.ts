import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { clock, days, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import {
  canTake,
  type Demand,
  dates,
  type FreeTime,
  freeTimes,
  nextHost,
  type Supply,
  type Turn,
} from '../rules/free-times.ts'
import { type Hours, intersection, merged, openSpans, type Span, usualWeek } from '../rules/hours.ts'
import { openStatuses } from '../rules/states.ts'
import { busyElsewhere } from '../sources/service/busy.ts'
import { appointments, calendarTypeHosts, type calendarTypes, claims, resources } from '../tables.ts'

export type TypeRow = typeof calendarTypes.$inferSelect
type ResourceRow = typeof resources.$inferSelect

export interface Window {
  from: Date
  to: Date
  /** Minutes. */
  duration: number
}
interface Options {
  /** Its own claims don't stand in its way when it is moved. */
  except?: string
  /** A visitor's own hold doesn't either. */
  holdKey?: string
}

const activeResources = (ctx: Ctx, ids: readonly string[]): Promise<ResourceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select()
        .from(resources)
        .where(and(inArray(resources.id, [...ids]), resources.isActive, isNull(resources.deletedAt)))

/** When these resources are open, and what they are promised to, between two instants. */
export async function suppliesOf(
  ctx: Ctx,
  rows: readonly ResourceRow[],
  { from, to }: Pick<Window, 'from' | 'to'>,
  options: Options = {},
): Promise<Map<string, Supply>> {
  const exclusive = rows.filter(row => !row.isShared).map(row => row.id)
  const [busy, blocked] = [await busyOf(ctx, exclusive, from, to, options), await blockedTimes(ctx, from, to, options)]
  const elsewhere = await busyElsewhere(
    ctx,
    exclusive,
    new Date(from.getTime() - days(1)),
    new Date(to.getTime() + days(1)),
  )
  const { timeZone } = ctx.client
  const openOf = openIn(from, to)
  return new Map(
    rows.map(row => {
      const weekly = row.weekly ?? (row.kind === 'host' ? usualWeek : null)
      const open = weekly && openOf({ weekly, overrides: row.overrides, travel: row.travel, timeZone })
      const taken = [
        ...(busy.get(row.id) ?? []),
        ...(elsewhere.get(row.id) ?? []),
        ...(row.kind === 'host' ? blocked : []),
      ]
      return [
        row.id,
        {
          id: row.id,
          busy: merged(taken),
          setup: row.setupMinutes,
          teardown: row.teardownMinutes,
          ...(open && { open }),
        },
      ]
    }),
  )
}

/** Open spans of one window; hosts mostly keep the same hours, and reading clocks of a zone is what takes time. */
function openIn(from: Date, to: Date): (hours: Hours) => Span[] {
  const known = new Map<string, Span[]>()
  return hours => {
    const key = JSON.stringify(hours)
    const spans = known.get(key) ?? openSpans(hours, from.getTime(), to.getTime())
    known.set(key, spans)
    return spans
  }
}

const ms = (side: 'lower' | 'upper') => sql<number>`(extract(epoch from ${sql.raw(side)}(during)) * 1000)::float8`

/** Promises that count: a hold that has lapsed does not, nor one of the visitor's own. */
async function busyOf(ctx: Ctx, ids: string[], from: Date, to: Date, { except, holdKey }: Options) {
  if (ids.length === 0) return new Map<string, Span[]>()
  const range = `[${new Date(from.getTime() - days(1)).toISOString()},${new Date(to.getTime() + days(1)).toISOString()})`
  const rows = await ctx.db
    .select({ id: claims.resourceId, from: ms('lower'), to: ms('upper') })
    .from(claims)
    .where(
      and(
        inArray(claims.resourceId, ids),
        sql`${claims.during} && ${range}::tstzrange`,
        or(ne(claims.status, 'hold'), gt(claims.expiresAt, clock.now())),
        except ? or(isNull(claims.appointmentId), ne(claims.appointmentId, except)) : undefined,
        holdKey ? or(isNull(claims.holdKey), ne(claims.holdKey, holdKey)) : undefined,
      ),
    )
  const busy = new Map<string, Span[]>()
  for (const row of rows) {
    const spans = busy.get(row.id)
    if (spans) spans.push([row.from, row.to])
    else busy.set(row.id, [[row.from, row.to]])
  }
  return busy
}

/** Services, funerals and holy days: no host can be booked then. */
export async function blockedTimes(ctx: Ctx, from: Date, to: Date, { except }: Options = {}): Promise<Span[]> {
  const rows = await ctx.db
    .select({ startsAt: appointments.startsAt, endsAt: appointments.endsAt })
    .from(appointments)
    .where(
      and(
        appointments.blocksAll,
        inArray(appointments.status, [...openStatuses]),
        lt(appointments.startsAt, to),
        gt(appointments.endsAt, from),
        except ? ne(appointments.id, except) : undefined,
      ),
    )
  return merged(rows.map(row => [row.startsAt.getTime(), row.endsAt.getTime()]))
}

export interface HostRow {
  resourceId: string
  weight: number
  priority: number
}
export const hostsOf = (ctx: Ctx, typeId: string): Promise<HostRow[]> =>
  ctx.db
    .select({
      resourceId: calendarTypeHosts.resourceId,
      weight: calendarTypeHosts.weight,
      priority: calendarTypeHosts.priority,
    })
    .from(calendarTypeHosts)
    .where(eq(calendarTypeHosts.typeId, typeId))
    .orderBy(calendarTypeHosts.id)

/** What a booking of this type needs, with the times of all that could provide it. */
export async function demandOf(
  ctx: Ctx,
  type: TypeRow,
  window: Window,
  options: Options = {},
): Promise<Demand & { hostRows: HostRow[] }> {
  const hostRows = (await hostsOf(ctx, type.id)).filter(host => host.weight > 0)
  const [from, to] = [window.from.getTime(), window.to.getTime()]
  const hostIds = hostRows.map(host => host.resourceId)
  const rows = await activeResources(ctx, [...new Set([...hostIds, ...type.roomIds, ...type.equipmentIds])])
  const supplies = await suppliesOf(
    ctx,
    rows,
    { from: window.from, to: new Date(to + window.duration * 60_000) },
    options,
  )
  const own = type.weekly && openSpans({ ...type, weekly: type.weekly, timeZone: ctx.client.timeZone }, from, to)
  const hosts = hostIds.flatMap(id => narrowed(supplies.get(id), own))
  const isVisible = new Set(rows.filter(row => row.isVisible).map(row => row.id))
  const wanted = type.safeguard === 'glass_door' ? type.roomIds.filter(id => isVisible.has(id)) : type.roomIds
  return {
    duration: window.duration,
    bufferBefore: Math.max(type.bufferBefore, type.travelMinutes),
    bufferAfter: Math.max(type.bufferAfter, type.travelMinutes),
    step: type.slotMinutes,
    from,
    to,
    timeZone: ctx.client.timeZone,
    hosts,
    together: type.assignment === 'collective',
    rooms: wanted.flatMap(id => supplies.get(id) ?? []),
    equipment: type.equipmentIds.flatMap(id => supplies.get(id) ?? []),
    ...(type.safeguard === 'two_adults' && { seconds: hosts }),
    dailyLimit: type.dailyLimit,
    perDay: type.dailyLimit ? await startsPerDay(ctx, type.id, window, options) : new Map(),
    hostRows,
  }
}

const narrowed = (supply: Supply | undefined, own: Span[] | null): Supply[] =>
  !supply ? [] : own ? [{ ...supply, open: supply.open ? intersection(supply.open, own) : own }] : [supply]

async function startsPerDay(ctx: Ctx, typeId: string, { from, to }: Window, { except }: Options) {
  const dateOf = dates(ctx.client.timeZone)
  const rows = await ctx.db
    .select({ startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        eq(appointments.typeId, typeId),
        inArray(appointments.status, [...openStatuses, 'completed']),
        gt(appointments.startsAt, new Date(from.getTime() - days(1))),
        lt(appointments.startsAt, new Date(to.getTime() + days(1))),
        except ? ne(appointments.id, except) : undefined,
      ),
    )
  const perDay = new Map<string, number>()
  for (const { startsAt } of rows) {
    const date = dateOf(startsAt.getTime())
    perDay.set(date, (perDay.get(date) ?? 0) + 1)
  }
  return perDay
}

/** What a type asks for: with `either` safeguard, a room that can be looked into, or else a second adult. */
async function demandsOf(ctx: Ctx, type: TypeRow, window: Window, options: Options) {
  const rules = type.safeguard === 'either' ? (['glass_door', 'two_adults'] as const) : [type.safeguard]
  const demands = []
  for (const safeguard of rules) {
    const demand = await demandOf(ctx, { ...type, safeguard }, window, options)
    const needsRoom = type.roomIds.length > 0 || safeguard === 'glass_door'
    if (demand.hosts.length > 0 && !(needsRoom && demand.rooms.length === 0)) demands.push(demand)
  }
  return demands
}

interface Asking extends Options {
  /** Notice and horizon are for guests. */
  staff?: boolean
}

/** Free times of a type between two instants, within its notice and horizon. */
export async function freeTimesOf(ctx: Ctx, type: TypeRow, window: Window, options: Asking = {}): Promise<FreeTime[]> {
  const limited = within(type, window, options)
  if (!limited) return []
  const all = new Map<number, Set<string>>()
  for (const demand of await demandsOf(ctx, type, limited, options))
    for (const { start, hostIds } of freeTimes(demand)) all.set(start, new Set([...(all.get(start) ?? []), ...hostIds]))
  return [...all].sort(([a], [b]) => a - b).map(([start, hostIds]) => ({ start, hostIds: [...hostIds] }))
}

function within(type: TypeRow, window: Window, { staff }: Asking): Window | null {
  const earliest = staff ? clock.ms() : clock.ms() + minutes(type.noticeMinutes)
  const latest = staff ? window.to.getTime() : clock.ms() + days(type.horizonDays)
  const [from, to] = [Math.max(window.from.getTime(), earliest), Math.min(window.to.getTime(), latest)]
  return to <= from ? null : { ...window, from: new Date(from), to: new Date(to) }
}

/** Who and what would take a booking at that time: hosts by their turn, a room, all equipment; null if it is not free. */
export async function resourcesFor(
  ctx: Ctx,
  type: TypeRow,
  at: Date,
  duration: number,
  options: Asking = {},
): Promise<string[] | null> {
  const window = within(type, { from: at, to: new Date(at.getTime() + 1), duration }, options)
  if (!window) return null
  const [start, end] = [at.getTime(), at.getTime() + duration * 60_000]
  for (const demand of await demandsOf(ctx, type, window, options)) {
    const free = freeTimes(demand).find(time => time.start === start)
    if (!free) continue
    const hosts = demand.together ? free.hostIds : [await hostFor(ctx, type, demand.hostRows, free.hostIds, at)]
    const able = (all: readonly Supply[]) => all.filter(one => canTake(one, demand, start, end)).map(one => one.id)
    const second =
      demand.seconds && hosts.length < 2
        ? able(demand.seconds)
            .filter(id => !hosts.includes(id))
            .slice(0, 1)
        : []
    return [...hosts, ...second, ...able(demand.rooms).slice(0, 1), ...demand.equipment.map(one => one.id)]
  }
  return null
}

/** In turns, or the first of those who are free. */
async function hostFor(ctx: Ctx, type: TypeRow, hosts: readonly HostRow[], free: string[], at: Date): Promise<string> {
  if (type.assignment !== 'round_robin') return hosts.find(host => free.includes(host.resourceId))!.resourceId
  return nextHost(await turnsOf(ctx, hosts, at), free) ?? free[0]!
}

/** Load of hosts in the two weeks around a time, for whose turn it is. */
export async function turnsOf(ctx: Ctx, hosts: readonly HostRow[], around: Date): Promise<Turn[]> {
  const ids = hosts.map(host => host.resourceId)
  if (ids.length === 0) return []
  const { rows } = await ctx.db.execute<{ id: string; load: number; last: number }>(sql`
    select host.id, count(a.id) filter (where a.starts_at between ${new Date(around.getTime() - days(14)).toISOString()}::timestamptz
        and ${new Date(around.getTime() + days(14)).toISOString()}::timestamptz)::int as load,
      coalesce(extract(epoch from max(a.created_at)) * 1000, 0)::float8 as last
    from unnest(${sql.param(ids)}::uuid[]) host(id)
    left join booking_claims c on c.resource_id = host.id
    left join appointments a on a.client_id = c.client_id and a.id = c.appointment_id
      and a.status in ('pending', 'confirmed', 'completed')
    group by host.id`)
  return hosts.map(({ resourceId: id, weight, priority }) => {
    const row = rows.find(one => one.id === id)
    return { id, weight, priority, load: row?.load ?? 0, last: row?.last ?? 0 }
  })
}
