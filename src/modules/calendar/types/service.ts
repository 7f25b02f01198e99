import { and, asc, eq, gt, ilike, inArray, isNull, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { containing, escapeLike } from '#kernel/sql.ts'
import { typePath } from '../rules/links.ts'
import { usualReminders } from '../rules/reminders.ts'
import { freeTimesOf } from '../service/availability.ts'
import { mustKeepCalendar } from '../service.ts'
import { calendarTypeHosts, calendarTypes, resources } from '../tables.ts'
import type { CalendarType, NewType, TypeChange, TypeFilter } from './contract.ts'

const columns = {
  id: calendarTypes.id,
  name: calendarTypes.name,
  slug: calendarTypes.slug,
  description: calendarTypes.description,
  type: calendarTypes.kind,
  durations: calendarTypes.durations,
  bufferBefore: calendarTypes.bufferBefore,
  bufferAfter: calendarTypes.bufferAfter,
  slotMinutes: calendarTypes.slotMinutes,
  noticeMinutes: calendarTypes.noticeMinutes,
  horizonDays: calendarTypes.horizonDays,
  dailyLimit: calendarTypes.dailyLimit,
  weekly: calendarTypes.weekly,
  overrides: calendarTypes.overrides,
  assignment: calendarTypes.assignment,
  locationKind: calendarTypes.locationKind,
  location: calendarTypes.location,
  roomIds: calendarTypes.roomIds,
  equipmentIds: calendarTypes.equipmentIds,
  questions: calendarTypes.questions,
  confirmation: calendarTypes.confirmation,
  pendingBlocks: calendarTypes.pendingBlocks,
  reminders: calendarTypes.reminders,
  price: calendarTypes.price,
  charge: calendarTypes.charge,
  deposit: calendarTypes.deposit,
  refunds: calendarTypes.refunds,
  refundHours: calendarTypes.refundHours,
  redirect: calendarTypes.redirect,
  visibility: calendarTypes.visibility,
  capacity: calendarTypes.capacity,
  hasWaitlist: calendarTypes.hasWaitlist,
  safeguard: calendarTypes.safeguard,
  isConfidential: calendarTypes.isConfidential,
  cancelNoticeMinutes: calendarTypes.cancelNoticeMinutes,
  travelMinutes: calendarTypes.travelMinutes,
  isActive: calendarTypes.isActive,
  version: calendarTypes.version,
  church: clients.slug,
  bookings: sql<number>`(select count(*)::int from appointments a where a.client_id = ${calendarTypes}.client_id
    and a.type_id = ${calendarTypes}.id and a.status <> 'cancelled')`,
}

const select = (ctx: Ctx) =>
  ctx.db.select(columns).from(calendarTypes).innerJoin(clients, eq(clients.id, calendarTypes.clientId)).$dynamic()
type Row = Awaited<ReturnType<typeof select>>[number]

async function present(ctx: Ctx, rows: Row[]): Promise<CalendarType[]> {
  const ids = rows.map(row => row.id)
  const hosts =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(calendarTypeHosts)
          .where(inArray(calendarTypeHosts.typeId, ids))
          .orderBy(calendarTypeHosts.id)
  return rows.map(({ church, type, ...row }) => ({
    ...row,
    type: type as CalendarType['type'],
    hosts: hosts
      .filter(host => host.typeId === row.id)
      .map(({ resourceId, weight, priority }) => ({ resourceId, weight, priority })),
    page: `${env.publicUrl}${typePath(church, row.slug)}`,
  }))
}

const inTrash = () => gt(calendarTypes.deletedAt, new Date(clock.ms() - days(30)))

export async function list(ctx: Ctx, { search, isActive, deleted, cursor, limit }: TypeFilter) {
  const offset = pageStart(cursor, 10_000)
  const rows = await select(ctx)
    .where(
      and(
        deleted ? inTrash() : isNull(calendarTypes.deletedAt),
        search ? ilike(calendarTypes.name, containing(search)) : undefined,
        isActive === undefined ? undefined : eq(calendarTypes.isActive, isActive),
      ),
    )
    .orderBy(asc(calendarTypes.name), asc(calendarTypes.id))
    .limit(limit)
    .offset(offset)
  return { items: await present(ctx, rows), nextCursor: rows.length === limit ? String(offset + limit) : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<CalendarType> {
  const rows = await select(ctx).where(and(eq(calendarTypes.id, id), isNull(calendarTypes.deletedAt)))
  const [one] = await present(ctx, rows)
  return found(one, 'Calendar type')
}

/** `Coffee with Pastor Dan` → `coffee-with-pastor-dan`; a number behind it where that is taken. */
async function freeSlug(ctx: Ctx, wanted: string): Promise<string> {
  const base =
    wanted
      .normalize('NFD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50) || 'appointment'
  const rows = await ctx.db
    .select({ slug: calendarTypes.slug })
    .from(calendarTypes)
    .where(and(isNull(calendarTypes.deletedAt), ilike(calendarTypes.slug, `${escapeLike(base)}%`)))
  const taken = new Set(rows.map(row => row.slug))
  if (!taken.has(base)) return base
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}

async function checkResources(ctx: Ctx, { hosts, roomIds, equipmentIds }: Partial<NewType>): Promise<void> {
  const asked = [
    ['hosts', 'host', hosts?.map(host => host.resourceId)],
    ['roomIds', 'room', roomIds],
    ['equipmentIds', 'equipment', equipmentIds],
  ] as const
  for (const [field, kind, ids] of asked) {
    if (!ids?.length) continue
    const rows = await ctx.db
      .select({ id: resources.id })
      .from(resources)
      .where(and(inArray(resources.id, ids), eq(resources.kind, kind), isNull(resources.deletedAt)))
    if (rows.length < new Set(ids).size) throw invalid(field, 'One of these no longer exists')
  }
}

async function checkConfidential(ctx: Ctx, wants: boolean | undefined, assignment?: string): Promise<void> {
  if (wants && assignment === 'seats')
    throw invalid(
      'isConfidential',
      'A session with seats can’t be confidential: its roster is for everyone who checks people in',
    )
  if (wants && reachOf(ctx, 'pastoral.read') !== 'all')
    throw invalid('isConfidential', 'Only someone who may read pastoral notes can make it confidential')
}

async function setHosts(ctx: Ctx, typeId: string, hosts: NewType['hosts']): Promise<void> {
  if (!hosts) return
  await ctx.db.delete(calendarTypeHosts).where(eq(calendarTypeHosts.typeId, typeId))
  if (hosts.length > 0)
    await ctx.db
      .insert(calendarTypeHosts)
      .values(hosts.map(host => ({ ...host, typeId })))
      .onConflictDoNothing()
}

/** Without hosts it is the maker's own. */
async function ownHost(ctx: Ctx): Promise<NewType['hosts']> {
  if (ctx.actor.type !== 'member') return []
  const [row] = await ctx.db.select({ id: resources.id }).from(resources).where(eq(resources.userId, ctx.actor.userId))
  return row ? [{ resourceId: row.id, weight: 1, priority: 0 }] : []
}

export async function create(ctx: Ctx, { hosts, type, slug, ...input }: NewType): Promise<CalendarType> {
  mustKeepCalendar(ctx)
  await checkResources(ctx, { ...input, hosts })
  await checkConfidential(ctx, input.isConfidential, input.assignment)
  const wanted = slug ?? (await freeSlug(ctx, input.name))
  const [row] = await ctx.db
    .insert(calendarTypes)
    .values({ durations: [30], reminders: usualReminders, ...input, slug: wanted, kind: type ?? 'meeting' })
    .onConflictDoNothing()
    .returning({ id: calendarTypes.id })
  if (!row) throw invalid('slug', 'Another calendar type has this address')
  await setHosts(ctx, row.id, hosts ?? (await ownHost(ctx)))
  announce(ctx, 'calendar')
  return get(ctx, row)
}

export async function update(ctx: Ctx, { id, version, hosts, type, ...changes }: TypeChange): Promise<CalendarType> {
  mustKeepCalendar(ctx)
  const before = await get(ctx, { id })
  await checkResources(ctx, { ...changes, hosts })
  const after = { ...before, ...changes }
  if (after.isConfidential && (!before.isConfidential || after.assignment === 'seats'))
    await checkConfidential(ctx, true, after.assignment)
  if (changes.slug && changes.slug !== before.slug && (await freeSlug(ctx, changes.slug)) !== changes.slug)
    throw invalid('slug', 'Another calendar type has this address')
  const [row] = await ctx.db
    .update(calendarTypes)
    .set({ ...changes, ...(type && { kind: type }) })
    .where(and(eq(calendarTypes.id, id), eq(calendarTypes.version, version), isNull(calendarTypes.deletedAt)))
    .returning({ id: calendarTypes.id })
  if (!row) throw new Failure('CONFLICT')
  await setHosts(ctx, id, hosts)
  announce(ctx, 'calendar')
  return get(ctx, { id })
}

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<CalendarType> {
  const { id: _, bookings: __, page: ___, version: ____, slug, name, ...rest } = await get(ctx, { id })
  const copy = { ...rest, redirect: rest.redirect as '', name: `${name} (copy)`.slice(0, 120), isActive: false }
  return create(ctx, { ...copy, slug: await freeSlug(ctx, slug) })
}

/** Its appointments stay; its page says that it is closed. Undo for 30 days. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  mustKeepCalendar(ctx)
  await get(ctx, { id })
  await ctx.db.update(calendarTypes).set({ deletedAt: clock.now() }).where(eq(calendarTypes.id, id))
  announce(ctx, 'calendar')
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<CalendarType> {
  mustKeepCalendar(ctx)
  const [row] = await ctx.db
    .select({ slug: calendarTypes.slug })
    .from(calendarTypes)
    .where(and(eq(calendarTypes.id, id), inTrash()))
  const { slug } = found(row, 'Calendar type')
  await ctx.db
    .update(calendarTypes)
    .set({ deletedAt: null, slug: await freeSlug(ctx, slug) })
    .where(eq(calendarTypes.id, id))
  announce(ctx, 'calendar')
  return get(ctx, { id })
}

const MOST_DAYS = 62

/** For staff: notice and horizon, which are for guests, don't count. */
export async function freeTimes(
  ctx: Ctx,
  { id, from, to, duration }: { id: string; from: Date; to: Date; duration?: number },
) {
  const [type] = await ctx.db
    .select()
    .from(calendarTypes)
    .where(and(eq(calendarTypes.id, id), isNull(calendarTypes.deletedAt)))
  const row = found(type, 'Calendar type')
  if (to.getTime() - from.getTime() > days(MOST_DAYS)) throw invalid('to', `Please ask for at most ${MOST_DAYS} days`)
  const times = await freeTimesOf(ctx, row, { from, to, duration: duration ?? row.durations[0]! }, { staff: true })
  return { times: times.map(({ start, hostIds }) => ({ startsAt: new Date(start), hostIds })) }
}
