import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isActive } from '#courses/enrollments/service.ts'
import { enrollments } from '#courses/enrollments/tables.ts'
import { isRight } from '#courses/rules/quiz.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { courseById, lessonsOfCourse } from '../../service/state.ts'
import { lessonProgress, quizAttempts } from '../../tables.ts'
import type { Report } from '../contract.ts'

/** The newest answers that are looked at for the figures of questions. */
const MOST_ATTEMPTS = 5_000

/** How far a course is done, by lesson and by question. */
export async function readReport(ctx: Ctx, { courseId }: { courseId: string }): Promise<Report> {
  await courseById(ctx, courseId)
  const rows = await lessonsOfCourse(ctx, courseId)
  const current = and(eq(enrollments.courseId, courseId), isNull(enrollments.endedAt))
  const done = await ctx.db
    .select({
      lessonId: lessonProgress.lessonId,
      opened: sql<number>`count(${lessonProgress.openedAt})::int`,
      completed: sql<number>`count(${lessonProgress.completedAt})::int`,
    })
    .from(lessonProgress)
    .innerJoin(
      enrollments,
      and(eq(enrollments.clientId, lessonProgress.clientId), eq(enrollments.id, lessonProgress.enrollmentId)),
    )
    .where(current)
    .groupBy(lessonProgress.lessonId)
  const { questions, scores } = await answered(ctx, courseId)
  const byLesson = new Map(done.map(one => [one.lessonId, one]))
  return {
    lessons: rows.map(({ id, title, kind }) => ({
      id,
      title,
      kind,
      opened: byLesson.get(id)?.opened ?? 0,
      completed: byLesson.get(id)?.completed ?? 0,
      score: scores.get(id) ?? null,
    })),
    questions,
    learners: await ctx.db.$count(enrollments, and(current, isActive(clock.now()))),
    finished: await ctx.db.$count(enrollments, and(current, isNotNull(enrollments.completedAt))),
  }
}

async function answered(ctx: Ctx, courseId: string) {
  const attempts = await ctx.db
    .select({ attempt: quizAttempts })
    .from(quizAttempts)
    .innerJoin(
      enrollments,
      and(eq(enrollments.clientId, quizAttempts.clientId), eq(enrollments.id, quizAttempts.enrollmentId)),
    )
    .where(and(eq(enrollments.courseId, courseId), isNotNull(quizAttempts.submittedAt)))
    .orderBy(sql`${quizAttempts.id} desc`)
    .limit(MOST_ATTEMPTS)
  const questions = new Map<string, Report['questions'][number]>()
  const percents = Map.groupBy(attempts, ({ attempt }) => attempt.lessonId)
  for (const { attempt } of attempts)
    for (const question of attempt.quiz.questions) {
      const key = `${attempt.lessonId} ${question.id}`
      const one = questions.get(key) ?? { lessonId: attempt.lessonId, prompt: question.prompt, answered: 0, right: 0 }
      one.answered++
      if (isRight(question, attempt.payload[question.id])) one.right++
      questions.set(key, one)
    }
  const mean = (all: { attempt: { percent: number | null } }[]) =>
    Math.round(all.reduce((sum, { attempt }) => sum + (attempt.percent ?? 0), 0) / all.length)
  return {
    questions: [...questions.values()],
    scores: new Map([...percents].map(([lessonId, all]) => [lessonId, mean(all)])),
  }
}
