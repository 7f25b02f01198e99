import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { lockEnrollment } from '#courses/enrollments/service.ts'
import type { Answers, Quiz } from '#courses/rules/quiz.ts'
import { scoreOf } from '#courses/rules/quiz.ts'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { quizAttempts } from '../tables.ts'
import { completeLesson } from './completion.ts'
import { readLesson } from './state.ts'

export type Attempt = typeof quizAttempts.$inferSelect
/** For what a slow connection takes. */
const GRACE = seconds(20)

export const listAttempts = (ctx: Ctx, enrollmentId: string, lessonId: string): Promise<Attempt[]> =>
  ctx.db
    .select()
    .from(quizAttempts)
    .where(and(eq(quizAttempts.enrollmentId, enrollmentId), eq(quizAttempts.lessonId, lessonId)))
    .orderBy(asc(quizAttempts.number))

/** Attempts that are left; null: as many as they like. One whose time is over counts. */
export const attemptsLeft = ({ attempts }: Quiz, made: readonly Attempt[]): number | null =>
  attempts === null ? null : Math.max(0, attempts - made.filter(one => one.submittedAt || isOver(one)).length)

export const isOver = ({ endsAt, submittedAt }: Pick<Attempt, 'endsAt' | 'submittedAt'>): boolean =>
  submittedAt === null && endsAt !== null && endsAt.getTime() + GRACE < clock.ms()

/** The attempt that is open, or a new one. Of two clicks at once both get the same. */
export async function startAttempt(ctx: Ctx, personId: string, lessonId: string): Promise<Attempt> {
  const { enrollment, lesson } = await readLesson(ctx, personId, lessonId)
  // The number of attempts is counted under this lock: nobody gets one more by sending it twice at once.
  await lockEnrollment(ctx, enrollment.id)
  const made = await listAttempts(ctx, enrollment.id, lessonId)
  const open = made.find(one => one.submittedAt === null && !isOver(one))
  if (open) return open
  const { quiz } = lesson.content
  if (lesson.kind !== 'quiz') throw new Failure('NOT_FOUND', 'Quiz not found')
  if (attemptsLeft(quiz, made) === 0) throw new Failure('CONFLICT', 'You have used all your attempts.')
  const [row] = await ctx.db
    .insert(quizAttempts)
    .values({
      enrollmentId: enrollment.id,
      lessonId,
      quiz,
      number: (made.at(-1)?.number ?? 0) + 1,
      createdAt: clock.now(),
      endsAt: quiz.minutes === null ? null : new Date(clock.ms() + minutes(quiz.minutes)),
    })
    .returning()
  return row!
}

/**
 * Scores an attempt against the questions as they were when it began. What comes after its time is kept and not passed; sent
 * twice, the first counts.
 */
export async function submitAttempt(
  ctx: Ctx,
  personId: string,
  { lessonId, attemptId, answers }: { lessonId: string; attemptId: string; answers: Answers },
): Promise<Attempt> {
  const { enrollment } = await readLesson(ctx, personId, lessonId)
  const [row] = await ctx.db
    .select()
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.id, attemptId),
        eq(quizAttempts.enrollmentId, enrollment.id),
        eq(quizAttempts.lessonId, lessonId),
      ),
    )
  const attempt = found(row, 'Attempt')
  if (attempt.submittedAt) return attempt
  const isLate = isOver(attempt)
  const { percent, isPassed } = scoreOf(attempt.quiz, answers)
  const [stored] = await ctx.db
    .update(quizAttempts)
    .set({ payload: answers, submittedAt: clock.now(), isLate, percent, isPassed: isPassed && !isLate })
    .where(and(eq(quizAttempts.id, attemptId), isNull(quizAttempts.submittedAt)))
    .returning()
  if (stored?.isPassed) await completeLesson(ctx, enrollment.id, lessonId, 'quiz')
  return stored ?? attempt
}

export async function findNewestAttempt(
  ctx: Ctx,
  enrollmentId: string,
  lessonId: string,
): Promise<Attempt | undefined> {
  const [row] = await ctx.db
    .select()
    .from(quizAttempts)
    .where(and(eq(quizAttempts.enrollmentId, enrollmentId), eq(quizAttempts.lessonId, lessonId)))
    .orderBy(desc(quizAttempts.number))
    .limit(1)
  return row
}
