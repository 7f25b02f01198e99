import { and, asc, between, isNull } from 'drizzle-orm'
import { daysOfRange, toAllDayEntry } from '#calendar/entries/rules.ts'
import type { ListCalendarEntries } from '#kernel/server-modules.ts'
import { sermons } from '../tables.ts'

/** Sermons by the day on which they are preached. */
export const listSermonsOfRange: ListCalendarEntries = async (ctx, { limit, ...range }) => {
  const { first, last } = daysOfRange(range, ctx.client.timeZone)
  const rows = await ctx.db
    .select({ id: sermons.id, title: sermons.title, preachedOn: sermons.preachedOn })
    .from(sermons)
    .where(and(isNull(sermons.deletedAt), between(sermons.preachedOn, first, last)))
    .orderBy(asc(sermons.preachedOn), asc(sermons.id))
    .limit(limit)
  return rows.map(({ preachedOn, ...row }) => toAllDayEntry(row, preachedOn!, ctx.client.timeZone))
}
