import { and, desc, eq } from 'drizzle-orm'
import { recordActivity } from '#courses/enrollments/service.ts'
import { keepForGood } from '#files/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { assignmentSubmitted } from '../events.ts'
import { lessonSubmissions } from '../tables.ts'
import { readLesson } from './state.ts'

export type Submission = typeof lessonSubmissions.$inferSelect

export const listSubmissions = (ctx: Ctx, enrollmentId: string, lessonId: string): Promise<Submission[]> =>
  ctx.db
    .select()
    .from(lessonSubmissions)
    .where(and(eq(lessonSubmissions.enrollmentId, enrollmentId), eq(lessonSubmissions.lessonId, lessonId)))
    .orderBy(desc(lessonSubmissions.id))
    .limit(20)

interface HandedIn {
  lessonId: string
  body: string
  /** One that was stored already, of this church. */
  fileId: string | null
}

/** What a learner hands in waits for a leader. While one waits, another one takes its place. */
export async function submitAssignment(
  ctx: Ctx,
  personId: string,
  { lessonId, body, fileId }: HandedIn,
): Promise<void> {
  const { enrollment, lesson, progress } = await readLesson(ctx, personId, lessonId)
  const { answer } = lesson.content
  if (lesson.kind !== 'assignment') throw new Failure('NOT_FOUND', 'Assignment not found')
  if (progress?.completedAt) throw new Failure('CONFLICT', 'This assignment was accepted already.')
  if (answer === 'text' && !body) throw invalid('body', 'Please write your answer')
  if (answer === 'file' && !fileId) throw invalid('file', 'Please choose a file')
  if (!body && !fileId) throw invalid('body', 'Please write your answer or choose a file')
  await recordActivity(ctx, enrollment.id)
  if (fileId) await keepForGood(ctx, [fileId])
  const waits = and(
    eq(lessonSubmissions.enrollmentId, enrollment.id),
    eq(lessonSubmissions.lessonId, lessonId),
    eq(lessonSubmissions.state, 'submitted'),
  )
  const [known] = await ctx.db.select().from(lessonSubmissions).where(waits).for('update')
  const values = { body, fileId: fileId ?? known?.fileId ?? null }
  if (known) await ctx.db.update(lessonSubmissions).set(values).where(eq(lessonSubmissions.id, known.id))
  else await insert(ctx, { ...enrollment, enrollmentId: enrollment.id, lessonId, ...values })
  announce(ctx, 'courses', enrollment.courseId)
}

async function insert(
  ctx: Ctx,
  {
    personId,
    courseId,
    enrollmentId,
    lessonId,
    body,
    fileId,
  }: HandedIn & {
    personId: string
    courseId: string
    enrollmentId: string
  },
): Promise<void> {
  const [made] = await ctx.db
    .insert(lessonSubmissions)
    .values({ enrollmentId, lessonId, body, fileId, createdAt: clock.now() })
    // Sent twice at once, it is one.
    .onConflictDoNothing()
    .returning({ id: lessonSubmissions.id })
  if (made)
    await emit(ctx, assignmentSubmitted, {
      personId,
      courseId,
      enrollmentId,
      lessonId,
      submissionId: made.id,
      at: clock.now(),
    })
}
