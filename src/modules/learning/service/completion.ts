import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { completeEnrollment, type Enrollment, lockEnrollment, recordActivity } from '#courses/enrollments/service.ts'
import { lessons } from '#courses/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { lessonCompleted } from '../events.ts'
import type { Completion } from '../rules/states.ts'
import { lessonProgress } from '../tables.ts'
import { issueCertificate } from './certificates.ts'
import { courseById } from './state.ts'

/** They opened it: from now on it stays open to them. */
export async function openLesson(ctx: Ctx, enrollment: Enrollment, lessonId: string): Promise<void> {
  const at = clock.now()
  // The enrollment first, as wherever a lesson is completed: two tabs never wait for each other.
  await recordActivity(ctx, enrollment.id)
  await ctx.db
    .insert(lessonProgress)
    .values({ enrollmentId: enrollment.id, lessonId, openedAt: at })
    .onConflictDoUpdate({
      target: [lessonProgress.clientId, lessonProgress.enrollmentId, lessonProgress.lessonId],
      set: { openedAt: sql`coalesce(${lessonProgress.openedAt}, excluded.opened_at)` },
    })
}

/** Required lessons that someone completed, of those that the course has now. */
export async function countCompletedLessons(ctx: Ctx, enrollmentId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ done: count() })
    .from(lessonProgress)
    .innerJoin(lessons, and(eq(lessons.clientId, lessonProgress.clientId), eq(lessons.id, lessonProgress.lessonId)))
    .where(
      and(
        eq(lessonProgress.enrollmentId, enrollmentId),
        isNotNull(lessonProgress.completedAt),
        eq(lessons.isRequired, true),
        isNull(lessons.removedAt),
      ),
    )
  return row!.done
}

/**
 * Completes a lesson, once: again it changes nothing. Of two lessons that are completed at the same time the second waits, so
 * that the course is completed once and has one certificate.
 */
export async function completeLesson(ctx: Ctx, enrollmentId: string, lessonId: string, how: Completion): Promise<void> {
  const enrollment = await lockEnrollment(ctx, enrollmentId)
  if (!enrollment || enrollment.endedAt) return
  const at = clock.now()
  const [done] = await ctx.db
    .insert(lessonProgress)
    .values({ enrollmentId, lessonId, openedAt: at, completedAt: at, how })
    .onConflictDoUpdate({
      target: [lessonProgress.clientId, lessonProgress.enrollmentId, lessonProgress.lessonId],
      set: { completedAt: at, how, openedAt: sql`coalesce(${lessonProgress.openedAt}, excluded.opened_at)` },
      setWhere: isNull(lessonProgress.completedAt),
    })
    .returning({ id: lessonProgress.id })
  if (!done) return
  const { personId, courseId } = enrollment
  await emit(ctx, lessonCompleted, { personId, courseId, enrollmentId, lessonId, at })
  await updateCompletion(ctx, enrollment)
  announce(ctx, 'courses', courseId)
}

/** How far they are now; with the last required lesson the course is completed and its certificate issued. */
export async function updateCompletion(ctx: Ctx, enrollment: Enrollment, isActive = true): Promise<void> {
  const done = await countCompletedLessons(ctx, enrollment.id)
  if (isActive) await recordActivity(ctx, enrollment.id, done)
  const course = await courseById(ctx, enrollment.courseId)
  if (course.requiredCount === 0 || done < course.requiredCount) return
  if (await completeEnrollment(ctx, enrollment)) await issueCertificate(ctx, enrollment, course)
}
