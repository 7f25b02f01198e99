import { type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { countedClicks } from './days.ts'

export interface LinkTotals {
  /** Visits by people. */
  clicks: number
  /** First visits of a visitor on a day; who asks not to be tracked is none. */
  unique: number
  machines: number
  /** What visitors did within a day of following the link. */
  conversions: number
  lastAt: Date | null
  /** Visits of the last seven days, oldest first, in the church's zone. */
  week: number[]
}
export interface LinkFigures extends Omit<LinkTotals, 'lastAt' | 'week'> {
  /** Every day of the range, `YYYY-MM-DD`. */
  days: { day: string; clicks: number; unique: number }[]
  countries: Share[]
  devices: Share[]
  systems: Share[]
  browsers: Share[]
  owners: { id: string; clicks: number; unique: number; conversions: number }[]
  /** Visits by weekday (Monday first) and hour. */
  hours: number[][]
}
/** `key` is empty where it isn't known. */
export interface Share {
  key: string
  clicks: number
}

const WEEK = 7
const uuids = (ids: readonly string[]) => sql`any(${sql.param(ids)}::uuid[])`

/** What is counted in days and what came since, as one table `f (link_id, day, facet, key, clicks, visitors, machines)`. */
const figuresOf = (ctx: Ctx, { which, links, since }: { which: SQL; links: SQL; since: SQL }) => sql`
  with edge as (select coalesce((select until from short_link_rollups), '-infinity'::timestamptz) as until),
  ${countedClicks(ctx.client.timeZone, sql`c.created_at >= (select until from edge) and ${links}`)},
  f as (
    select link_id, day, facet, key, clicks, visitors, machines from short_link_days where ${which} and ${since}
    union all
    select link_id, day, facet, key, clicks, visitors, machines from counted where ${since})`

const todayIn = (ctx: Ctx) => sql`(${clock.now()}::timestamptz at time zone ${ctx.client.timeZone})::date`

/** Totals of placed links by owner; an owner that nobody visited is there with zeros. */
export async function linkTotals(
  ctx: Ctx,
  module: string,
  ownerIds: readonly string[],
): Promise<Map<string, LinkTotals>> {
  const own = sql`select id from short_links where module = ${module} and owner_id = ${uuids(ownerIds)}`
  const { rows } = await ctx.db.execute<Record<string, any>>(sql`
    ${figuresOf(ctx, {
      which: sql`module = ${module} and link_id in (${own}) and facet = 'all'`,
      links: sql`c.link_id in (${own})`,
      since: sql`facet = 'all'`,
    })},
    sums as (
      select link_id, sum(clicks)::int as clicks, sum(visitors)::int as visitors, sum(machines)::int as machines,
        array[${sql.join(
          Array.from(
            { length: WEEK },
            (_, i) => sql`coalesce(sum(clicks) filter (where day = ${todayIn(ctx)} - ${WEEK - 1 - i}::int), 0)::int`,
          ),
          sql`, `,
        )}] as week
      from f group by link_id)
    select l.owner_id, s.*, (select max(created_at) from short_link_clicks k where k.client_id = l.client_id and k.link_id = l.id and not k.bot) as last_at,
      (select count(*)::int from link_goals g where g.client_id = l.client_id and g.link_id = l.id) as conversions
    from short_links l left join sums s on s.link_id = l.id where l.module = ${module} and l.owner_id = ${uuids(ownerIds)}`)
  return new Map(
    rows.map(row => [
      row.owner_id as string,
      {
        clicks: row.clicks ?? 0,
        unique: row.visitors ?? 0,
        machines: row.machines ?? 0,
        conversions: row.conversions,
        week: row.week ?? Array(WEEK).fill(0),
        lastAt: row.last_at ? new Date(row.last_at) : null,
      },
    ]),
  )
}

export interface FigureRange {
  /** First and last local day of the church, `YYYY-MM-DD`. */
  from: string
  to: string
}

/**
 * Figures of the links of some owners, or of all of a module (`null`), over days of the church.
 * @param range at most 5 years
 */
export async function linkFigures(
  ctx: Ctx,
  module: string,
  ownerIds: readonly string[] | null,
  { from, to }: FigureRange,
): Promise<LinkFigures> {
  const own = sql`select id from short_links where module = ${module} and owner_id = ${uuids(ownerIds ?? [])}`
  const within = sql`day between ${from} and ${to}`
  const { rows } = await ctx.db.execute<{ day: string | null; facet: string; key: string } & Record<string, any>>(sql`
    ${figuresOf(ctx, {
      which: ownerIds ? sql`module = ${module} and link_id in (${own})` : sql`module = ${module} and link_id is null`,
      links: ownerIds ? sql`c.link_id in (${own})` : sql`l.module = ${module}`,
      since: within,
    })}
    select case when facet = 'all' then to_char(day, 'YYYY-MM-DD') end as day, facet, key,
      sum(clicks)::int as clicks, sum(visitors)::int as visitors, sum(machines)::int as machines
    from f group by 1, 2, 3`)
  const owners = await ownersOf(ctx, module, ownerIds, { from, to })
  const all = rows.filter(row => row.facet === 'all')
  const sum = (key: string) => all.reduce((total, row) => total + row[key], 0)
  const shares = (facet: string): Share[] =>
    rows
      .filter(row => row.facet === facet)
      .map(({ key, clicks }) => ({ key, clicks }))
      .sort((a, b) => b.clicks - a.clicks || a.key.localeCompare(b.key))
  const byDay = new Map(all.map(row => [row.day, row]))
  const byHour = new Map(shares('hour').map(({ key, clicks }) => [key, clicks]))
  return {
    clicks: sum('clicks'),
    unique: sum('visitors'),
    machines: sum('machines'),
    conversions: owners.reduce((total, { conversions }) => total + conversions, 0),
    days: daysBetween(from, to).map(day => {
      const row = byDay.get(day)
      return { day, clicks: row?.clicks ?? 0, unique: row?.visitors ?? 0 }
    }),
    countries: shares('country'),
    devices: shares('device'),
    systems: shares('system'),
    browsers: shares('browser'),
    owners: owners.filter(({ clicks, conversions }) => clicks > 0 || conversions > 0),
    hours: Array.from({ length: WEEK }, (_, weekday) =>
      Array.from({ length: 24 }, (_, hour) => byHour.get(`${weekday + 1}-${hour}`) ?? 0),
    ),
  }
}

/** Each owner with its share. */
async function ownersOf(ctx: Ctx, module: string, ownerIds: readonly string[] | null, { from, to }: FigureRange) {
  const zone = ctx.client.timeZone
  const which = sql`l.module = ${module} ${ownerIds ? sql`and l.owner_id = ${uuids(ownerIds)}` : sql``}`
  const { rows } = await ctx.db.execute<LinkFigures['owners'][number] & Record<string, unknown>>(sql`
    ${figuresOf(ctx, {
      which: sql`module = ${module} and link_id is not null and facet = 'all' ${
        ownerIds
          ? sql`and link_id in (select id from short_links where module = ${module} and owner_id = ${uuids(ownerIds)})`
          : sql``
      }`,
      links: which,
      since: sql`day between ${from} and ${to} and facet = 'all'`,
    })},
    done as (select link_id, count(*)::int as conversions from link_goals
      where link_id is not null and (created_at at time zone ${zone})::date between ${from} and ${to} group by link_id),
    sums as (select link_id, sum(clicks)::int as clicks, sum(visitors)::int as visitors from f group by link_id)
    select l.owner_id as id, coalesce(sum(s.clicks), 0)::int as clicks, coalesce(sum(s.visitors), 0)::int as unique,
      coalesce(sum(d.conversions), 0)::int as conversions
    from short_links l left join sums s on s.link_id = l.id left join done d on d.link_id = l.id
    where ${which} group by l.owner_id order by clicks desc, l.owner_id`)
  return rows
}

function daysBetween(from: string, to: string): string[] {
  const found: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to) && found.length < 1_830; at += days(1))
    found.push(new Date(at).toISOString().slice(0, 10))
  return found
}
