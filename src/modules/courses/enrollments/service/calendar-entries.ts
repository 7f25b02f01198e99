import { and, asc, between, eq, isNull } from 'drizzle-orm'
import { daysOfRange, toAllDayEntry } from '#calendar/entries/rules.ts'
import type { ListCalendarEntries } from '#kernel/server-modules.ts'
import { courses } from '../../tables.ts'
import { cohorts } from '../tables.ts'

/** Cohorts by the day on which they start; each leads to its course. */
export const listCohortsOfRange: ListCalendarEntries = async (ctx, { limit, ...range }) => {
  const { first, last } = daysOfRange(range, ctx.client.timeZone)
  const rows = await ctx.db
    .select({
      id: cohorts.id,
      targetId: cohorts.courseId,
      name: cohorts.name,
      course: courses.title,
      startsOn: cohorts.startsOn,
    })
    .from(cohorts)
    .innerJoin(courses, and(eq(courses.clientId, cohorts.clientId), eq(courses.id, cohorts.courseId)))
    .where(and(isNull(courses.deletedAt), between(cohorts.startsOn, first, last)))
    .orderBy(asc(cohorts.startsOn), asc(cohorts.id))
    .limit(limit)
  return rows.map(({ id, targetId, name, course, startsOn }) =>
    toAllDayEntry({ id, targetId, title: `${course}: ${name}` }, startsOn, ctx.client.timeZone),
  )
}
