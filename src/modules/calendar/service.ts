import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import type { Permission } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import { containing } from '#kernel/sql.ts'
import { canSeeEveryone } from '#people/service/list.ts'
import type { Appointment, AppointmentFilter } from './contract.ts'
import { HIDDEN_TITLE, openStatuses, statusLabels } from './rules/states.ts'
import { appointmentDetails, appointments, attendees, calendarTypes, resources } from './tables.ts'

const columns = {
  id: appointments.id,
  typeId: appointments.typeId,
  seriesId: appointments.seriesId,
  type: appointments.kind,
  publicTitle: appointments.title,
  title: appointmentDetails.title,
  description: appointmentDetails.notes,
  detailId: appointmentDetails.id,
  answers: appointmentDetails.answers,
  startsAt: appointments.startsAt,
  endsAt: appointments.endsAt,
  timeZone: appointments.timeZone,
  status: appointments.status,
  leadId: appointments.leadId,
  resourceIds: appointments.resourceIds,
  locationKind: appointments.locationKind,
  location: appointments.location,
  isConfidential: appointments.isConfidential,
  blocksAll: appointments.blocksAll,
  capacity: appointments.capacity,
  origin: appointments.origin,
  overrideReason: appointments.overrideReason,
  cancelReason: appointments.cancelReason,
  flag: appointments.flag,
  createdAt: appointments.createdAt,
  updatedAt: appointments.updatedAt,
  version: appointments.version,
}

/** A volunteer sees those that they made, and those in which they are the host. */
export function mine(ctx: Ctx, permission: Permission): SQL | undefined {
  if (ctx.actor.type !== 'member' || reachOf(ctx, permission) === 'all') return undefined
  const me = userOf(ctx)
  return sql`(${appointments.createdBy} = ${me} or exists (select from ${resources} r
    where r.user_id = ${me} and r.id = any(${appointments.resourceIds})))`
}

/** The reader sees its details, or there is nothing to hide. */
const isReadable = sql`(not ${appointments.isConfidential} or ${appointmentDetails.id} is not null)`

/** Hours, rooms, calendar types and repeating events belong to everyone: a member who reaches only their own rows can't change them. */
export function mustKeepCalendar(ctx: Ctx): void {
  if (ctx.actor.type === 'member' && reachOf(ctx, 'calendar.write') !== 'all') throw new Failure('FORBIDDEN')
}

export type Filters = Omit<AppointmentFilter, 'sort' | 'cursor' | 'limit'>

function where(ctx: Ctx, filter: Filters): SQL | undefined {
  const { from, to, upcoming, status, type, typeId, resourceId, personId, leadId, seriesId, flagged, search } = filter
  const needle = search && containing(search)
  const attends = (condition: SQL) =>
    sql`exists (select from ${attendees} t where t.client_id = ${appointments.clientId} and t.appointment_id = ${appointments.id} and ${condition})`
  return and(
    mine(ctx, 'calendar.read'),
    from ? gt(appointments.endsAt, from) : undefined,
    to ? lt(appointments.startsAt, to) : undefined,
    upcoming ? and(inArray(appointments.status, [...openStatuses]), gt(appointments.endsAt, clock.now())) : undefined,
    status?.length ? inArray(appointments.status, status) : undefined,
    type?.length ? inArray(appointments.kind, type) : undefined,
    typeId ? eq(appointments.typeId, typeId) : undefined,
    resourceId ? sql`${resourceId}::uuid = any(${appointments.resourceIds})` : undefined,
    leadId ? and(eq(appointments.leadId, leadId), isReadable) : undefined,
    seriesId ? eq(appointments.seriesId, seriesId) : undefined,
    flagged ? isNotNull(appointments.flag) : undefined,
    personId ? attends(sql`t.person_id = ${personId}`) : undefined,
    needle
      ? or(
          sql`coalesce(${appointmentDetails.title}, ${appointments.title}) ilike ${needle}`,
          and(sql`${appointments.location} ilike ${needle}`, isReadable),
          attends(sql`(t.name ilike ${needle} or t.email ilike ${needle})`),
        )
      : undefined,
  )
}

/** Details and attendees of a confidential appointment are hidden by their own row policies: the join finds none. */
const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(appointments)
    .leftJoin(
      appointmentDetails,
      and(
        eq(appointmentDetails.clientId, appointments.clientId),
        eq(appointmentDetails.appointmentId, appointments.id),
      ),
    )
    .$dynamic()

type Row = Awaited<ReturnType<typeof select>>[number]

async function present(ctx: Ctx, rows: Row[]): Promise<Appointment[]> {
  const ids = rows.map(row => row.id)
  const guests =
    ids.length === 0
      ? []
      : await ctx.db
          .select({
            id: attendees.id,
            appointmentId: attendees.appointmentId,
            personId: attendees.personId,
            name: attendees.name,
            email: attendees.email,
            phone: attendees.phone,
            timeZone: attendees.timeZone,
            state: attendees.state,
            answers: attendees.answers,
          })
          .from(attendees)
          .where(inArray(attendees.appointmentId, ids))
          .orderBy(asc(attendees.createdAt), asc(attendees.id))
  // Who may see no more than names of people sees no more of guests.
  const seen = canSeeEveryone(ctx) ? guests : guests.map(guest => ({ ...guest, email: null, phone: null }))
  const byAppointment = Map.groupBy(seen, guest => guest.appointmentId)
  return rows.map(({ publicTitle, title, description, answers, detailId, ...row }) => ({
    ...row,
    title: title || publicTitle,
    description: description ?? '',
    answers: answers ?? {},
    ...(row.isConfidential && detailId === null ? hidden : { isHidden: false }),
    attendees: (byAppointment.get(row.id) ?? []).map(({ appointmentId: _, ...guest }) => guest),
  }))
}

/** What could tell who comes, or why, of an appointment whose words are not for this reader. */
const hidden = { isHidden: true, leadId: null, location: '', cancelReason: null, overrideReason: null, flag: null }

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: AppointmentFilter) {
  const offset = pageStart(cursor, 100_000)
  const order = sort === 'startsAt' ? asc : desc
  const rows = await select(ctx)
    .where(where(ctx, filter))
    .orderBy(order(appointments.startsAt), order(appointments.id))
    .limit(limit)
    .offset(offset)
  return { items: await present(ctx, rows), nextCursor: rows.length === limit ? String(offset + limit) : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Appointment> {
  const rows = await select(ctx).where(and(mine(ctx, 'calendar.read'), eq(appointments.id, id)))
  const [one] = await present(ctx, rows)
  return found(one, 'Appointment')
}

/** Figures of the tiles, by the church's own clocks. What blocks time without anyone to meet is no appointment. */
export async function stats(ctx: Ctx) {
  const now = clock.now()
  const local = DateTime.fromJSDate(now, { zone: ctx.client.timeZone })
  const day = local.startOf('day')
  const week = day.minus({ days: local.weekday % 7 })
  const within = (from: DateTime, length: number) =>
    sql<number>`count(*) filter (where status in ('pending', 'confirmed') and starts_at >= ${from.toJSDate().toISOString()}::timestamptz
      and starts_at < ${from.plus({ days: length }).toJSDate().toISOString()}::timestamptz)::int`
  const [row] = await ctx.db
    .select({
      today: within(day, 1),
      week: within(week, 7),
      total: sql<number>`count(*) filter (where status <> 'cancelled' and kind <> 'event')::int`,
      upcoming: sql<number>`count(*) filter (where status in ('pending', 'confirmed') and kind <> 'event' and starts_at > ${now.toISOString()}::timestamptz)::int`,
    })
    .from(appointments)
    .where(and(ne(appointments.kind, 'block'), mine(ctx, 'calendar.read')))
  const ahead = and(inArray(appointments.status, [...openStatuses]), gt(appointments.endsAt, now))
  const [waiting] = await ctx.db
    .select({
      pending: sql<number>`count(*) filter (where status = 'pending')::int`,
      flagged: sql<number>`count(*) filter (where flag is not null)::int`,
    })
    .from(appointments)
    .where(and(ahead, mine(ctx, 'calendar.read')))
  const [types] = await ctx.db
    .select({ count: count() })
    .from(calendarTypes)
    .where(and(calendarTypes.isActive, sql`${calendarTypes.deletedAt} is null`))
  return { ...row!, ...waiting!, activeTypes: types!.count }
}

/** Confirmed or pending of a time that another appointment is to take, for a sentence about the conflict. */
export async function overlapping(
  ctx: Ctx,
  { from, to, resourceIds, except }: { from: Date; to: Date; resourceIds: string[]; except?: string },
) {
  const rows = await ctx.db
    .select({
      resourceIds: appointments.resourceIds,
      title: appointments.title,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
    })
    .from(appointments)
    .where(
      and(
        inArray(appointments.status, [...openStatuses]),
        lt(appointments.startsAt, to),
        gte(appointments.endsAt, from),
        sql`${appointments.resourceIds} && ${sql.param(resourceIds)}::uuid[]`,
        except ? ne(appointments.id, except) : undefined,
      ),
    )
    .orderBy(appointments.startsAt)
    .limit(10)
  const isTold = reachOf(ctx, 'calendar.read') === 'all'
  return rows.map(({ resourceIds: theirs, title, ...row }) => ({
    ...row,
    title: isTold ? title : HIDDEN_TITLE,
    resourceId: theirs.find(id => resourceIds.includes(id)) ?? null,
  }))
}

const header = ['Title', 'Type', 'Status', 'Starts', 'Ends', 'Time zone', 'Location', 'Attendees', 'Emails']

export async function exportCsv(ctx: Ctx, filter: Filters) {
  const rows = await select(ctx).where(where(ctx, filter)).orderBy(asc(appointments.startsAt)).limit(50_000)
  const all = await present(ctx, rows)
  const local = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm')
  return {
    csv: csvFile(
      header,
      all.map(one => [
        one.title,
        one.type,
        statusLabels[one.status],
        local(one.startsAt, one.timeZone),
        local(one.endsAt, one.timeZone),
        one.timeZone,
        one.location,
        one.attendees.map(guest => guest.name).join(', '),
        one.attendees.flatMap(guest => guest.email ?? []).join(', '),
      ]),
    ),
  }
}
