import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { containing } from '#kernel/sql.ts'
import type { CourseFilter } from '../contract.ts'
import { courseStateNames, KEPT_DAYS } from '../rules/states.ts'
import { figures, toRow } from '../service.ts'
import { courses } from '../tables.ts'

const MOST_ROWS = 10_000
type Filters = Omit<CourseFilter, 'cursor' | 'limit'>

const matching = ({ search, state, training, deleted }: Filters): SQL | undefined =>
  and(
    deleted ? gt(courses.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(courses.deletedAt),
    state?.length ? inArray(courses.state, state) : undefined,
    training
      ? sql`(${courses.settings} ->> 'hasCertificate')::boolean and ${courses.settings} ->> 'validMonths' is not null`
      : undefined,
    search ? ilike(courses.search, containing(search)) : undefined,
  )

const orders: Record<CourseFilter['sort'], SQL> = {
  newest: desc(courses.id),
  title: asc(sql`lower(${courses.title})`),
  students: sql`students desc`,
  completion: sql`completion desc nulls last`,
}

const select = (ctx: Ctx, filters: Filters, limit: number, offset: number) =>
  ctx.db
    .select({
      course: courses,
      students: figures.students().as('students'),
      completion: figures.completion().as('completion'),
    })
    .from(courses)
    .where(matching(filters))
    .orderBy(orders[filters.sort], desc(courses.id))
    .limit(limit)
    .offset(offset)

export async function list(ctx: Ctx, { cursor, limit, ...filters }: CourseFilter) {
  const offset = pageStart(cursor, MOST_ROWS)
  const rows = await select(ctx, filters, limit, offset)
  const [all] = await ctx.db.select({ total: count() }).from(courses).where(matching(filters))
  return {
    items: rows.map(({ course, ...counted }) => toRow(course, counted)),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: all!.total,
  }
}

const header = ['Title', 'Status', 'Lessons', 'Minutes', 'Students', 'Completion (percent)', 'Published', 'Created']

export async function exportCourses(ctx: Ctx, filters: Filters) {
  const rows = await select(ctx, filters, MOST_ROWS, 0)
  const cells = rows.map(({ course, ...counted }) => {
    const { title, state, lessons, duration, students, completion, publishedAt, createdAt } = toRow(course, counted)
    return [title, courseStateNames[state], lessons, duration, students, completion, publishedAt, createdAt]
  })
  return { csv: csvFile(header, cells) }
}

/** Those that a site or a pathway may offer, by name. */
export const listTitles = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = ids.length
    ? await ctx.db
        .select({ id: courses.id, title: courses.title })
        .from(courses)
        .where(inArray(courses.id, [...ids]))
    : []
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** @throws nothing: of ids that are no courses of this church, it answers fewer */
export const knownCourses = async (ctx: Ctx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = ids.length
    ? await ctx.db
        .select({ id: courses.id })
        .from(courses)
        .where(and(inArray(courses.id, [...ids]), isNull(courses.deletedAt)))
    : []
  return new Set(rows.map(({ id }) => id))
}
export const findCourseBySlug = async (ctx: Ctx, slug: string) =>
  (
    await ctx.db
      .select()
      .from(courses)
      .where(and(eq(courses.slug, slug), isNull(courses.deletedAt)))
  )[0]
