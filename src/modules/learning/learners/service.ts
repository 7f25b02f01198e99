import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import {
  enrollmentById,
  grantAccess,
  isActive,
  revokeAccess,
  setSuspended,
  addCohort as storeCohort,
} from '#courses/enrollments/service.ts'
import { cohorts as cohortTable, enrollments } from '#courses/enrollments/tables.ts'
import { courses, lessons } from '#courses/tables.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { foldName } from '#people/rules/names.ts'
import { people } from '#people/tables.ts'
import { percentDone } from '../rules/watched-spans.ts'
import { completeLesson } from '../service/completion.ts'
import { resetProgress, unlockLessons, updateUnlockTimes } from '../service/unlock-times.ts'
import type { Learner, LearnerFilter, LearnerRow } from './contract.ts'
import { readLearnerDetails } from './service/details.ts'

const MOST_ROWS = 50_000
type Filters = Omit<LearnerFilter, 'cursor' | 'limit'>

const activeSql = () => sql<boolean>`(${isActive(clock.now())})`

function stateSql(state: Filters['state']): SQL | undefined {
  if (state === 'active') return isActive(clock.now())
  if (state === 'inactive') return sql`not (${isActive(clock.now())})`
  if (state === 'completed') return isNotNull(enrollments.completedAt)
  if (state === 'suspended') return isNotNull(enrollments.suspendedAt)
}

const matching = ({ courseId, search, state }: Filters): SQL | undefined =>
  and(
    eq(enrollments.courseId, courseId),
    isNull(enrollments.endedAt),
    isNull(people.deletedAt),
    search ? ilike(people.search, containing(foldName(search))) : undefined,
    stateSql(state),
  )

const orders: Record<Filters['sort'], SQL[]> = {
  name: [sql`lower(${people.lastName})`, sql`lower(${people.firstName})`],
  '-name': [sql`lower(${people.lastName}) desc`, sql`lower(${people.firstName}) desc`],
  progress: [asc(enrollments.requiredDone)],
  '-progress': [desc(enrollments.requiredDone)],
  lastActiveAt: [sql`${enrollments.lastActiveAt} nulls first`],
  '-lastActiveAt': [sql`${enrollments.lastActiveAt} desc nulls last`],
  enrolledAt: [asc(enrollments.enrolledAt)],
  '-enrolledAt': [desc(enrollments.enrolledAt)],
}

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      enrollment: enrollments,
      name: people.name,
      email: people.email,
      isActive: activeSql(),
      cohort: cohortTable.name,
      course: { id: courses.id, title: courses.title, required: courses.requiredCount },
    })
    .from(enrollments)
    .innerJoin(people, and(eq(people.clientId, enrollments.clientId), eq(people.id, enrollments.personId)))
    .innerJoin(courses, and(eq(courses.clientId, enrollments.clientId), eq(courses.id, enrollments.courseId)))
    .leftJoin(
      cohortTable,
      and(eq(cohortTable.clientId, enrollments.clientId), eq(cohortTable.id, enrollments.cohortId)),
    )

type Selected = Awaited<ReturnType<typeof select>>[number]
const toRow = ({ enrollment, name, email, isActive, cohort, course }: Selected): LearnerRow => ({
  id: enrollment.id,
  personId: enrollment.personId,
  name,
  email,
  isActive,
  cohort,
  enrolledAt: enrollment.enrolledAt,
  completedAt: enrollment.completedAt,
  lastActiveAt: enrollment.lastActiveAt,
  isSuspended: enrollment.suspendedAt !== null,
  done: enrollment.requiredDone,
  required: course.required,
  progress: percentDone(enrollment.requiredDone, course.required),
})

async function requireCourse(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deletedAt)))
  found(row, 'Course')
}

export async function list(ctx: Ctx, { cursor, limit, ...filters }: LearnerFilter) {
  await requireCourse(ctx, filters.courseId)
  const offset = pageStart(cursor, MOST_ROWS)
  const rows = await select(ctx)
    .where(matching(filters))
    .orderBy(...orders[filters.sort], asc(enrollments.id))
    .limit(limit)
    .offset(offset)
  const [all] = await ctx.db
    .select({ total: count() })
    .from(enrollments)
    .innerJoin(people, and(eq(people.clientId, enrollments.clientId), eq(people.id, enrollments.personId)))
    .where(matching(filters))
  return {
    items: rows.map(toRow),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: all!.total,
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Learner> {
  const [row] = await select(ctx).where(and(eq(enrollments.id, id), isNull(enrollments.endedAt)))
  const selected = found(row, 'Learner')
  return {
    ...toRow(selected),
    courseId: selected.course.id,
    course: selected.course.title,
    ...(await readLearnerDetails(ctx, selected.enrollment)),
  }
}

export async function ofPerson(ctx: Ctx, { personId }: { personId: string }) {
  const rows = await select(ctx)
    .where(and(eq(enrollments.personId, personId), isNull(enrollments.endedAt), isNull(courses.deletedAt)))
    .orderBy(desc(enrollments.id))
    .limit(100)
  return { items: rows.map(row => ({ ...toRow(row), courseId: row.course.id, course: row.course.title })) }
}

interface Enrolling {
  courseId: string
  personIds: string[]
  expiresAt: Date | null
  cohortId: string | null
}
export async function enroll(ctx: Ctx, { courseId, personIds, expiresAt, cohortId }: Enrolling) {
  if (expiresAt && expiresAt <= clock.now()) throw invalid('expiresAt', 'Please choose a date in the future')
  if (cohortId) await requireCohort(ctx, courseId, cohortId)
  const wanted = [...new Set(personIds)]
  for (const personId of wanted) await grantAccess(ctx, { personId, courseId, kind: 'leader', expiresAt, cohortId })
  return { enrolled: wanted.length }
}

async function requireCohort(ctx: Ctx, courseId: string, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: cohortTable.id })
    .from(cohortTable)
    .where(and(eq(cohortTable.id, id), eq(cohortTable.courseId, courseId)))
  if (!row) throw invalid('cohortId', 'This cohort no longer exists')
}

/** Access ends then, by whatever it was given: every grant is limited, and one of the team holds until then. */
export async function extend(ctx: Ctx, { id, expiresAt }: { id: string; expiresAt: Date | null }): Promise<Learner> {
  const { personId, courseId } = await enrollmentById(ctx, id)
  if (expiresAt && expiresAt <= clock.now()) throw invalid('expiresAt', 'Please choose a date in the future')
  await revokeAccess(ctx, { personId, courseIds: [courseId], kind: 'leader', reason: 'Replaced by another end' })
  await grantAccess(ctx, { personId, courseId, kind: 'leader', expiresAt })
  return get(ctx, { id })
}

export async function suspend(ctx: Ctx, { id, suspended }: { id: string; suspended: boolean }): Promise<Learner> {
  await setSuspended(ctx, id, suspended)
  return get(ctx, { id })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const { personId, courseId } = await enrollmentById(ctx, id)
  await revokeAccess(ctx, { personId, courseIds: [courseId], reason: 'Removed by the team' })
  return {}
}

export async function unlock(ctx: Ctx, { ids, lessonIds }: { ids: string[]; lessonIds?: string[] | undefined }) {
  const userId = found(userOf(ctx) ?? undefined, 'Member')
  for (const id of new Set(ids)) await unlockLessons(ctx, { id, lessonIds, userId })
  announce(ctx, 'courses')
  return { unlocked: new Set(ids).size }
}

export async function reset(ctx: Ctx, input: { id: string; lessonIds?: string[] | undefined }): Promise<Learner> {
  await resetProgress(ctx, input)
  await updateUnlockTimes(ctx, { enrollmentId: input.id })
  announce(ctx, 'courses')
  return get(ctx, { id: input.id })
}

/** Group mode: one screen played for all, and the leader says who was there. */
export async function markPresent(ctx: Ctx, { lessonId, ids }: { lessonId: string; ids: string[] }) {
  const [lesson] = await ctx.db
    .select({ courseId: lessons.courseId })
    .from(lessons)
    .where(and(eq(lessons.id, lessonId), isNull(lessons.removedAt)))
  const { courseId } = found(lesson, 'Lesson')
  const known = await ctx.db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(inArray(enrollments.id, ids), eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)))
    .orderBy(enrollments.id)
  if (known.length < new Set(ids).size) throw invalid('ids', 'One of these people isn’t in the course any more')
  for (const { id } of known) await completeLesson(ctx, id, lessonId, 'leader')
  return { marked: known.length }
}

export async function cohorts(ctx: Ctx, { courseId }: { courseId: string }) {
  await requireCourse(ctx, courseId)
  const rows = await ctx.db
    .select({
      id: cohortTable.id,
      name: cohortTable.name,
      startsOn: cohortTable.startsOn,
      learners: count(enrollments.id),
    })
    .from(cohortTable)
    .leftJoin(
      enrollments,
      and(
        eq(enrollments.clientId, cohortTable.clientId),
        eq(enrollments.cohortId, cohortTable.id),
        isNull(enrollments.endedAt),
      ),
    )
    .where(eq(cohortTable.courseId, courseId))
    .groupBy(cohortTable.id, cohortTable.name, cohortTable.startsOn)
    .orderBy(desc(cohortTable.startsOn))
    .limit(200)
  return { items: rows }
}

export async function addCohort(ctx: Ctx, input: { courseId: string; name: string; startsOn: string }) {
  await requireCourse(ctx, input.courseId)
  return { id: await storeCohort(ctx, input) }
}

const header = [
  'Name',
  'Email',
  'Enrolled',
  'Status',
  'Required lessons done',
  'Required lessons',
  'Progress (percent)',
  'Completed',
  'Last active',
  'Cohort',
]
export async function exportLearners(ctx: Ctx, filters: Filters) {
  await requireCourse(ctx, filters.courseId)
  const rows = await select(ctx)
    .where(matching(filters))
    .orderBy(...orders[filters.sort], asc(enrollments.id))
    .limit(MOST_ROWS)
  const cells = rows
    .map(toRow)
    .map(row => [
      row.name,
      row.email,
      row.enrolledAt,
      row.isActive ? 'Active' : 'Inactive',
      row.done,
      row.required,
      row.progress,
      row.completedAt,
      row.lastActiveAt,
      row.cohort,
    ])
  return { csv: csvFile(header, cells) }
}
