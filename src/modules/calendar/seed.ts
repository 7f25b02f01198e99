import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { personById } from '#people/service.ts'
import demoTypes from './data/demo-types.json' with { type: 'json' }
import { ensureHosts } from './resources/service.ts'
import { usualReminders } from './rules/reminders.ts'
import { type AppointmentStatus, HIDDEN_TITLE } from './rules/states.ts'
import { makeOccurrences } from './series/service.ts'
import { claimResources } from './service/claims.ts'
import {
  appointmentDetails,
  appointmentSeries,
  appointments,
  attendees,
  calendarTypeHosts,
  calendarTypes,
  resources,
} from './tables.ts'

type Roll = ReturnType<typeof dice>
type Type = typeof calendarTypes.$inferSelect
type Resource = typeof resources.$inferSelect

const rooms = [
  { kind: 'room' as const, name: 'Sanctuary', capacity: 320 },
  { kind: 'room' as const, name: 'Fellowship Hall', capacity: 120, setupMinutes: 15, teardownMinutes: 15 },
  { kind: 'room' as const, name: 'Room 101', capacity: 12, isVisible: true },
  { kind: 'room' as const, name: 'Counseling room', capacity: 4, isVisible: true },
  { kind: 'equipment' as const, name: 'Projector' },
  { kind: 'equipment' as const, name: 'Sound cart' },
]

type NewRow = typeof calendarTypes.$inferInsert
type DemoType = Partial<NewRow> & Pick<NewRow, 'name' | 'slug' | 'durations'> & { rooms?: string[] }
const hostCount = (type: Type) => (type.assignment === 'seats' || type.isConfidential ? 1 : 3)

async function seedTypes(ctx: Ctx, hosts: Resource[], all: Resource[]) {
  const idsOf = (names: string[] = []) => all.filter(one => names.includes(one.name)).map(one => one.id)
  const made = await ctx.db
    .insert(calendarTypes)
    .values(
      (demoTypes as DemoType[]).map(({ rooms, ...type }) => ({
        ...type,
        reminders: usualReminders,
        roomIds: idsOf(rooms),
      })),
    )
    .returning()
  const links = made.flatMap(type =>
    hosts.slice(0, hostCount(type)).map(host => ({ typeId: type.id, resourceId: host.id })),
  )
  await ctx.db.insert(calendarTypeHosts).values(links)
  const of = (slug: string) => made.find(type => type.slug === slug)!
  return { coffee: of('coffee'), call: of('welcome-call'), counseling: of('counseling'), class: of('membership-class') }
}

interface Plan {
  type: Type
  start: DateTime
  status: AppointmentStatus
  host: Resource
  room: Resource | null
  guest: Guest
  notes: string
}
type Guest = Awaited<ReturnType<typeof personById>>

const coffeeNotes = [
  'First visit was two weeks ago.',
  'Asked about small groups.',
  'New in town, moved for work.',
  'Wants to know about baptism.',
  '',
]
const counselingNotes = ['Second conversation.', 'Referred by a friend.', '']

/** Weekdays at office hours, each host at most once at a time. */
function plan(
  roll: Roll,
  types: Awaited<ReturnType<typeof seedTypes>>,
  hosts: Resource[],
  all: Resource[],
  guests: Guest[],
  zone: string,
): Plan[] {
  const plans: Plan[] = []
  const today = DateTime.now().setZone(zone).startOf('day')
  const counselingRoom = all.find(one => one.name === 'Counseling room')!
  const add = (day: DateTime, hour: number, i: number, status: AppointmentStatus) => {
    const type = [types.coffee, types.call, types.coffee, types.counseling][i % 4]!
    const host = type.isConfidential ? hosts[0]! : hosts[i % Math.min(3, hosts.length)]!
    const notes = roll.pick(type.isConfidential ? counselingNotes : coffeeNotes)
    plans.push({
      type,
      start: day.set({ hour }),
      status,
      host,
      room: type.isConfidential ? counselingRoom : null,
      guest: guests[(i * 7) % guests.length]!,
      notes,
    })
  }
  let i = 0
  for (let day = today.minus({ days: 300 }); day < today; day = day.plus({ days: 2 })) {
    if (day.weekday > 5) continue
    const roll10 = roll.below(10)
    add(day, 9 + (i % 4) * 2, i++, roll10 < 7 ? 'completed' : roll10 < 9 ? 'cancelled' : 'no_show')
  }
  // Twelve that lie ahead (spec decision 26); two of them wait for a yes.
  let ahead = 0
  for (let day = today.plus({ days: 1 }); ahead < 12; day = day.plus({ days: 1 })) {
    if (day.weekday > 5) continue
    for (const hour of [9, 14]) if (ahead < 12) add(day, hour, i++, ahead++ % 6 === 5 ? 'pending' : 'confirmed')
  }
  return plans
}

async function write(ctx: Ctx, plans: Plan[]): Promise<void> {
  const rows = plans.map(({ type, start, status, host, room }) => ({
    typeId: type.id,
    kind: type.kind,
    title: type.isConfidential ? HIDDEN_TITLE : type.name,
    startsAt: start.toJSDate(),
    endsAt: start.plus({ minutes: type.durations[0]! }).toJSDate(),
    timeZone: ctx.client.timeZone,
    status,
    resourceIds: [host.id, ...(room ? [room.id] : [])],
    locationKind: type.locationKind,
    location: type.location,
    isConfidential: type.isConfidential,
    uid: `${randomUUID()}@lampstand`,
    origin: 'booking' as const,
    reminders: status === 'confirmed' ? type.reminders : [],
    createdAt: start.minus({ days: 6 }).toJSDate() < new Date() ? start.minus({ days: 6 }).toJSDate() : new Date(),
    ...(status === 'cancelled' && {
      cancelReason: 'Canceled by the guest',
      cancelledAt: start.minus({ days: 1 }).toJSDate(),
    }),
  }))
  const made = await ctx.db.insert(appointments).values(rows).returning()
  await ctx.db
    .insert(appointmentDetails)
    .values(made.map((row, i) => ({ appointmentId: row.id, title: plans[i]!.type.name, notes: plans[i]!.notes })))
  await ctx.db.insert(attendees).values(
    made.map((row, i) => ({
      appointmentId: row.id,
      personId: plans[i]!.guest.id,
      name: plans[i]!.guest.name,
      email: plans[i]!.guest.email,
      phone: plans[i]!.guest.phone,
    })),
  )
  for (const row of made)
    if (row.status === 'pending' || row.status === 'confirmed')
      await claimResources(
        ctx,
        row.resourceIds.map(resourceId => ({ resourceId, from: row.startsAt, to: row.endsAt })),
        { status: row.status, appointmentId: row.id },
      )
}

/** Two services each Sunday, and a class with seats. */
function demoSeries(zone: string, classTypeId: string, idOf: (name: string) => string) {
  const week = DateTime.now().setZone(zone).startOf('week')
  const [sunday, thursday] = [week.minus({ weeks: 53, days: 1 }), week.plus({ weeks: 1, days: 3 })]
  const local = (day: DateTime, hour: number, minute: number) =>
    day.set({ hour, minute }).toFormat("yyyy-MM-dd'T'HH:mm")
  const service = {
    title: 'Sunday service',
    rule: 'FREQ=WEEKLY;BYDAY=SU',
    minutes: 75,
    timeZone: zone,
    // From here on its services are made, so that there is a year of attendance.
    madeUntil: sunday.toJSDate(),
    resourceIds: [idOf('Sanctuary')],
    blocksAll: true,
    location: 'Sanctuary',
  }
  return [
    { ...service, startLocal: local(sunday, 9, 0) },
    { ...service, startLocal: local(sunday, 10, 30) },
    {
      title: 'Membership class',
      rule: 'FREQ=MONTHLY;COUNT=3',
      startLocal: local(thursday, 18, 30),
      minutes: 90,
      timeZone: zone,
      typeId: classTypeId,
      capacity: 16,
      resourceIds: [idOf('Fellowship Hall')],
      location: 'Fellowship Hall',
    },
  ]
}

async function seedSeries(ctx: Ctx, all: Resource[], type: Type, guests: Guest[]): Promise<void> {
  const idOf = (name: string) => all.find(one => one.name === name)!.id
  const made = await ctx.db
    .insert(appointmentSeries)
    .values(demoSeries(ctx.client.timeZone, type.id, idOf))
    .returning()
  for (const row of made) await makeOccurrences(ctx, row)
  const sessions = await ctx.db
    .select()
    .from(appointments)
    .where(eq(appointments.seriesId, made.at(-1)!.id))
    .orderBy(asc(appointments.startsAt))
  for (const [i, session] of sessions.entries())
    await ctx.db.insert(attendees).values(
      guests.slice(i * 5, i * 5 + 11 - i * 4).map(guest => ({
        appointmentId: session.id,
        personId: guest.id,
        name: guest.name,
        email: guest.email,
        phone: guest.phone,
      })),
    )
}

/** Hosts, rooms, four calendar types, a year of appointments with twelve ahead, services and a class with seats. */
export async function seedCalendar(ctx: Ctx, { personIds }: Demo): Promise<void> {
  await ensureHosts(ctx)
  await ctx.db.insert(resources).values(rooms)
  const all = await ctx.db.select().from(resources).orderBy(asc(resources.id))
  const hosts = all.filter(one => one.kind === 'host')
  const types = await seedTypes(ctx, hosts, all)
  const guests: Guest[] = []
  for (const id of personIds.slice(0, 90).sort()) guests.push(await personById(ctx, id))
  const reachable = guests.filter(guest => guest.email)
  await write(ctx, plan(dice(31), types, hosts, all, reachable, ctx.client.timeZone))
  await seedSeries(ctx, all, types.class, reachable)
}
