import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import type { Course, CourseRow } from './contract.ts'
import { isActive } from './enrollments/service.ts'
import { problemsOf } from './rules/checks.ts'
import { lessonsOf, minutesOf } from './rules/outline.ts'
import { readKnown } from './service/known-references.ts'
import { courses } from './tables.ts'

export type CourseRecord = typeof courses.$inferSelect

export async function readCourseRow(ctx: Ctx, id: string): Promise<CourseRecord> {
  const [row] = await ctx.db
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deletedAt)))
  return found(row, 'Course')
}

/** Students of a course and how far they are, by its id: people whose access is active. */
const studentsSql = (): SQL<number> =>
  sql<number>`(select count(*)::int from course_enrollments where course_enrollments.client_id = courses.client_id
    and course_enrollments.course_id = courses.id and ${isActive(clock.now())})`
const completionSql = (): SQL<number | null> =>
  sql<
    number | null
  >`(select round(avg(least(100, 100.0 * course_enrollments.required_done / greatest(1, courses.required_count))))::int
    from course_enrollments where course_enrollments.client_id = courses.client_id
    and course_enrollments.course_id = courses.id and ${isActive(clock.now())})`
export const figures = { students: studentsSql, completion: completionSql }

export const picturePath = (pictureId: string | null): string | null => pictureId && `/storage/v1/pictures/${pictureId}`

export function toRow(
  row: CourseRecord,
  { students, completion }: Pick<CourseRow, 'students' | 'completion'>,
): CourseRow {
  const drafted = lessonsOf(row.draft)
  const isPublished = row.lastNumber > 0
  return {
    ...row,
    thumbnail: picturePath(row.pictureId),
    lessons: isPublished ? row.lessonCount : drafted.length,
    duration: isPublished ? row.minutes : drafted.reduce((sum, lesson) => sum + minutesOf(lesson), 0),
    students,
    completion,
    validMonths: row.settings.hasCertificate ? row.settings.validMonths : null,
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Course> {
  const [row] = await ctx.db
    .select({ course: courses, students: studentsSql(), completion: completionSql() })
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deletedAt)))
  const { course, ...counted } = found(row, 'Course')
  return {
    ...course,
    ...toRow(course, counted),
    problems: problemsOf(course.draft, await readKnown(ctx, course.draft)),
  }
}
