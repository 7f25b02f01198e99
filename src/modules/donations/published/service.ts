import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { localDay, type Range, rangeDays } from '#clients/rules/local-day.ts'
import { clients } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { gifts } from '../tables.ts'
import { campaignKey, FEWEST_GIVERS, isSafe } from './rules.ts'
import { publishedSums } from './tables.ts'

/** Gifts of nobody known may all be one person's, so they count as one giver. */
const givers = sql`count(distinct coalesce(g.person_id, g.client_id))`

interface Sum extends Record<string, unknown> {
  currency: string
  total: string
  gifts: number
  donors: number
  givers: number
}

/** When the church's day began. */
const startOfDay = (ctx: Ctx): Date =>
  DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('day').toJSDate()

/** Churches with gifts whose sums of today were not looked at yet, by their own clocks. */
export const accountsWithDueSums = (now: Date): SQL => sql`
  select c.id from ${clients} c where exists (select from ${gifts} g where g.client_id = c.id)
    and not exists (select from ${publishedSums} p where p.client_id = c.id and p.key = 'day'
      and p.before >= date_trunc('day', ${now.toISOString()}::timestamptz, c.time_zone))`

/**
 * Publishes the sums that have at least five more givers than last time, as of the beginning of the church's day; the others stay
 * as they are. So two sums, of whatever days, never differ by the gifts of fewer people.
 * @param before gifts that were recorded before it are in the sums
 */
export async function publishSums(ctx: Ctx, before: Date = startOfDay(ctx)): Promise<void> {
  await publishCampaigns(ctx, before)
  await publishRanges(ctx, before)
  await store(ctx, { key: 'day', currency: ctx.client.currency, fromDay: null, total: 0, gifts: 0, donors: 0, before })
  announce(ctx, 'giving')
}

const store = (ctx: Ctx, sum: Omit<typeof publishedSums.$inferInsert, 'clientId'>) =>
  ctx.db
    .insert(publishedSums)
    .values(sum)
    .onConflictDoUpdate({ target: [publishedSums.clientId, publishedSums.key, publishedSums.currency], set: sum })

async function publishCampaigns(ctx: Ctx, before: Date): Promise<void> {
  const { rows } = await ctx.db.execute<Sum & { campaign_id: string }>(sql`
    select l.campaign_id, g.currency, sum(l.amount - l.refunded) as total, count(distinct g.id)::int as gifts,
      count(distinct g.person_id)::int as donors, ${givers}::int as givers
    from gift_lines l join gifts g on g.client_id = l.client_id and g.id = l.gift_id
    left join ${publishedSums} p on p.client_id = l.client_id and p.key = 'campaign:' || l.campaign_id and p.currency = g.currency
    where l.campaign_id is not null and gift_counts(g.status) and l.amount > l.refunded and g.created_at < ${before}
    group by l.campaign_id, g.currency
    having count(distinct coalesce(g.person_id, g.client_id)) filter (where p.before is null or g.created_at >= p.before) >= ${FEWEST_GIVERS}`)
  for (const { campaign_id: id, currency, total, gifts: count, donors } of rows)
    await store(ctx, {
      key: campaignKey(id),
      currency,
      fromDay: null,
      total: Number(total),
      gifts: count,
      donors,
      before,
    })
}

async function sumsBetween(ctx: Ctx, before: Date, from: string, to: string): Promise<Map<string, Sum>> {
  const { rows } = await ctx.db.execute<Sum>(sql`
    select g.currency, sum(g.total - g.refunded) as total, count(*)::int as gifts,
      count(distinct g.person_id)::int as donors, ${givers}::int as givers
    from gifts g where gift_counts(g.status) and g.total > g.refunded and g.created_at < ${before}
      and g.received_on >= ${from}::date and g.received_on < ${to}::date group by g.currency`)
  return new Map(rows.map(row => [row.currency, row]))
}

/** Currencies in which enough people have given since the last publication. */
async function changedCurrencies(ctx: Ctx, before: Date): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ currency: string }>(sql`
    select g.currency from gifts g
    left join ${publishedSums} p on p.client_id = g.client_id and p.key = 'all' and p.currency = g.currency
    where gift_counts(g.status) and g.total > g.refunded and g.created_at < ${before} and (p.before is null or g.created_at >= p.before)
    group by g.currency having ${givers} >= ${FEWEST_GIVERS}`)
  return rows.map(row => row.currency)
}

const LATER = '9999-12-31'
/** Each after the range that holds it. */
const nested = ['all', 'ytd', 'quarter', 'month', 'lastYear'] as const satisfies readonly Range[]

/** A range is left out where it, or what the larger one has besides it, is of fewer people. */
async function publishRanges(ctx: Ctx, before: Date): Promise<void> {
  const currencies = await changedCurrencies(ctx, before)
  const today = localDay(clock.now(), ctx.client.timeZone)
  const outer = new Map<string, string>()
  for (const range of nested) {
    const { from } = rangeDays(range, today)
    const sums = await sumsBetween(ctx, before, from, range === 'lastYear' ? `${today.slice(0, 4)}-01-01` : LATER)
    for (const currency of currencies) {
      const sum = sums.get(currency)
      const began = range === 'lastYear' ? rangeDays('all', today).from : outer.get(currency)
      const rest = began === undefined ? 0 : ((await sumsBetween(ctx, before, began, from)).get(currency)?.givers ?? 0)
      const isShown = sum !== undefined && sum.givers >= FEWEST_GIVERS && isSafe(rest)
      if (!isShown) {
        await ctx.db
          .delete(publishedSums)
          .where(and(eq(publishedSums.key, range), eq(publishedSums.currency, currency)))
        continue
      }
      if (range !== 'lastYear') outer.set(currency, from)
      const { total, gifts: count, donors } = sum
      await store(ctx, { key: range, currency, fromDay: from, total: Number(total), gifts: count, donors, before })
    }
  }
}

/** What campaigns raised, as everyone may know; one that is missing is not shown yet. */
export async function publishedCampaigns(ctx: Ctx): Promise<Map<string, { raised: number; donors: number }>> {
  const rows = await ctx.db.select().from(publishedSums).where(like(publishedSums.key, 'campaign:%'))
  return new Map(rows.map(({ key, total, donors }) => [key.slice('campaign:'.length), { raised: total, donors }]))
}

export async function publishedCampaign(ctx: Ctx, id: string): Promise<{ raised: number; donors: number } | undefined> {
  const [row] = await ctx.db
    .select()
    .from(publishedSums)
    .where(eq(publishedSums.key, campaignKey(id)))
  return row && { raised: row.total, donors: row.donors }
}

/** The sums of a range by currency, and the last day that is in them; none while they are of an earlier month or year. */
export async function publishedFigures(ctx: Ctx, range: Range, from: string) {
  const rows = await ctx.db
    .select()
    .from(publishedSums)
    .where(and(eq(publishedSums.key, range), eq(publishedSums.fromDay, from)))
  const last = rows[0] && localDay(new Date(rows[0].before.getTime() - 1), ctx.client.timeZone)
  return { rows, asOf: last ?? null }
}
