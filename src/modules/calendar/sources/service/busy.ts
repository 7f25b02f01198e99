import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Span } from '../../rules/hours.ts'
import { busyText } from '../rules/kinds.ts'
import { busyTimes, calendarSources } from '../tables.ts'

const ms = (side: 'lower' | 'upper') => sql<number>`(extract(epoch from ${sql.raw(side)}(during)) * 1000)::float8`
const touches = (from: Date, to: Date) =>
  sql`${busyTimes.during} && ${`[${from.toISOString()},${to.toISOString()})`}::tstzrange`

/** When hosts are busy in their other calendars. */
export async function busyElsewhere(ctx: Ctx, ids: string[], from: Date, to: Date): Promise<Map<string, Span[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: busyTimes.resourceId, from: ms('lower'), to: ms('upper') })
    .from(busyTimes)
    .where(and(inArray(busyTimes.resourceId, ids), touches(from, to)))
  return new Map(
    [...Map.groupBy(rows, row => row.id)].map(([id, spans]) => [id, spans.map(({ from, to }) => [from, to])]),
  )
}

/** The same for people: whose calendar says so. */
export async function busyReasons(ctx: Ctx, from: Date, to: Date, resourceId: string | undefined) {
  const rows = await ctx.db
    .select({
      resourceId: busyTimes.resourceId,
      sourceId: busyTimes.sourceId,
      from: ms('lower'),
      to: ms('upper'),
      kind: calendarSources.kind,
      name: calendarSources.name,
    })
    .from(busyTimes)
    .innerJoin(calendarSources, eq(calendarSources.id, busyTimes.sourceId))
    .where(and(resourceId ? eq(busyTimes.resourceId, resourceId) : undefined, touches(from, to)))
    .orderBy(asc(busyTimes.during))
    .limit(2_000)
  return rows.map(({ from: start, to: end, kind, name, ...row }) => ({
    ...row,
    startsAt: new Date(start),
    endsAt: new Date(end),
    reason: busyText(kind, name),
  }))
}
