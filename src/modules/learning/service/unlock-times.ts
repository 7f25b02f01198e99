import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  type Enrollment,
  enrollmentById,
  updateRequiredDone as recountCourseRows,
} from '#courses/enrollments/service.ts'
import { cohorts, enrollments } from '#courses/enrollments/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { unlockTime } from '../rules/drip.ts'
import { lessonProgress, lessonSubmissions, quizAttempts } from '../tables.ts'
import { updateCompletion } from './completion.ts'
import { lessonsOfCourse } from './state.ts'

const AT_ONCE = 2_000

/**
 * Works out when timed lessons open, and stores it for each learner. What someone has opened stays open, whatever the rule
 * says now; what was unlocked for them stays unlocked.
 */
export async function updateUnlockTimes(ctx: Ctx, of: { courseId: string } | { enrollmentId: string }): Promise<void> {
  const where = 'courseId' in of ? eq(enrollments.courseId, of.courseId) : eq(enrollments.id, of.enrollmentId)
  const learners = await ctx.db
    .select({ enrollment: enrollments, cohortStart: cohorts.startsOn })
    .from(enrollments)
    .leftJoin(cohorts, and(eq(cohorts.clientId, enrollments.clientId), eq(cohorts.id, enrollments.cohortId)))
    .where(and(where, isNull(enrollments.endedAt)))
  const [first] = learners
  if (!first) return
  const timed = (await lessonsOfCourse(ctx, first.enrollment.courseId)).filter(
    ({ drip }) => drip.rule === 'days' || drip.rule === 'date',
  )
  const rows = learners.flatMap(({ enrollment, cohortStart }) =>
    timed.map(({ id, drip }) => ({
      enrollmentId: enrollment.id,
      lessonId: id,
      unlockAt: unlockTime(drip, { enrolledAt: enrollment.enrolledAt, cohortStart }, ctx.client.timeZone),
    })),
  )
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await ctx.db
      .insert(lessonProgress)
      .values(rows.slice(at, at + AT_ONCE))
      .onConflictDoUpdate({
        target: [lessonProgress.clientId, lessonProgress.enrollmentId, lessonProgress.lessonId],
        set: { unlockAt: sql`excluded.unlock_at` },
        setWhere: isNull(lessonProgress.openedAt),
      })
}

/** Of all learners of a course: how many required lessons are done, after it changed. Those who have all of them now have finished. */
export async function updateCourseCompletion(ctx: Ctx, courseId: string): Promise<void> {
  const finished = await recountCourseRows(
    ctx,
    courseId,
    sql`select p.enrollment_id as id, count(*)::int as done from lesson_progress p
      join lessons l on l.client_id = p.client_id and l.id = p.lesson_id and l.is_required and l.removed_at is null
      where l.course_id = ${courseId} and p.completed_at is not null group by p.enrollment_id`,
  )
  for (const enrollment of finished) await updateCompletion(ctx, enrollment, false)
}

/** Opens lessons for a learner before their time: all of them where none is named. */
export async function unlockLessons(
  ctx: Ctx,
  { id, lessonIds, userId }: { id: string; lessonIds?: readonly string[] | undefined; userId: string },
) {
  const enrollment: Enrollment = await enrollmentById(ctx, id)
  const all = (await lessonsOfCourse(ctx, enrollment.courseId)).map(one => one.id)
  const wanted = lessonIds ? all.filter(one => lessonIds.includes(one)) : all
  if (wanted.length === 0) return
  await ctx.db
    .insert(lessonProgress)
    .values(wanted.map(lessonId => ({ enrollmentId: id, lessonId, unlockedBy: userId })))
    .onConflictDoUpdate({
      target: [lessonProgress.clientId, lessonProgress.enrollmentId, lessonProgress.lessonId],
      set: { unlockedBy: userId },
    })
}

/** Begins a learner’s way anew: what they did in these lessons is deleted on purpose. */
export async function resetProgress(
  ctx: Ctx,
  { id, lessonIds }: { id: string; lessonIds?: readonly string[] | undefined },
) {
  const enrollment = await enrollmentById(ctx, id)
  await ctx.db
    .delete(lessonProgress)
    .where(
      and(
        eq(lessonProgress.enrollmentId, id),
        lessonIds ? inArray(lessonProgress.lessonId, [...lessonIds]) : undefined,
      ),
    )
  const inLessons = (column: AnyPgColumn) => (lessonIds ? inArray(column, [...lessonIds]) : undefined)
  await ctx.db.delete(quizAttempts).where(and(eq(quizAttempts.enrollmentId, id), inLessons(quizAttempts.lessonId)))
  await ctx.db
    .delete(lessonSubmissions)
    .where(and(eq(lessonSubmissions.enrollmentId, id), inLessons(lessonSubmissions.lessonId)))
  await updateCourseCompletion(ctx, enrollment.courseId)
}
