import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { appointmentSeries, appointments, calendarTypes } from '#calendar/tables.ts'
import { activeMember, clients, members } from '#clients/tables.ts'
import { givingPageOf } from '#donations/giving/service.ts'
import { addressLine } from '#email/rules/address.ts'
import { forms } from '#forms/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { drawBlock } from '#public-page/service/blocks.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { readPassages } from '#scripture/service/reading.ts'
import { type Block, everyBlock, picturesOf } from '../rules/blocks.ts'
import { type Live, pluggedKey, verseKey } from '../rules/live.ts'
import { pageImages, pageSections } from '../tables.ts'

/** Sections may hold sections, three deep. */
export async function sectionsIn(ctx: Ctx, content: readonly Block[]): Promise<Record<string, Block[]>> {
  const known: Record<string, Block[]> = {}
  let wanted = idsOf(content)
  for (let depth = 0; depth < 3 && wanted.length > 0; depth++) {
    const rows = await ctx.db
      .select({ id: pageSections.id, content: pageSections.content })
      .from(pageSections)
      .where(and(inArray(pageSections.id, wanted), isNull(pageSections.deletedAt)))
    for (const row of rows) known[row.id] = row.content
    wanted = rows.flatMap(row => idsOf(row.content)).filter(id => !known[id])
  }
  return known
}
const idsOf = (content: readonly Block[]) => [
  ...new Set(
    [...everyBlock(content)].flatMap(one =>
      one.type === 'section' && one.props.sectionId ? [one.props.sectionId] : [],
    ),
  ),
]

/** What the blocks of a page show of the church's own data; only what any visitor may see. */
export async function liveOf(ctx: Ctx, content: readonly Block[]): Promise<Live> {
  const sections = await sectionsIn(ctx, content)
  const all = [...everyBlock(content), ...Object.values(sections).flatMap(list => [...everyBlock(list)])]
  const has = (...types: Block['type'][]) => all.some(one => types.includes(one.type))
  const [row] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const church = found(row, 'Account')
  const { address } = church
  return {
    church: {
      name: church.name,
      address: addressLine(address),
      timeZone: church.timeZone,
      locale: church.locale,
    },
    sections,
    codeAt: '',
    services: has('serviceTimes', 'visit') ? await servicesOf(ctx, church.locale) : [],
    events: has('events') ? await eventsOf(ctx, church) : [],
    staff: has('staff') ? await staffOf(ctx, all) : {},
    forms: has('form') ? await formsOf(ctx, all) : {},
    verses: has('verse') ? await versesOf(ctx, all) : {},
    giving: has('giving') ? await givingOf(ctx, all, church) : {},
    plugged: await pluggedIn(ctx, all),
    pictures: await picturesIn(ctx, all),
    moments: momentsOf(all, church),
  }
}

/** What takes place each week and keeps everyone from being booked: services. */
async function servicesOf(ctx: Ctx, locale: string): Promise<Live['services']> {
  const rows = await ctx.db
    .select()
    .from(appointmentSeries)
    .where(and(isNull(appointmentSeries.deletedAt), eq(appointmentSeries.blocksAll, true)))
    .orderBy(asc(appointmentSeries.startLocal))
  const shown = new Map<string, Live['services'][number]>()
  for (const { rule, startLocal, title, location } of rows.filter(one => one.rule.startsWith('FREQ=WEEKLY'))) {
    const start = DateTime.fromISO(startLocal, { locale })
    const key = `${start.weekday} ${title} ${location}`
    const known = shown.get(key) ?? { day: `${start.weekdayLong}s`, times: [], title, place: location }
    const time = start.toLocaleString(DateTime.TIME_SIMPLE)
    if (rule.includes('BYDAY') && !known.times.includes(time)) known.times.push(time)
    shown.set(key, known)
  }
  return [...shown.values()].filter(one => one.times.length > 0)
}

type Church = Pick<typeof clients.$inferSelect, 'slug' | 'timeZone' | 'locale'>

/** Sessions with seats that anyone may book. */
async function eventsOf(ctx: Ctx, { slug, timeZone, locale }: Church): Promise<Live['events']> {
  const rows = await ctx.db
    .select({
      title: calendarTypes.name,
      type: calendarTypes.slug,
      startsAt: appointments.startsAt,
      location: appointments.location,
      capacity: appointments.capacity,
      usual: calendarTypes.capacity,
      taken: sql<number>`(select count(*)::int from appointment_attendees t where t.client_id = ${appointments}.client_id
        and t.appointment_id = ${appointments}.id and t.state not in ('cancelled', 'waitlisted'))`,
    })
    .from(appointments)
    .innerJoin(
      calendarTypes,
      and(eq(calendarTypes.clientId, appointments.clientId), eq(calendarTypes.id, appointments.typeId)),
    )
    .where(
      and(
        gt(appointments.startsAt, clock.now()),
        eq(appointments.status, 'confirmed'),
        eq(calendarTypes.assignment, 'seats'),
        eq(calendarTypes.visibility, 'public'),
        eq(calendarTypes.isActive, true),
        eq(calendarTypes.isConfidential, false),
        isNull(calendarTypes.deletedAt),
      ),
    )
    .orderBy(asc(appointments.startsAt))
    .limit(12)
  return rows.map(({ title, type, startsAt, location, capacity, usual, taken }) => {
    const seats = capacity ?? usual
    return {
      title,
      when: DateTime.fromJSDate(startsAt, { zone: timeZone }).setLocale(locale).toFormat('cccc, LLLL d, h:mm a'),
      where: location,
      href: `/book/${slug}/${type}`,
      seatsLeft: seats === null ? null : Math.max(0, seats - taken),
    }
  })
}

async function staffOf(ctx: Ctx, all: readonly Block[]): Promise<Live['staff']> {
  const ids = all.flatMap(one => (one.type === 'staff' ? one.props.items.flatMap(item => item.userId ?? []) : []))
  if (ids.length === 0) return {}
  const rows = await ctx.db
    .select({ id: users.id, name: users.name, avatarUrl: users.avatarUrl })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(inArray(members.userId, ids), activeMember))
  return Object.fromEntries(rows.map(({ id, ...one }) => [id, one]))
}

async function formsOf(ctx: Ctx, all: readonly Block[]): Promise<Live['forms']> {
  const ids = all.flatMap(one => (one.type === 'form' && one.props.formId ? [one.props.formId] : []))
  if (ids.length === 0) return {}
  const rows = await ctx.db
    .select({ id: forms.id, slug: forms.slug, name: forms.name, live: forms.live, deletedAt: forms.deletedAt })
    .from(forms)
    .where(inArray(forms.id, ids))
  return Object.fromEntries(
    rows.map(({ id, slug, name, live, deletedAt }) => [id, { slug, name, isOpen: live && deletedAt === null }]),
  )
}

/** Links and thermometers of pages that take gifts now. */
async function givingOf(ctx: Ctx, all: readonly Block[], { slug, locale }: Church): Promise<Live['giving']> {
  const wanted = new Set(all.flatMap(one => (one.type === 'giving' ? [one.props.campaignId ?? ''] : [])))
  const found: Live['giving'] = {}
  for (const id of wanted) {
    const page = await givingPageOf(ctx, id || null)
    if (!page) continue
    const money = (amount: number) => formatMoney({ amount, currency: page.currency }, locale)
    const { raised, goal } = page
    const percent = goal && raised !== null ? Math.floor((raised / goal) * 100) : null
    found[id] = {
      href: `/give/${slug}${page.path}`,
      goal: goal ? money(goal) : '',
      percent,
      raised: raised === null ? null : money(raised),
    }
  }
  return found
}

/** The passages that blocks quote; one that no Bible has is left out. */
async function versesOf(ctx: Ctx, all: readonly Block[]): Promise<Live['verses']> {
  const found: Live['verses'] = {}
  for (const one of all) {
    if (one.type !== 'verse') continue
    const passages = await readPassages(ctx, parsePassages(one.props.reference).slice(0, 3), one.props.edition)
    found[verseKey(one.props)] = passages.filter(({ verses }) => verses.length > 0)
  }
  return found
}

/** What other modules draw; each block once. */
export async function pluggedIn(ctx: Ctx, all: readonly Block[]): Promise<Live['plugged']> {
  const drawn: Live['plugged'] = {}
  for (const one of all) {
    if (one.type !== 'plugged') continue
    const key = pluggedKey(one.props)
    const shown = drawn[key] ?? (await drawBlock(ctx, one.props.kind, one.props.value))
    if (shown) drawn[key] = shown
  }
  return drawn
}

async function picturesIn(ctx: Ctx, all: readonly Block[]): Promise<Live['pictures']> {
  const ids = picturesOf(all)
  if (ids.length === 0) return {}
  const rows = await ctx.db.select().from(pageImages).where(inArray(pageImages.fileId, ids))
  return Object.fromEntries(rows.map(({ fileId, width, height }) => [fileId, { width, height }]))
}

function momentsOf(all: readonly Block[], { timeZone, locale }: Church): Live['moments'] {
  const wanted = all.flatMap(one => (one.type === 'countdown' ? [one.props.until] : []))
  return Object.fromEntries(
    wanted.map(until => {
      const at = momentAt(until, timeZone)
      const text = DateTime.fromJSDate(at, { zone: timeZone }).setLocale(locale).toFormat('cccc, LLLL d, h:mm a')
      return [until, { at: at.toISOString(), text, isOver: at <= clock.now() }]
    }),
  )
}
