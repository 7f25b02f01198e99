import { and, eq, isNull, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { people } from '#people/tables.ts'
import type { LeadStats } from '../contract.ts'
import { leads } from '../tables.ts'

const onPerson = and(eq(people.clientId, leads.clientId), eq(people.id, leads.personId))
const present = and(isNull(leads.deletedAt), isNull(people.deletedAt))

/** Fewer closed leads than this say nothing: the rate is n/a. */
const ENOUGH = 5

/** The dashboard's figures in one query: every number is rows that a link can show. */
export async function stats(ctx: Ctx, { days: period }: { days: number }): Promise<LeadStats> {
  const now = clock.now()
  const monthStart = DateTime.fromJSDate(now, { zone: ctx.client.timeZone }).startOf('month').toJSDate()
  const since = new Date(now.getTime() - days(period))
  const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
  const ended = sql`${leads.status} = 'closed' and ${leads.outcome} is not null and ${leads.closedAt} > ${since}`
  const [row] = await ctx.db
    .select({
      total: sql<number>`count(*)::int`,
      newThisMonth: count(sql`${leads.createdAt} >= ${monthStart}`),
      overdue: count(sql`${leads.status} <> 'closed' and ${leads.followUpAt} < ${now}`),
      closed: count(ended),
      won: count(sql`${ended} and ${leads.outcome} = 'won'`),
    })
    .from(leads)
    .innerJoin(people, onPerson)
    .where(present)
  const { closed, won, ...rest } = row!
  const rate = closed < ENOUGH ? null : Math.round((won / closed) * 1000) / 10
  return { ...rest, conversion: { won, closed, rate, days: period }, asOf: now }
}

/** All leads by source, largest first; without one they are Unknown. */
export async function bySource(ctx: Ctx) {
  const items = await ctx.db
    .select({
      source: sql<string>`coalesce(nullif(${leads.source}, ''), 'Unknown')`,
      count: sql<number>`count(*)::int`,
    })
    .from(leads)
    .innerJoin(people, onPerson)
    .where(present)
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
  return { items, total: items.reduce((sum, item) => sum + item.count, 0) }
}
