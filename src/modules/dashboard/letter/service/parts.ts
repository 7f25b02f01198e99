import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { list as appointments } from '#calendar/service.ts'
import { resources } from '#calendar/tables.ts'
import { list as conversations } from '#conversations/service/list.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import type { Permission } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import { list as leads } from '#leads/service.ts'
import { UNTIL_LIFTED } from '#people/care-holds/rules.ts'
import { people } from '#people/tables.ts'
import type { WeeklyLetter } from '../contract.ts'
import { daysOfWeek, type LetterPart, letterTitles, MOST_NAMES } from '../rules.ts'

type Section = WeeklyLetter['sections'][number]
type Name = Section['names'][number]
/** One more than is shown says whether there are more; the number itself is asked for by the list behind it. */
const limit = 100

const dayWords = (ctx: Ctx, at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(ctx.client.locale, { timeZone: ctx.client.timeZone, ...options }).format(at)
const since = (ctx: Ctx, at: Date) => dayWords(ctx, at, { month: 'short', day: 'numeric' })

const sectionOf = (part: LetterPart, names: Name[], href: string): Section => ({
  part,
  title: letterTitles[part],
  href,
  names: names.slice(0, MOST_NAMES),
  more: Math.max(0, names.length - MOST_NAMES),
})

interface Part {
  permission: Permission
  make: (ctx: Ctx, monday: string) => Promise<Section>
}

/** Each part with the permission that its reader needs; the lists themselves limit a member to their own rows. */
const parts: Part[] = [
  {
    permission: 'leads.read',
    async make(ctx) {
      const { items } = await leads(ctx, { status: ['new'], sort: 'createdAt', limit, days: 60 })
      const untouched = items.filter(lead => !lead.lastTouchAt)
      const names = untouched.map(({ id, name, createdAt }) => ({
        name,
        note: `since ${since(ctx, createdAt)}`,
        href: `/leads?lead=${id}`,
      }))
      return sectionOf('new', names, '/leads')
    },
  },
  {
    permission: 'conversations.read',
    async make(ctx) {
      const { items } = await conversations(ctx, { status: 'open', sort: 'waiting', limit })
      const names = items.map(({ id, name, address, waitingSince }) => ({
        name: name || address,
        note: waitingSince ? `since ${since(ctx, waitingSince)}` : '',
        href: `/conversations?c=${id}`,
      }))
      return sectionOf('waiting', names, '/conversations?sort=waiting')
    },
  },
  { permission: 'people.read', make: birthdays },
  { permission: 'calendar.read', make: ownAppointments },
  { permission: 'people.read', make: held },
]

async function birthdays(ctx: Ctx, monday: string): Promise<Section> {
  const days = daysOfWeek(monday)
  const born = sql<string>`right(${people.birthDate}, 5)`
  const rows = await peopleWho(ctx, sql`${born} = any(${sql.param(days)}::text[]) and not ${people.deceased}`, born)
  const words = new Intl.DateTimeFormat(ctx.client.locale, { weekday: 'long', timeZone: 'UTC' })
  const nameOfDay = (index: number) => words.format(new Date(Date.parse(`${monday}T12:00:00Z`) + index * 86_400_000))
  const place = (day: string) => days.indexOf(days.length > 7 && day === '02-29' ? '02-28' : day)
  const names = rows
    .map(({ id, name, note }) => ({ name, day: place(note), href: `/people/${id}` }))
    .sort((a, b) => a.day - b.day)
    .map(({ day, ...one }) => ({ ...one, note: nameOfDay(day) }))
  return sectionOf('birthdays', names, '/people')
}

async function held(ctx: Ctx, monday: string): Promise<Section> {
  const until = sql<string>`${people.griefHoldUntil}::text`
  const rows = await peopleWho(ctx, sql`${people.griefHoldUntil} >= ${monday}`, until)
  const day = new Intl.DateTimeFormat(ctx.client.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const names = rows.map(({ id, name, note }) => ({
    name,
    href: `/people/${id}`,
    note: note === UNTIL_LIFTED ? 'until lifted' : `until ${day.format(new Date(`${note}T12:00:00Z`))}`,
  }))
  return sectionOf('held', names, '/people')
}

const peopleWho = (ctx: Ctx, condition: SQL, note: SQL<string>) =>
  ctx.db
    .select({ id: people.id, name: people.name, note })
    .from(people)
    .where(and(isNull(people.deletedAt), condition))
    .orderBy(asc(people.name), asc(people.id))
    .limit(limit)

/** Those in which the reader is the host. */
async function ownAppointments(ctx: Ctx, monday: string): Promise<Section> {
  const [me] = await ctx.db
    .select({ id: resources.id })
    .from(resources)
    .where(eq(resources.userId, userOf(ctx)!))
  const from = DateTime.fromISO(monday, { zone: ctx.client.timeZone })
  const { items } = me
    ? await appointments(ctx, {
        resourceId: me.id,
        from: from.toJSDate(),
        to: from.plus({ weeks: 1 }).toJSDate(),
        status: ['pending', 'confirmed'],
        sort: 'startsAt',
        limit,
      })
    : { items: [] }
  const names = items.map(({ id, title, startsAt }) => ({
    name: title,
    note: dayWords(ctx, startsAt, { weekday: 'long', hour: 'numeric', minute: '2-digit' }),
    href: `/appointments?appointment=${id}`,
  }))
  return sectionOf('appointments', names, '/appointments')
}

/** What a member's letter says in the week of that Monday; parts with nobody in them are left out. */
export async function sectionsOf(ctx: Ctx, monday: string): Promise<Section[]> {
  const sections: Section[] = []
  for (const { permission, make } of parts) if (reachOf(ctx, permission)) sections.push(await make(ctx, monday))
  return sections.filter(({ names }) => names.length > 0)
}
