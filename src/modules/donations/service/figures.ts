import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { localDay, type Range, rangeDays } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { closedThrough } from '#ledger/service.ts'
import type { Analytics, Figures } from '../contract.ts'
import { publishedFigures } from '../published/service.ts'
import { read as readReceiptSettings } from '../receipts/service/settings.ts'
import { pledgedTotal } from '../rules/pledge-totals.ts'
import { methodLabels } from '../rules/states.ts'
import { campaigns, funds, giftLines, gifts, pledges } from '../tables.ts'
import { isCountedGift, lapsedBefore } from './donors.ts'

interface FigureRow extends Record<string, unknown> {
  currency: string
  total: string
  gifts: string
  donors: string
}

/** This moment for those who may see gifts; for everyone else what is published. */
async function sumsIn(ctx: Ctx, range: Range, from: string, to: string) {
  if (!ctx.rights.includes('giving')) {
    const { rows, asOf } = await publishedFigures(ctx, range, from)
    return { rows, asOf, isHidden: rows.length === 0 }
  }
  const { rows } = await ctx.db.execute<FigureRow>(sql`
    select currency, sum(total - refunded)::bigint as total, count(*) as gifts, count(distinct person_id) as donors
    from gifts where received_on between ${from}::date and ${to}::date and gift_counts(status) and total > refunded
    group by currency order by 2 desc`)
  return { rows, asOf: null, isHidden: false }
}

/** Sums of a named range. */
export async function readFigures(ctx: Ctx, { range }: { range: Range }): Promise<Figures> {
  const { from, to } = rangeDays(range, localDay(clock.now(), ctx.client.timeZone))
  const { rows, asOf, isHidden } = await sumsIn(ctx, range, from, to)
  const [active] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(campaigns)
    .where(eq(campaigns.status, 'active'))
  const totals = rows.map(row => {
    const [total, count] = [Number(row.total), Number(row.gifts)]
    const average = count > 0 ? Math.round(total / count) : 0
    return { currency: row.currency, total, gifts: count, donors: Number(row.donors), average }
  })
  // The account's own currency comes first, whatever was given in others.
  const own = (currency: string) => (currency === ctx.client.currency ? 0 : 1)
  return {
    from,
    to,
    currency: ctx.client.currency,
    activeCampaigns: active!.count,
    asOf,
    isHidden,
    totals: totals.sort((a, b) => own(a.currency) - own(b.currency)),
  }
}

export const readBookedPeriod = async (ctx: Ctx) => ({
  closedThrough: await closedThrough(ctx),
  currency: ctx.client.currency,
})

interface Span {
  from: string
  to: string
  currency: string
}
const inSpan = ({ from, to, currency }: Span): SQL =>
  and(gte(gifts.receivedOn, from), lte(gifts.receivedOn, to), eq(gifts.currency, currency), isCountedGift)!
const net = sql<number>`sum(${gifts.total} - ${gifts.refunded})`.mapWith(Number)
const many = sql<number>`count(*)::int`

async function donorCounts(ctx: Ctx, { from, to }: Span) {
  const { rows } = await ctx.db.execute<{ fresh: number; lapsed: number; back: number }>(sql`
    select count(*) filter (where first_on between ${from} and ${to})::int as fresh,
      count(*) filter (where last_on < ${lapsedBefore(ctx)})::int as lapsed,
      count(*) filter (where first_on < ${from} and last_on >= ${from})::int as back
    from (select min(received_on) as first_on, max(received_on) as last_on from gifts
      where person_id is not null and gift_counts(status) and total > refunded group by person_id) d`)
  return rows[0]!
}

async function byFund(ctx: Ctx, span: Span) {
  return ctx.db
    .select({
      key: giftLines.fundId,
      name: funds.name,
      gifts: sql<number>`count(distinct ${gifts.id})::int`,
      amount: sql<number>`sum(${giftLines.amount} - ${giftLines.refunded})`.mapWith(Number),
    })
    .from(giftLines)
    .innerJoin(gifts, and(eq(gifts.clientId, giftLines.clientId), eq(gifts.id, giftLines.giftId)))
    .innerJoin(funds, and(eq(funds.clientId, giftLines.clientId), eq(funds.id, giftLines.fundId)))
    .where(inSpan(span))
    .groupBy(giftLines.fundId, funds.name)
    .orderBy(sql`4 desc`)
}

/** Pledges whose time touches the span, and what was given for them. */
async function pledgeSums(ctx: Ctx, { from, to, currency }: Span) {
  const rows = await ctx.db
    .select()
    .from(pledges)
    .where(
      and(
        eq(pledges.currency, currency),
        isNull(pledges.canceledAt),
        lte(pledges.startDate, to),
        sql`(${pledges.endDate} is null or ${pledges.endDate} >= ${from})`,
      ),
    )
  const pledged = rows.reduce(
    (sum, { startDate, ...pledge }) =>
      sum + pledgedTotal({ ...pledge, startDate }, pledge.endDate && pledge.endDate < to ? pledge.endDate : to),
    0,
  )
  const { rows: sums } = await ctx.db.execute<{ given: string }>(sql`
    select coalesce(sum(l.amount - l.refunded), 0) as given from gift_lines l
    join gifts g on g.client_id = l.client_id and g.id = l.gift_id
    where l.counts and g.currency = ${currency} and exists (select from pledges p where p.client_id = l.client_id and p.canceled_at is null
      and p.currency = g.currency and (p.person_id = g.person_id or p.household_id = g.household_id)
      and (p.campaign_id is null or p.campaign_id = l.campaign_id) and (p.fund_id is null or p.fund_id = l.fund_id)
      and p.start_date <= ${to} and (p.end_date is null or p.end_date >= ${from})
      and g.received_on >= p.start_date and (p.end_date is null or g.received_on <= p.end_date))`)
  return { pledged, pledgeGiven: Number(sums[0]!.given) }
}

export async function readAnalytics(
  ctx: Ctx,
  { from, to, currency: asked }: { from: string; to: string; currency?: string | undefined },
): Promise<Analytics> {
  const known = await ctx.db.selectDistinct({ currency: gifts.currency }).from(gifts).where(isCountedGift)
  const currency = asked ?? ctx.client.currency
  const span = { from, to, currency }
  const month = sql<string>`to_char(${gifts.receivedOn}, 'YYYY-MM')`
  const months = await ctx.db
    .select({ month, amount: net, gifts: many })
    .from(gifts)
    .where(inSpan(span))
    .groupBy(month)
    .orderBy(month)
  const methods = await ctx.db
    .select({ key: gifts.method, amount: net, gifts: many })
    .from(gifts)
    .where(inSpan(span))
    .groupBy(gifts.method)
    .orderBy(sql`2 desc`)
  const { fresh, lapsed, back } = await donorCounts(ctx, span)
  return {
    currency,
    currencies: [...new Set([currency, ...known.map(one => one.currency)])].sort(),
    months,
    funds: await byFund(ctx, span),
    methods: methods.map(one => ({ ...one, name: methodLabels[one.key] })),
    newDonors: fresh,
    lapsedDonors: lapsed,
    returningDonors: back,
    ...(await pledgeSums(ctx, span)),
  }
}

/** Counts alone; the lists behind them say who and how much. */
export async function countNeeds(ctx: Ctx) {
  const { rows } = await ctx.db.execute<{ past_due: number; disputed: number; batches: number; online: boolean }>(sql`
    select (select count(*)::int from recurring_gifts where status = 'past_due') as past_due,
      (select count(*)::int from gifts where status = 'disputed' and booked = 0
        and received_on > ${localDay(clock.now(), ctx.client.timeZone)}::date - 120) as disputed,
      (select count(*)::int from giving_batches where status = 'counted') as batches,
      exists (select from gifts where payment_id is not null and status = 'succeeded') as online`)
  const { past_due: pastDue, disputed, batches, online } = rows[0]!
  const { emailReceipts, missing } = await readReceiptSettings(ctx)
  const receiptsBlocked = online && emailReceipts ? Object.keys(missing).length : 0
  return { pastDue, disputed, batches, receiptsBlocked }
}
