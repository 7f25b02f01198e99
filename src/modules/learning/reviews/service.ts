import { randomUUID } from 'node:crypto'
import { and, desc, eq, lt } from 'drizzle-orm'
import { enrollments } from '#courses/enrollments/tables.ts'
import { courses, lessons } from '#courses/tables.ts'
import { fileById } from '#files/service.ts'
import { files } from '#files/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { assignmentReviewedMail } from '../emails/course.ts'
import type { CommentState, SubmissionState } from '../rules/states.ts'
import { completeLesson } from '../service/completion.ts'
import { emailLearner } from '../service/learner-emails.ts'
import { lessonComments, lessonSubmissions } from '../tables.ts'
import type { Assignment, LessonComment } from './contract.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      row: lessonSubmissions,
      personId: people.id,
      name: people.name,
      courseId: courses.id,
      course: courses.title,
      lesson: lessons.title,
      fileName: files.name,
    })
    .from(lessonSubmissions)
    .innerJoin(
      enrollments,
      and(eq(enrollments.clientId, lessonSubmissions.clientId), eq(enrollments.id, lessonSubmissions.enrollmentId)),
    )
    .innerJoin(people, and(eq(people.clientId, enrollments.clientId), eq(people.id, enrollments.personId)))
    .innerJoin(
      lessons,
      and(eq(lessons.clientId, lessonSubmissions.clientId), eq(lessons.id, lessonSubmissions.lessonId)),
    )
    .innerJoin(courses, and(eq(courses.clientId, lessons.clientId), eq(courses.id, lessons.courseId)))
    .leftJoin(files, and(eq(files.clientId, lessonSubmissions.clientId), eq(files.id, lessonSubmissions.fileId)))

type Selected = Awaited<ReturnType<typeof select>>[number]
const toAssignment = ({ row, fileName, ...of }: Selected): Assignment => ({
  ...of,
  id: row.id,
  body: row.body,
  state: row.state,
  feedback: row.feedback,
  createdAt: row.createdAt,
  reviewedAt: row.reviewedAt,
  file: row.fileId ? { name: fileName ?? '', path: `/storage/v1/assignments/${row.id}` } : null,
})

interface AssignmentFilter {
  state?: SubmissionState | undefined
  courseId?: string | undefined
  cursor?: string | undefined
  limit: number
}
export async function list(ctx: Ctx, { state, courseId, cursor, limit }: AssignmentFilter) {
  const rows = await select(ctx)
    .where(
      and(
        state ? eq(lessonSubmissions.state, state) : undefined,
        courseId ? eq(courses.id, courseId) : undefined,
        cursor && UUID.test(cursor) ? lt(lessonSubmissions.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(lessonSubmissions.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(toAssignment)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Assignment> {
  const [row] = await select(ctx).where(eq(lessonSubmissions.id, id))
  return toAssignment(found(row, 'Assignment'))
}

async function review(ctx: Ctx, id: string, state: 'accepted' | 'returned', feedback: string) {
  const [row] = await ctx.db
    .update(lessonSubmissions)
    .set({ state, feedback, reviewedBy: userOf(ctx), reviewedAt: clock.now() })
    .where(and(eq(lessonSubmissions.id, id), eq(lessonSubmissions.state, 'submitted')))
    .returning()
  if (row) return row
  await get(ctx, { id })
  throw new Failure('CONFLICT', 'Someone else reviewed this already.')
}

export async function accept(ctx: Ctx, { id, feedback }: { id: string; feedback: string }): Promise<Assignment> {
  const { enrollmentId, lessonId } = await review(ctx, id, 'accepted', feedback)
  await completeLesson(ctx, enrollmentId, lessonId, 'assignment')
  return told(ctx, id, true)
}

export async function returnToLearner(
  ctx: Ctx,
  { id, feedback }: { id: string; feedback: string },
): Promise<Assignment> {
  await review(ctx, id, 'returned', feedback)
  return told(ctx, id, false)
}

/** The learner hears of it by email. */
async function told(ctx: Ctx, id: string, isAccepted: boolean): Promise<Assignment> {
  announce(ctx, 'courses')
  const assignment = await get(ctx, { id })
  const { personId, courseId, feedback: text } = assignment
  await emailLearner(ctx, {
    personId,
    courseId,
    kind: 'assignment-reviewed',
    dedupeKey: `assignment-reviewed:${id}`,
    mail: words => assignmentReviewedMail({ ...words, isAccepted, text }),
  })
  return assignment
}

export const countWaiting = async (ctx: Ctx, _: object) => ({
  assignments: await ctx.db.$count(lessonSubmissions, eq(lessonSubmissions.state, 'submitted')),
  comments: await ctx.db.$count(lessonComments, eq(lessonComments.state, 'pending')),
})

/** The file of an assignment, for members. */
export async function readSubmissionFile(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ fileId: lessonSubmissions.fileId })
    .from(lessonSubmissions)
    .where(eq(lessonSubmissions.id, id))
  return fileById(ctx, found(row?.fileId ?? undefined, 'File'), 'lesson')
}

const comments = (ctx: Ctx) =>
  ctx.db
    .select({ row: lessonComments, courseId: courses.id, course: courses.title, lesson: lessons.title })
    .from(lessonComments)
    .innerJoin(lessons, and(eq(lessons.clientId, lessonComments.clientId), eq(lessons.id, lessonComments.lessonId)))
    .innerJoin(courses, and(eq(courses.clientId, lessons.clientId), eq(courses.id, lessons.courseId)))

const toComment = ({ row, ...of }: Awaited<ReturnType<typeof comments>>[number]): LessonComment => ({
  ...row,
  ...of,
  isTeam: row.userId !== null,
})

interface CommentFilter extends Omit<AssignmentFilter, 'state'> {
  state?: CommentState | undefined
}
export async function listComments(ctx: Ctx, { state, courseId, cursor, limit }: CommentFilter) {
  const rows = await comments(ctx)
    .where(
      and(
        state ? eq(lessonComments.state, state) : undefined,
        courseId ? eq(courses.id, courseId) : undefined,
        cursor && UUID.test(cursor) ? lt(lessonComments.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(lessonComments.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(toComment)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
}

async function commentById(ctx: Ctx, id: string): Promise<LessonComment> {
  const [row] = await comments(ctx).where(eq(lessonComments.id, id))
  return toComment(found(row, 'Comment'))
}

async function setState(ctx: Ctx, id: string, state: CommentState): Promise<LessonComment> {
  await commentById(ctx, id)
  await ctx.db.update(lessonComments).set({ state }).where(eq(lessonComments.id, id))
  announce(ctx, 'courses')
  return commentById(ctx, id)
}
export const show = (ctx: Ctx, { id }: { id: string }) => setState(ctx, id, 'shown')
export const hide = (ctx: Ctx, { id }: { id: string }) => setState(ctx, id, 'hidden')

export async function reply(ctx: Ctx, { id, body }: { id: string; body: string }) {
  const { lessonId } = await commentById(ctx, id)
  const userId = found(userOf(ctx) ?? undefined, 'Member')
  const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  await ctx.db.insert(lessonComments).values({
    lessonId,
    userId,
    name: user?.name ?? 'Team',
    body,
    state: 'shown',
    parentId: id,
    key: randomUUID(),
    createdAt: clock.now(),
  })
  await setState(ctx, id, 'shown')
  return {}
}

export async function removeComment(ctx: Ctx, { id }: { id: string }) {
  await commentById(ctx, id)
  await ctx.db.delete(lessonComments).where(eq(lessonComments.id, id))
  announce(ctx, 'courses')
  return {}
}
