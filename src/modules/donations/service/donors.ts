import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { containing } from '#kernel/sql.ts'
import { foldName } from '#people/rules/names.ts'
import type { Donor, DonorFilter } from '../contract.ts'
import { LAPSED_DAYS } from '../rules/lapsed.ts'
import { gifts } from '../tables.ts'
import { findHouseholdId } from './donor.ts'
import { list as listGifts } from './gift-queries.ts'

export const isCountedGift = sql`gift_counts(${gifts.status}) and ${gifts.total} > ${gifts.refunded}`

/** The last day of someone who is not lapsed. */
export const lapsedBefore = (ctx: Ctx): string =>
  DateTime.fromISO(localDay(clock.now(), ctx.client.timeZone)).minus({ days: LAPSED_DAYS }).toISODate()!
const yearStart = (ctx: Ctx): string => `${localDay(clock.now(), ctx.client.timeZone).slice(0, 4)}-01-01`

const states: Record<NonNullable<DonorFilter['state']>, (ctx: Ctx) => SQL> = {
  new: ctx => sql`having min(g.received_on) >= ${yearStart(ctx)}`,
  lapsed: ctx => sql`having max(g.received_on) < ${lapsedBefore(ctx)}`,
  active: ctx => sql`having max(g.received_on) >= ${lapsedBefore(ctx)}`,
}
const orders: Record<DonorFilter['sort'], SQL> = {
  '-lastOn': sql`max(g.received_on) desc`,
  lastOn: sql`max(g.received_on)`,
  '-gifts': sql`count(*) desc`,
  gifts: sql`count(*)`,
  name: sql`lower(min(p.name))`,
  '-name': sql`lower(min(p.name)) desc`,
}

interface DonorRow extends Record<string, unknown> {
  id: string
  name: string
  household: string | null
  first_on: string
  last_on: string
  gifts: number
  totals: { currency: string; amount: number }[]
}

export async function listDonors(ctx: Ctx, { search, state, sort, cursor, limit }: DonorFilter) {
  const offset = pageStart(cursor, 1_000_000)
  const words = foldName(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
  const named = words.map(word => sql`and p.search ilike ${containing(word)}`)
  const { rows } = await ctx.db.execute<DonorRow>(sql`
    with page as (
      select g.person_id as id, min(p.name) as name, min(g.received_on)::text as first_on, max(g.received_on)::text as last_on, count(*)::int as gifts,
        row_number() over (order by ${orders[sort]}, g.person_id) as place
      from gifts g join people p on p.client_id = g.client_id and p.id = g.person_id
      where gift_counts(g.status) and g.total > g.refunded ${sql.join(named, sql` `)}
      group by g.person_id ${state ? states[state](ctx) : sql``}
      order by place limit ${limit} offset ${offset})
    select page.*,
      (select h.name from household_members m join households h on h.client_id = m.client_id and h.id = m.household_id
        where m.person_id = page.id order by m.created_at, m.id limit 1) as household,
      (select jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount) order by t.amount desc) from (
        select g.currency, sum(g.total - g.refunded)::bigint as amount from gifts g
        where g.person_id = page.id and gift_counts(g.status) group by 1) t) as totals
    from page order by place`)
  const lapsed = lapsedBefore(ctx)
  return {
    items: rows.map(
      (row): Donor => ({
        id: row.id,
        name: row.name,
        household: row.household,
        firstOn: row.first_on,
        lastOn: row.last_on,
        gifts: row.gifts,
        totals: row.totals,
        lapsed: row.last_on < lapsed,
      }),
    ),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
  }
}

/** What one person gave, or with `household` everyone they live with. */
export async function listDonorHistory(ctx: Ctx, { personId, household }: { personId: string; household: boolean }) {
  const householdId = household ? await findHouseholdId(ctx, personId) : null
  const theirs = householdId ? eq(gifts.householdId, householdId) : eq(gifts.personId, personId)
  const year = sql<number>`extract(year from ${gifts.receivedOn})::int`
  const years = await ctx.db
    .select({
      year,
      currency: gifts.currency,
      gifts: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${gifts.total} - ${gifts.refunded})`.mapWith(Number),
    })
    .from(gifts)
    .where(and(theirs, isCountedGift))
    .groupBy(year, gifts.currency)
    .orderBy(desc(year))
  const [ends] = await ctx.db
    .select({
      firstOn: sql<string | null>`min(${gifts.receivedOn})::text`,
      lastOn: sql<string | null>`max(${gifts.receivedOn})::text`,
    })
    .from(gifts)
    .where(and(theirs, isCountedGift))
  const { firstOn = null, lastOn = null } = ends ?? {}
  const { items } = await listGifts(ctx, { donor: personId, sort: '-receivedOn', limit: 5 })
  return { firstOn, lastOn, years, recent: items, lapsed: lastOn !== null && lastOn < lapsedBefore(ctx) }
}
