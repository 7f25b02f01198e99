import { eq, sql } from 'drizzle-orm'
import { type Enrollment, listGrants } from '#courses/enrollments/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { lockText } from '../../rules/course-page.ts'
import { lengthOf } from '../../rules/watched-spans.ts'
import { certificatePath, findCertificate } from '../../service/certificates.ts'
import { courseById, courseState } from '../../service/state.ts'
import { quizAttempts } from '../../tables.ts'
import type { Learner } from '../contract.ts'

type Details = Pick<Learner, 'lessons' | 'grants' | 'certificate'>

/** Parts of a multirange, as PostgreSQL writes them. */
export const toSpans = (text: string): [number, number][] =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])

/** Each lesson of a learner: open or why not, and what they did. */
export async function readLearnerDetails(ctx: Ctx, enrollment: Enrollment): Promise<Details> {
  const { personId, courseId } = enrollment
  const state = await courseState(ctx, personId, await courseById(ctx, courseId))
  const tried = await ctx.db
    .select({
      lessonId: quizAttempts.lessonId,
      attempts: sql<number>`count(*)::int`,
      score: sql<number | null>`max(${quizAttempts.percent})::int`,
    })
    .from(quizAttempts)
    .where(eq(quizAttempts.enrollmentId, enrollment.id))
    .groupBy(quizAttempts.lessonId)
  const attempts = new Map(tried.map(one => [one.lessonId, one]))
  const where = { locale: ctx.client.locale, timeZone: ctx.client.timeZone }
  const certificate = await findCertificate(ctx, { personId, courseId })
  return {
    lessons: state.lessons.map(({ lesson, progress, access, unlockAt }) => ({
      id: lesson.id,
      title: lesson.title,
      kind: lesson.kind,
      isRequired: lesson.isRequired,
      unlockAt,
      isOpen: access.isOpen,
      why: access.isOpen ? null : access.why,
      reason: lockText(access, where),
      isUnlockedByTeam: progress?.unlockedBy != null,
      openedAt: progress?.openedAt ?? null,
      completedAt: progress?.completedAt ?? null,
      how: progress?.how ?? null,
      watchedSeconds: Math.round(lengthOf(toSpans(progress?.watched ?? '')) / 1_000),
      attempts: attempts.get(lesson.id)?.attempts ?? 0,
      score: attempts.get(lesson.id)?.score ?? null,
    })),
    grants: (await listGrants(ctx, { personId, courseId })).toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    certificate: certificate ? { ...certificate, path: certificatePath(certificate.publicId) } : null,
  }
}
