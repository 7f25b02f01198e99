import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { churchOf } from '#public-page/service.ts'
import { ensureHosts } from '../resources/service.ts'
import { feed } from '../rules/icalendar.ts'
import { appointments, attendees, resources } from '../tables.ts'
import type { CalendarFeed, CalendarFeedWithUrl, NewCalendarFeed } from './contract.ts'
import { calendarFeeds } from './tables.ts'

const MOST = 100

/** Their own, and those of rooms and equipment for a member who may see all appointments. */
const reachable = (ctx: Ctx) =>
  or(
    eq(resources.userId, userOf(ctx) ?? sql`null::uuid`),
    reachOf(ctx, 'calendar.write') === 'all' ? isNull(resources.userId) : undefined,
  )

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: calendarFeeds.id,
      name: calendarFeeds.name,
      resourceId: calendarFeeds.resourceId,
      resourceName: resources.name,
      createdAt: calendarFeeds.createdAt,
      lastReadAt: calendarFeeds.lastReadAt,
    })
    .from(calendarFeeds)
    .innerJoin(resources, eq(resources.id, calendarFeeds.resourceId))
    .$dynamic()

export async function list(ctx: Ctx): Promise<{ items: CalendarFeed[] }> {
  const items = await select(ctx)
    .where(and(isNull(calendarFeeds.revokedAt), reachable(ctx)))
    .orderBy(desc(calendarFeeds.id))
    .limit(MOST)
  return { items }
}

/** The host that the member is. */
async function ownHost(ctx: Ctx): Promise<string> {
  await ensureHosts(ctx)
  const [row] = await ctx.db
    .select({ id: resources.id })
    .from(resources)
    .where(and(eq(resources.userId, userOf(ctx)!), isNull(resources.deletedAt)))
  if (!row) throw invalid('resourceId', 'You don’t keep appointments. Please choose a room or a piece of equipment.')
  return row.id
}

export async function create(ctx: Ctx, input: NewCalendarFeed): Promise<CalendarFeedWithUrl> {
  const resourceId = input.resourceId ?? (await ownHost(ctx))
  const [resource] = await ctx.db
    .select({ id: resources.id })
    .from(resources)
    .where(and(eq(resources.id, resourceId), isNull(resources.deletedAt), reachable(ctx)))
  if (!resource) throw invalid('resourceId', 'You can make feeds of your own appointments, and of rooms and equipment')
  if ((await list(ctx)).items.length >= MOST) throw new Failure('BAD_REQUEST', 'Please revoke a feed first.')
  const token = newToken()
  const [row] = await ctx.db
    .insert(calendarFeeds)
    .values({ name: input.name, resourceId, hash: digest(token), createdBy: userOf(ctx)! })
    .returning({ id: calendarFeeds.id })
  announce(ctx, 'calendar')
  const [made] = await select(ctx).where(eq(calendarFeeds.id, row!.id))
  return { ...made!, url: `${env.publicUrl}/calendar/feed/${token}.ics` }
}

/** From the next request on the address leads nowhere. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  found(
    (await select(ctx).where(and(eq(calendarFeeds.id, id), isNull(calendarFeeds.revokedAt), reachable(ctx))))[0],
    'Feed',
  )
  await ctx.db.update(calendarFeeds).set({ revokedAt: clock.now() }).where(eq(calendarFeeds.id, id))
  announce(ctx, 'calendar')
  return {}
}

/** The account of an address; undefined for one that was revoked or never was. */
export async function accountOfFeed(db: Db, token: string): Promise<string | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return
  const [row] = await db
    .select({ clientId: calendarFeeds.clientId })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.hash, digest(token)), isNull(calendarFeeds.revokedAt)))
  return row?.clientId
}

/** The feed of an address, as long as the member is one whose appointments it shows. */
export async function feedOf(ctx: Ctx, token: string) {
  const [row] = await ctx.db
    .select({
      id: calendarFeeds.id,
      resourceId: resources.id,
      userId: resources.userId,
      name: resources.name,
    })
    .from(calendarFeeds)
    .innerJoin(resources, eq(resources.id, calendarFeeds.resourceId))
    .leftJoin(members, and(eq(members.userId, resources.userId), activeMember))
    .where(
      and(
        eq(calendarFeeds.hash, digest(token)),
        isNull(calendarFeeds.revokedAt),
        isNull(resources.deletedAt),
        or(isNull(resources.userId), sql`${members.id} is not null`),
      ),
    )
  return row
}

type Feed = NonNullable<Awaited<ReturnType<typeof feedOf>>>

const READS_AN_HOUR = 240

/** Counts a reading. Programs ask every few minutes: one that asks much more often is told to wait. */
export async function countReading(ctx: Ctx, { id }: Feed): Promise<void> {
  const now = clock.now()
  const isNew = sql`(${calendarFeeds.readsSince} is null or ${calendarFeeds.readsSince} <= ${new Date(clock.ms() - hours(1))})`
  const [row] = await ctx.db
    .update(calendarFeeds)
    .set({
      lastReadAt: now,
      reads: sql`case when ${isNew} then 1 else ${calendarFeeds.reads} + 1 end`,
      readsSince: sql`case when ${isNew} then ${now} else ${calendarFeeds.readsSince} end`,
    })
    .where(eq(calendarFeeds.id, id))
    .returning({ reads: calendarFeeds.reads })
  if ((row?.reads ?? 0) > READS_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'This calendar was read too often. Please try again in an hour.')
}

/**
 * 60 days back, 400 ahead. A confidential appointment is called "Appointment" in the rows that are read here, and row policies hide
 * who comes; rooms and equipment say nothing of people at all, since their feeds are put on screens.
 */
export async function feedContent(ctx: Ctx, { resourceId, userId, name }: Feed): Promise<string> {
  const now = clock.ms()
  const rows = await ctx.db
    .select()
    .from(appointments)
    .where(
      and(
        sql`${appointments.resourceIds} @> array[${resourceId}]::uuid[]`,
        inArray(appointments.status, ['pending', 'confirmed', 'completed', 'cancelled']),
        gt(appointments.endsAt, new Date(now - days(60))),
        lt(appointments.startsAt, new Date(now + days(400))),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(10_000)
  const people = userId ? await guestsOf(ctx, rows) : new Map<string, string[]>()
  const church = (await churchOf(ctx))?.name ?? 'Lampstand'
  return feed(
    `${name} (${church})`,
    rows.map(row => {
      const guests = row.isConfidential ? [] : (people.get(row.id) ?? [])
      return {
        uid: row.uid,
        sequence: row.sequence,
        title: row.title,
        startsAt: row.startsAt,
        endsAt: row.endsAt,
        // Of a confidential one the place may be the counselor's.
        location: row.isConfidential ? '' : row.location,
        description: guests.length > 0 ? `With ${guests.join(', ')}` : '',
        status: row.status === 'cancelled' ? 'CANCELLED' : row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
        stampedAt: row.updatedAt,
      }
    }),
  )
}

async function guestsOf(ctx: Ctx, rows: readonly { id: string }[]): Promise<Map<string, string[]>> {
  if (rows.length === 0) return new Map()
  const all = await ctx.db
    .select({ id: attendees.appointmentId, name: attendees.name })
    .from(attendees)
    .where(
      and(
        inArray(
          attendees.appointmentId,
          rows.map(row => row.id),
        ),
        inArray(attendees.state, ['booked', 'confirmed', 'checked_in']),
      ),
    )
    .orderBy(asc(attendees.id))
  const byAppointment = Map.groupBy(all, one => one.id)
  return new Map([...byAppointment].map(([id, some]) => [id, some.map(one => one.name).filter(Boolean)]))
}
