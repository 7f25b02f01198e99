import { and, between, eq, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { appointments } from '#calendar/tables.ts'
import { yearOf } from '#church-year/rules/dates.ts'
import { observancesOf } from '#church-year/rules/observances.ts'
import { localDay } from '#clients/rules/local-day.ts'
import { emailCampaigns } from '#email/tables.ts'
import { forms } from '#forms/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { reachOf } from '#kernel/reach.ts'
import { sermons } from '#sermons/tables.ts'
import { smsCampaigns } from '#sms/tables.ts'
import { videos } from '#videos/tables.ts'
import type { Item, Range, Settings } from '../contract.ts'
import { datesOf } from '../rules/recurring.ts'
import { contentEntries } from '../tables.ts'

const MOST = 500
const yearsOf = ({ from, to }: Range) =>
  Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, i) => yearOf(from) + i)
const touches = ({ from, to }: Range, date: string, endDate: string | null) => date <= to && (endDate ?? date) >= from

/** Everything on the grid in a range, by day; what someone may not see is not there. */
export async function itemsIn(ctx: Ctx, range: Range, settings: Settings): Promise<Item[]> {
  const found = [
    ...observancesIn(range, settings),
    ...(await entriesIn(ctx, range)),
    ...(await sermonsIn(ctx, range)),
    ...(await videosIn(ctx, range)),
    ...(reachOf(ctx, 'calendar.read') === 'all' ? await eventsIn(ctx, range) : []),
    ...(reachOf(ctx, 'messaging.write') === 'all' ? await campaignsIn(ctx, range) : []),
    ...(await formsIn(ctx, range)),
  ]
  return found.sort((a, b) => (a.date === b.date ? order(a) - order(b) : a.date < b.date ? -1 : 1))
}
const order = ({ source }: Item) => (source === 'church-year' ? 0 : source === 'entry' ? 1 : 2)

function observancesIn(range: Range, settings: Settings): Item[] {
  return yearsOf(range)
    .flatMap(year => observancesOf(year, settings))
    .filter(one => touches(range, one.date, one.endDate))
    .map(({ id, name, date, endDate }) => ({
      key: `church-year-${id}-${date}`,
      source: 'church-year',
      entryId: null,
      title: name,
      type: 'holiday',
      date,
      endDate,
      href: null,
    }))
}

async function entriesIn(ctx: Ctx, range: Range): Promise<Item[]> {
  const rows = await ctx.db
    .select()
    .from(contentEntries)
    .where(
      and(
        isNull(contentEntries.deletedAt),
        or(
          isNotNull(contentEntries.rule),
          and(
            lte(contentEntries.date, range.to),
            sql`coalesce(${contentEntries.endDate}, ${contentEntries.date}) >= ${range.from}`,
          ),
        ),
      ),
    )
    .limit(2_000)
  return rows.flatMap(({ id, title, type, rule, ...row }) => {
    const days = rule ? datesOf(rule, yearOf(range.from), yearsOf(range).length) : [row.date]
    return days
      .filter(date => touches(range, date, rule ? null : row.endDate))
      .map(
        (date): Item => ({
          key: `entry-${id}-${date}`,
          source: 'entry',
          entryId: id,
          title,
          type,
          date,
          endDate: rule ? null : row.endDate,
          href: null,
        }),
      )
  })
}

const other = (source: Item['source'], id: string, title: string, date: string, href: string): Item => ({
  key: `${source}-${id}`,
  source,
  entryId: null,
  title,
  date,
  href,
  endDate: null,
  type: source === 'campaign' ? 'outreach' : source === 'sermon' || source === 'video' ? 'theme' : 'event',
})

async function sermonsIn(ctx: Ctx, { from, to }: Range): Promise<Item[]> {
  const rows = await ctx.db
    .select({ id: sermons.id, title: sermons.title, date: sermons.preachedOn })
    .from(sermons)
    .where(and(isNull(sermons.deletedAt), between(sermons.preachedOn, from, to)))
    .limit(MOST)
  return rows.map(({ id, title, date }) => other('sermon', id, title, date!, `/sermon-generator?sermon=${id}`))
}

/** By the day on which they were preached; the video of a sermon stands there as the sermon. */
async function videosIn(ctx: Ctx, { from, to }: Range): Promise<Item[]> {
  const rows = await ctx.db
    .select({ id: videos.id, title: videos.title, date: videos.preachedOn })
    .from(videos)
    .where(and(isNull(videos.deletedAt), isNull(videos.sermonId), between(videos.preachedOn, from, to)))
    .limit(MOST)
  return rows.map(({ id, title, date }) => other('video', id, title, date!, `/videos/${id}`))
}

/** The instants of a range of days by the church's clock. */
function instantsOf(ctx: Ctx, { from, to }: Range) {
  const zone = ctx.client.timeZone
  return {
    start: DateTime.fromISO(from, { zone }).toJSDate(),
    end: DateTime.fromISO(to, { zone }).plus({ days: 1 }).toJSDate(),
  }
}

/** Services and events. Appointments with people are nobody’s content. */
async function eventsIn(ctx: Ctx, range: Range): Promise<Item[]> {
  const { start, end } = instantsOf(ctx, range)
  const rows = await ctx.db
    .select({ id: appointments.id, title: appointments.title, startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        gte(appointments.startsAt, start),
        lt(appointments.startsAt, end),
        eq(appointments.kind, 'event'),
        eq(appointments.isConfidential, false),
        inArray(appointments.status, ['pending', 'confirmed', 'completed']),
      ),
    )
    .limit(MOST)
  return rows.map(({ id, title, startsAt }) =>
    other(
      'event',
      id,
      title,
      localDay(startsAt, ctx.client.timeZone),
      `/calendar?view=day&date=${localDay(startsAt, ctx.client.timeZone)}`,
    ),
  )
}

async function campaignsIn(ctx: Ctx, range: Range): Promise<Item[]> {
  const { start, end } = instantsOf(ctx, range)
  const zone = ctx.client.timeZone
  const texts = await ctx.db
    .select({ id: smsCampaigns.id, name: smsCampaigns.name, at: smsCampaigns.scheduledFor })
    .from(smsCampaigns)
    .where(between(smsCampaigns.scheduledFor, start, end))
    .limit(MOST)
  const emails = await ctx.db
    .select({ id: emailCampaigns.id, name: emailCampaigns.name, at: emailCampaigns.scheduledFor })
    .from(emailCampaigns)
    .where(and(isNull(emailCampaigns.deletedAt), between(emailCampaigns.scheduledFor, start, end)))
    .limit(MOST)
  return [
    ...texts.map(({ id, name, at }) => other('campaign', id, name, localDay(at!, zone), `/sms/${id}`)),
    ...emails.map(({ id, name, at }) => other('campaign', id, name, localDay(at!, zone), `/dashboard/campaigns/${id}`)),
  ]
}

async function formsIn(ctx: Ctx, { from, to }: Range): Promise<Item[]> {
  const closesOn = sql<string>`${forms.handling} ->> 'closesOn'`
  const rows = await ctx.db
    .select({ id: forms.id, name: forms.name, closesOn })
    .from(forms)
    .where(and(isNull(forms.deletedAt), sql`${closesOn} between ${from} and ${to}`))
    .limit(MOST)
  return rows.map(({ id, name, closesOn: date }) => other('form', id, `${name} closes`, date, `/dashboard/forms/${id}`))
}
