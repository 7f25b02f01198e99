import { backdate, type Enrollment } from '#courses/enrollments/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { lessonProgress, lessonSubmissions } from '../tables.ts'
import { issueCertificate } from './certificates.ts'
import { courseById, lessonsOfCourse } from './state.ts'

interface Way {
  enrollment: Enrollment
  /** When it began. */
  at: Date
  /** From 0 to 1. */
  share: number
}

/** A learner of the demo, who did so much of a course, a lesson every few days. */
export async function seedProgress(ctx: Ctx, { enrollment, at, share }: Way): Promise<void> {
  const course = await courseById(ctx, enrollment.courseId)
  const lessons = await lessonsOfCourse(ctx, course.id)
  const done = lessons.slice(0, Math.round(lessons.length * share))
  const moment = (step: number) => new Date(Math.min(at.getTime() + days(2 * step + 1), clock.ms()))
  if (done.length > 0)
    await ctx.db.insert(lessonProgress).values(
      done.map(({ id, kind }, step) => ({
        enrollmentId: enrollment.id,
        lessonId: id,
        openedAt: moment(step),
        completedAt: moment(step),
        how: kind === 'quiz' ? ('quiz' as const) : kind === 'video' ? ('watched' as const) : ('marked' as const),
      })),
    )
  const isFinished = done.length === lessons.length && lessons.length > 0
  const last = done.length > 0 ? moment(done.length - 1) : null
  await backdate(ctx, enrollment.id, {
    enrolledAt: at,
    requiredDone: done.filter(({ isRequired }) => isRequired).length,
    completedAt: isFinished ? last : null,
    lastActiveAt: last,
  })
  if (isFinished) await issueCertificate(ctx, enrollment, course, last!)
  else if (share > 0) await waitingAssignment(ctx, enrollment, lessons)
}

/** Someone on their way has handed in their assignment, where there is one. */
async function waitingAssignment(
  ctx: Ctx,
  { id }: Enrollment,
  lessons: readonly { id: string; kind: string }[],
): Promise<void> {
  const lesson = lessons.find(({ kind }) => kind === 'assignment')
  if (!lesson) return
  const body =
    'I came with a friend in the fall, and stayed for the coffee. By Advent I knew most names. I hope to find a group that meets on weekdays.'
  await ctx.db.insert(lessonSubmissions).values({ enrollmentId: id, lessonId: lesson.id, body }).onConflictDoNothing()
}
