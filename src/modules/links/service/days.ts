import { sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asPlatform } from '#kernel/run.ts'
import { shortLinkRollups } from '../tables.ts'

/** A click that is being stored may be a little older than others: a day is counted once its last ones are there. */
const LATE = minutes(5)
/** Days that one statement counts, and statements of one transaction. */
const STEP = 7
const MOST_STEPS = 8

/** Accounts whose last finished day isn't counted yet. */
export const whoseDayIsOver = (now: Date) => sql`
  select l.client_id from (select distinct client_id from short_links) l
  join clients c on c.id = l.client_id
  left join short_link_rollups r on r.client_id = l.client_id
  where r.until is null or r.until < ${midnight(sql`c.time_zone`, now)}`

/** The last midnight of a zone that is over for good. */
const midnight = (zone: unknown, now: Date) =>
  sql`date_trunc('day', ${new Date(now.getTime() - LATE)}::timestamptz at time zone ${zone}) at time zone ${zone}`

/**
 * Adds the clicks of finished days to `short_link_days`, each once: the row that says how far they are counted is held
 * meanwhile. A long backlog takes several calls.
 */
export async function countDays(ctx: Ctx): Promise<{ done: boolean }> {
  const zone = ctx.client.timeZone
  await ctx.db.execute(sql`
    insert into short_link_rollups (until)
    select coalesce(date_trunc('day', min(created_at) at time zone ${zone}) at time zone ${zone}, ${midnight(sql`${zone}`, clock.now())})
    from short_link_clicks on conflict do nothing`)
  const { rows } = await ctx.db.execute<{ until: Date; end: Date }>(
    sql`select until, ${midnight(sql`${zone}`, clock.now())} as "end" from short_link_rollups for update`,
  )
  const end = new Date(rows[0]!.end)
  let until = new Date(rows[0]!.until)
  for (let step = 0; until < end && step < MOST_STEPS; step++) until = await countFrom(ctx, until, end)
  await ctx.db.update(shortLinkRollups).set({ until })
  return { done: until >= end }
}

const facets = sql`(values ('all', ''), ('country', country), ('device', device), ('system', system), ('browser', browser),
  ('hour', extract(isodow from moment) || '-' || extract(hour from moment)))`

/** What the clicks between two instants come to: by module, link, local day, facet and key. For a `with`. */
export const countedClicks = (zone: string, range: unknown) => sql`
  seen as (
    select l.module, c.link_id, c.bot, c.country, c.device, c.system, c.browser, c.created_at at time zone ${zone} as moment,
      c.visitor is not null and not c.bot and row_number() over (
        partition by c.link_id, c.visitor, c.bot, (c.created_at at time zone ${zone})::date order by c.created_at, c.id) = 1 as first
    from short_link_clicks c join short_links l on l.client_id = c.client_id and l.id = c.link_id where ${range}),
  counted as (
    select module, link_id, moment::date as day, f.facet, f.key, count(*) filter (where not bot)::int as clicks,
      count(*) filter (where first)::int as visitors, count(*) filter (where bot)::int as machines
    from seen cross join lateral ${facets} f (facet, key) group by 1, 2, 3, 4, 5)`

/** A week, or what is left of it. @returns up to when clicks are counted now */
async function countFrom(ctx: Ctx, from: Date, end: Date): Promise<Date> {
  const zone = ctx.client.timeZone
  // By local days: a week in which the clocks change has an hour more or less.
  const { rows } = await ctx.db.execute<{ to: Date }>(sql`
    select least(((${from}::timestamptz at time zone ${zone})::date + ${STEP}::int)::timestamp at time zone ${zone}, ${end}::timestamptz) as "to"`)
  const to = new Date(rows[0]!.to)
  await ctx.db.execute(sql`
    with ${countedClicks(zone, sql`c.created_at >= ${from} and c.created_at < ${to}`)}
    insert into short_link_days as d (module, link_id, day, facet, key, clicks, visitors, machines)
    select * from counted where facet = 'all' or clicks > 0
    union all
    select module, null, day, facet, key, sum(clicks), sum(visitors), sum(machines) from counted
    where facet = 'all' or clicks > 0 group by module, day, facet, key
    -- A day that was counted in another time zone goes on in this one.
    on conflict on constraint short_link_days_one do update set clicks = d.clicks + excluded.clicks,
      visitors = d.visitors + excluded.visitors, machines = d.machines + excluded.machines`)
  return to
}

/** Partitions for the months to come, long before they begin. */
export const makePartitions = (from: Date = clock.now()): Promise<unknown> =>
  asPlatform('partitions of short links', db =>
    db.execute(
      sql`select short_link_partitions(${from}::timestamptz::date, (${clock.now()}::timestamptz + interval '3 months')::date)`,
    ),
  )
