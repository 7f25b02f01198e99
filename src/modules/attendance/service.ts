import { and, asc, desc, eq, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { mine } from '#calendar/service.ts'
import { appointments } from '#calendar/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import type { Permission } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { foldName } from '#people/rules/names.ts'
import { canSeeEveryone } from '#people/service/list.ts'
import { householdMembers, people } from '#people/tables.ts'
import type { AttendanceEvent, Attendant, AttendantFilter, CheckIn, EventFilter, SetHeadcount } from './contract.ts'
import { STAFF_OPENS_HOURS } from './rules/regulars.ts'
import { record, undoCheckIns } from './service/check-ins.ts'
import { checkIns, headcounts } from './tables.ts'

/** What attendance is taken of: services and events that were not canceled. What is confidential is none of them, for anyone. */
export const isCounted = () =>
  and(eq(appointments.kind, 'event'), ne(appointments.status, 'cancelled'), eq(appointments.isConfidential, false))

const eventColumns = {
  id: appointments.id,
  title: appointments.title,
  startsAt: appointments.startsAt,
  endsAt: appointments.endsAt,
  location: appointments.location,
  status: appointments.status,
}
type EventRow = Pick<typeof appointments.$inferSelect, keyof typeof eventColumns>

async function withFigures(ctx: Ctx, rows: EventRow[]): Promise<AttendanceEvent[]> {
  const ids = rows.map(row => row.id)
  if (ids.length === 0) return []
  const named = await ctx.db
    .select({
      id: checkIns.appointmentId,
      checkedIn: sql<number>`count(*)::int`,
      firstVisits: sql<number>`count(*) filter (where ${checkIns.isFirst})::int`,
    })
    .from(checkIns)
    .where(inArray(checkIns.appointmentId, ids))
    .groupBy(checkIns.appointmentId)
  const counted = await ctx.db
    .select({ id: headcounts.appointmentId, group: headcounts.group, count: headcounts.count })
    .from(headcounts)
    .where(inArray(headcounts.appointmentId, ids))
    .orderBy(asc(headcounts.id))
  const [byId, groupsById] = [new Map(named.map(one => [one.id, one])), Map.groupBy(counted, one => one.id)]
  return rows.map(row => {
    const groups = (groupsById.get(row.id) ?? []).map(({ group, count }) => ({ group, count }))
    const { checkedIn = 0, firstVisits = 0 } = byId.get(row.id) ?? {}
    return { ...row, checkedIn, firstVisits, groups, headcount: groups.reduce((sum, { count }) => sum + count, 0) }
  })
}

function where(ctx: Ctx, { from, to, search }: Pick<EventFilter, 'from' | 'to' | 'search'>): SQL | undefined {
  const tomorrow = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('day').plus({ days: 1 })
  const until = to ?? (from ? undefined : tomorrow.toJSDate())
  const needle = search && containing(search)
  return and(
    isCounted(),
    mine(ctx, 'calendar.read'),
    from ? gte(appointments.startsAt, from) : undefined,
    until ? lt(appointments.startsAt, until) : undefined,
    needle ? or(ilike(appointments.title, needle), ilike(appointments.location, needle)) : undefined,
  )
}

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: EventFilter) {
  const offset = pageStart(cursor, 100_000)
  const order = sort === 'startsAt' ? asc : desc
  const rows = await ctx.db
    .select(eventColumns)
    .from(appointments)
    .where(where(ctx, filter))
    .orderBy(order(appointments.startsAt), order(appointments.id))
    .limit(limit)
    .offset(offset)
  return { items: await withFigures(ctx, rows), nextCursor: rows.length === limit ? String(offset + limit) : null }
}

async function eventById(ctx: Ctx, id: string, permission: Permission): Promise<EventRow> {
  const [row] = await ctx.db
    .select(eventColumns)
    .from(appointments)
    .where(and(isCounted(), mine(ctx, permission), eq(appointments.id, id)))
  return found(row, 'Event')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<AttendanceEvent> {
  const [one] = await withFigures(ctx, [await eventById(ctx, id, 'calendar.read')])
  return one!
}

/** Each word must be in the name. A fragment of a number would tell a volunteer what they may not see. */
const named = (ctx: Ctx, search: string): SQL[] =>
  foldName(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map(word => ilike(canSeeEveryone(ctx) ? people.search : people.name, containing(word)))

/** People by name, with whether they are here. The household is the first that they are in. */
export async function listPeople(ctx: Ctx, { id, search, present, cursor, limit }: AttendantFilter) {
  await eventById(ctx, id, 'calendar.read')
  const offset = pageStart(cursor, 100_000)
  const home = sql<Attendant['household']>`(select json_build_object('id', h.id, 'name', h.name, 'size',
      (select count(*)::int from household_members o join people q on q.client_id = o.client_id and q.id = o.person_id
        where o.client_id = h.client_id and o.household_id = h.id and q.deleted_at is null and not q.deceased))
    from household_members m join households h on h.client_id = m.client_id and h.id = m.household_id
    where m.client_id = ${people.clientId} and m.person_id = ${people.id} order by m.id limit 1)`
  const items = await ctx.db
    .select({
      id: people.id,
      name: people.name,
      household: home,
      checkedInAt: checkIns.createdAt,
      source: checkIns.source,
      isFirst: sql<boolean>`coalesce(${checkIns.isFirst}, false)`,
    })
    .from(people)
    .leftJoin(
      checkIns,
      and(eq(checkIns.clientId, people.clientId), eq(checkIns.personId, people.id), eq(checkIns.appointmentId, id)),
    )
    .where(
      and(
        isNull(people.deletedAt),
        eq(people.deceased, false),
        present ? sql`${checkIns.id} is not null` : undefined,
        ...(search ? named(ctx, search) : []),
      ),
    )
    .orderBy(sql`lower(${people.lastName})`, sql`lower(${people.firstName})`, people.id)
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

/** Tapping twice, or two greeters at once, check someone in once. */
export async function checkIn(ctx: Ctx, { id, personIds, householdId }: CheckIn): Promise<AttendanceEvent> {
  const event = await eventById(ctx, id, 'calendar.write')
  if (event.startsAt.getTime() > clock.ms() + hours(STAFF_OPENS_HOURS))
    throw new Failure('BAD_REQUEST', 'Check-in opens the day before. Please come back then.')
  const family = householdId
    ? await ctx.db
        .select({ id: householdMembers.personId })
        .from(householdMembers)
        .where(eq(householdMembers.householdId, householdId))
    : []
  if (householdId && family.length === 0) found(undefined, 'Household')
  const ids = [...personIds, ...family.map(one => one.id)]
  await record(ctx, event, ids, { source: 'staff', strict: !householdId })
  return get(ctx, { id })
}

export async function undo(ctx: Ctx, { id, personIds }: { id: string; personIds: string[] }): Promise<AttendanceEvent> {
  const event = await eventById(ctx, id, 'calendar.write')
  await undoCheckIns(ctx, event.id, personIds)
  return get(ctx, { id })
}

/** Each group is a row of its own: two who count different groups at once overwrite nothing. */
export async function setHeadcount(ctx: Ctx, { id, groups }: SetHeadcount): Promise<AttendanceEvent> {
  await eventById(ctx, id, 'calendar.write')
  const none = groups.filter(({ count }) => count === 0).map(({ group }) => group)
  const some = [...new Map(groups.filter(({ count }) => count > 0).map(one => [one.group, one])).values()]
  if (none.length > 0)
    await ctx.db.delete(headcounts).where(and(eq(headcounts.appointmentId, id), inArray(headcounts.group, none)))
  if (some.length > 0)
    await ctx.db
      .insert(headcounts)
      .values(some.map(one => ({ appointmentId: id, ...one })))
      .onConflictDoUpdate({
        target: [headcounts.clientId, headcounts.appointmentId, headcounts.group],
        set: { count: sql`excluded.count` },
      })
  announce(ctx, 'attendance', id)
  return get(ctx, { id })
}

const localTime = (ctx: Ctx, at: Date) =>
  DateTime.fromJSDate(at, { zone: ctx.client.timeZone }).toFormat('yyyy-MM-dd HH:mm')

/** One row for each event, and a column for each group that was counted at any of them. */
export async function exportCounts(ctx: Ctx, filter: Pick<EventFilter, 'from' | 'to' | 'search'>) {
  const rows = await ctx.db
    .select(eventColumns)
    .from(appointments)
    .where(where(ctx, filter))
    .orderBy(desc(appointments.startsAt), desc(appointments.id))
    .limit(20_000)
  const events = await withFigures(ctx, rows)
  const groups = [...new Set(events.flatMap(one => one.groups.map(({ group }) => group)))]
  const cells = events.map(one => [
    one.title,
    localTime(ctx, one.startsAt),
    one.location,
    one.checkedIn,
    one.firstVisits,
    one.headcount,
    ...groups.map(name => one.groups.find(({ group }) => group === name)?.count ?? ''),
  ])
  const titles = ['Event', 'Starts', 'Place', 'Checked in', 'First visits', 'Headcount', ...groups]
  return { csv: csvFile(titles, cells) }
}

const header = ['Event', 'Starts', 'Person', 'First visit', 'Checked in at', 'Checked in by']

/** One row for each check-in, or for those of one event. */
export async function exportCsv(
  ctx: Ctx,
  { eventId, ...filter }: Pick<EventFilter, 'from' | 'to' | 'search'> & { eventId?: string },
) {
  if (eventId) await eventById(ctx, eventId, 'calendar.read')
  const rows = await ctx.db
    .select({
      title: appointments.title,
      startsAt: appointments.startsAt,
      name: people.name,
      isFirst: checkIns.isFirst,
      at: checkIns.createdAt,
      source: checkIns.source,
    })
    .from(checkIns)
    .innerJoin(
      appointments,
      and(eq(appointments.clientId, checkIns.clientId), eq(appointments.id, checkIns.appointmentId)),
    )
    .innerJoin(people, and(eq(people.clientId, checkIns.clientId), eq(people.id, checkIns.personId)))
    .where(
      and(where(ctx, eventId ? { from: new Date(0) } : filter), eventId ? eq(appointments.id, eventId) : undefined),
    )
    .orderBy(desc(appointments.startsAt), asc(people.name))
    .limit(100_000)
  const local = (at: Date) => localTime(ctx, at)
  const by = { staff: 'Staff', phone: 'Phone number', card: 'Card', import: 'Import' } as const
  const cells = rows.map(row => [
    row.title,
    local(row.startsAt),
    row.name,
    row.isFirst ? 'Yes' : '',
    local(row.at),
    by[row.source],
  ])
  return { csv: csvFile(header, cells) }
}

/** Who came to something in a time, and how often; for segments and automations. */
export async function attendedBetween(
  ctx: Ctx,
  { from, to }: { from: Date; to: Date },
): Promise<{ personId: string; times: number; lastAt: Date }[]> {
  const rows = await ctx.db
    .select({
      personId: checkIns.personId,
      times: sql<number>`count(*)::int`,
      lastAt: sql<string>`max(${appointments.startsAt})`,
    })
    .from(checkIns)
    .innerJoin(
      appointments,
      and(eq(appointments.clientId, checkIns.clientId), eq(appointments.id, checkIns.appointmentId)),
    )
    .where(and(isCounted(), gte(appointments.startsAt, from), lt(appointments.startsAt, to)))
    .groupBy(checkIns.personId)
  return rows.map(row => ({ ...row, lastAt: new Date(row.lastAt) }))
}
