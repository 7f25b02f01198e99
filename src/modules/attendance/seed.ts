import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { list as appointmentsIn } from '#calendar/service.ts'
import { easter } from '#church-year/rules/computus.ts'
import { minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { configure } from './kiosk/service.ts'
import { checkIns, headcounts } from './tables.ts'

type Roll = ReturnType<typeof dice>
interface Service {
  id: string
  startsAt: Date
  /** 0 is the first service of a Sunday. */
  nth: number
  day: string
}
interface Person extends Record<string, unknown> {
  id: string
  createdAt: Date
}

const BATCH = 1_000
/** Of ten people so many come nearly always, now and then, hardly ever. */
const chances = [0.9, 0.9, 0.9, 0.85, 0.85, 0.3, 0.25, 0.2, 0.1, 0.05]
/** Regulars who stopped coming, and for how many weeks. */
const stopped = new Map([
  [11, 3],
  [32, 4],
  [50, 3],
  [71, 5],
  [92, 6],
])

async function servicesOf(ctx: Ctx): Promise<Service[]> {
  const { items } = await appointmentsIn(ctx, {
    type: ['event'],
    sort: 'startsAt',
    limit: 2_000,
    to: new Date(),
    from: DateTime.now().minus({ weeks: 54 }).toJSDate(),
  })
  const local = (at: Date) => DateTime.fromJSDate(at, { zone: ctx.client.timeZone })
  const sundays = items.filter(one => local(one.startsAt).weekday === 7 && one.endsAt < new Date())
  const seen = new Map<string, number>()
  return sundays.map(({ id, startsAt }) => {
    const day = local(startsAt).toISODate()!
    const nth = seen.get(day) ?? 0
    seen.set(day, nth + 1)
    return { id, startsAt, nth, day }
  })
}

/** More come at Easter and before Christmas, fewer in July. */
function season(day: string): number {
  if (easter(Number(day.slice(0, 4))) === day) return 1.6
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  if (month === 12 && date > 17) return 1.35
  return month === 7 ? 0.82 : 1
}

const countsOf = ({ id, nth, day }: Service, roll: Roll) => {
  const by = (usual: number) => Math.round(usual * season(day) * (0.93 + roll.next() * 0.14))
  return [
    { appointmentId: id, group: 'Adults', count: by(nth === 0 ? 78 : 112) },
    { appointmentId: id, group: 'Children', count: by(nth === 0 ? 14 : 33) },
    ...(nth === 0 ? [] : [{ appointmentId: id, group: 'Online', count: by(41) }]),
  ]
}

function comeTo(service: Service, weeksAgo: number, people: Person[], roll: Roll): number[] {
  return people.flatMap(({ createdAt }, i) => {
    const chance = chances[i % 10]! * Math.min(1.15, season(service.day))
    const comes = roll.next() < chance && createdAt < service.startsAt && (stopped.get(i) ?? 0) < weeksAgo
    // Families sit in one service.
    return comes && Math.floor(i / 4) % 2 === service.nth ? [i] : []
  })
}

/** A year of Sundays: headcounts, and check-ins of the people whom the church knew by then. */
export async function seedAttendance(ctx: Ctx, { personIds }: Demo): Promise<void> {
  await configure(ctx, { selfCheckIn: true })
  const services = await servicesOf(ctx)
  const { rows: people } = await ctx.db.execute<Person>(
    sql`select id, created_at as "createdAt" from people where id = any(${sql.param(personIds.slice(0, 230))}::uuid[]) order by id`,
  )
  const known = people.map(one => ({ ...one, createdAt: new Date(one.createdAt) }))
  const roll = dice(40)
  const days = [...new Set(services.map(one => one.day))].sort().reverse()
  const met = new Set<number>()
  const rows = services.flatMap(service =>
    comeTo(service, days.indexOf(service.day) + 1, known, roll).map(i => {
      const isFirst = !met.has(i) && service.startsAt.getTime() - known[i]!.createdAt.getTime() < minutes(60 * 24 * 21)
      met.add(i)
      const createdAt = new Date(service.startsAt.getTime() - minutes(roll.below(25)))
      return { appointmentId: service.id, personId: known[i]!.id, source: 'staff' as const, isFirst, createdAt }
    }),
  )
  for (let from = 0; from < rows.length; from += BATCH)
    await ctx.db.insert(checkIns).values(rows.slice(from, from + BATCH))
  const counts = services.flatMap(service => countsOf(service, roll))
  if (counts.length > 0) await ctx.db.insert(headcounts).values(counts)
}
