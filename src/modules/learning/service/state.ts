import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import { type Access, type AccessFacts, decideAccess } from '#courses/enrollments/rules/access.ts'
import { type Enrollment, findEnrollment, listGrants } from '#courses/enrollments/service.ts'
import { cohorts, enrollments } from '#courses/enrollments/tables.ts'
import { courseSections, courses, lessons } from '#courses/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { unlockTime } from '../rules/drip.ts'
import { percentDone } from '../rules/watched-spans.ts'
import { lessonProgress } from '../tables.ts'

type CourseRecord = typeof courses.$inferSelect
type LessonRecord = typeof lessons.$inferSelect
type ProgressRecord = typeof lessonProgress.$inferSelect

export interface LessonState {
  lesson: Omit<LessonRecord, 'content'>
  progress: ProgressRecord | undefined
  access: Access
  unlockAt: Date | null
}

/** Where someone stands in a course: each lesson in order, whether it is open to them, and why not. */
export interface CourseState {
  course: CourseRecord
  /** Null: they never enrolled. */
  enrollment: Enrollment | null
  access: Access
  sections: { id: string; title: string }[]
  lessons: LessonState[]
  /** Of the required lessons. */
  percent: number
}

export async function courseById(ctx: Ctx, id: string): Promise<CourseRecord> {
  const [row] = await ctx.db.select().from(courses).where(eq(courses.id, id))
  return found(row, 'Course')
}

const { content: _, ...withoutContent } = getTableColumns(lessons)

export const lessonsOfCourse = (ctx: Ctx, courseId: string): Promise<Omit<LessonRecord, 'content'>[]> =>
  ctx.db
    .select(withoutContent)
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.removedAt)))
    .orderBy(asc(lessons.position), asc(lessons.id))

export const listProgress = (ctx: Ctx, enrollmentId: string): Promise<ProgressRecord[]> =>
  ctx.db.select().from(lessonProgress).where(eq(lessonProgress.enrollmentId, enrollmentId))

export async function readStart(ctx: Ctx, { enrolledAt, cohortId }: Enrollment) {
  const [cohort] = cohortId
    ? await ctx.db.select({ startsOn: cohorts.startsOn }).from(cohorts).where(eq(cohorts.id, cohortId))
    : []
  return { enrolledAt, cohortStart: cohort?.startsOn ?? null }
}

export async function courseState(ctx: Ctx, personId: string, course: CourseRecord): Promise<CourseState> {
  const enrollment = (await findEnrollment(ctx, { personId, courseId: course.id })) ?? null
  const grants = enrollment ? await listGrants(ctx, { personId, courseId: course.id }) : []
  const sections = await ctx.db
    .select({ id: courseSections.id, title: courseSections.title })
    .from(courseSections)
    .where(eq(courseSections.courseId, course.id))
    .orderBy(asc(courseSections.position))
  const facts = {
    course: { state: course.state, isDeleted: course.deletedAt !== null },
    grants,
    enrollment: enrollment && { isSuspended: enrollment.suspendedAt !== null },
    now: clock.now(),
  }
  const states = await lessonStates(ctx, course.id, enrollment, facts)
  const required = states.filter(({ lesson }) => lesson.isRequired)
  const done = required.filter(({ progress }) => progress?.completedAt).length
  return {
    course,
    enrollment,
    sections,
    lessons: states,
    access: decideAccess(facts),
    percent: percentDone(done, required.length),
  }
}

async function lessonStates(
  ctx: Ctx,
  courseId: string,
  enrollment: Enrollment | null,
  facts: Omit<AccessFacts, 'lesson'>,
): Promise<LessonState[]> {
  const rows = await lessonsOfCourse(ctx, courseId)
  const progress = new Map(
    (enrollment ? await listProgress(ctx, enrollment.id) : []).map(one => [one.lessonId, one] as const),
  )
  const start = enrollment && (await readStart(ctx, enrollment))
  let isNext = true
  return rows.map((lesson, at) => {
    const own = progress.get(lesson.id)
    // A row that the job has not written yet is worked out the same way here.
    const unlockAt = own?.unlockAt ?? (start && unlockTime(lesson.drip, start, ctx.client.timeZone))
    const access = decideAccess({
      ...facts,
      lesson: {
        isRemoved: false,
        drip: lesson.drip.rule,
        isFirst: at === 0,
        isNext,
        unlockAt,
        wasOpened: own?.openedAt != null,
        isUnlocked: own?.unlockedBy != null,
      },
    })
    if (lesson.isRequired && !own?.completedAt) isNext = false
    return { lesson, progress: own, access, unlockAt }
  })
}

export interface Readable {
  course: CourseRecord
  enrollment: Enrollment
  state: CourseState
  lesson: LessonRecord
  progress: ProgressRecord | undefined
}

/**
 * The lesson, for someone who may open it now. Every page, file, film, comment and answer of the API comes through here.
 * @throws NOT_FOUND for a lesson that isn’t there or was removed; LOCKED with the reason otherwise
 */
export async function readLesson(ctx: Ctx, personId: string, lessonId: string): Promise<Readable> {
  const [lesson] = await ctx.db.select().from(lessons).where(eq(lessons.id, lessonId))
  const { courseId } = found(lesson?.removedAt ? undefined : lesson, 'Lesson')
  const state = await courseState(ctx, personId, await courseById(ctx, courseId))
  const own = found(
    state.lessons.find(one => one.lesson.id === lessonId),
    'Lesson',
  )
  if (!own.access.isOpen || !state.enrollment) throw new Locked(own.access)
  return { course: state.course, enrollment: state.enrollment, state, lesson: lesson!, progress: own.progress }
}

/** Someone may not open a lesson now; `access` says why. */
export class Locked extends Failure {
  access: Access
  constructor(access: Access) {
    super('LOCKED', 'This lesson is not open to you now.')
    this.access = access
  }
}

/** Whether someone may open a lesson now. */
export async function canRead(ctx: Ctx, personId: string, lessonId: string): Promise<boolean> {
  return readLesson(ctx, personId, lessonId).then(
    () => true,
    error => {
      if (error instanceof Locked || (error instanceof Failure && error.code === 'NOT_FOUND')) return false
      throw error
    },
  )
}

/** Whether someone may open a lesson that plays this video now. */
export async function mayWatch(ctx: Ctx, personId: string, videoId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.videoId, videoId), isNull(lessons.removedAt)))
    .limit(50)
  for (const { id } of rows) if (await canRead(ctx, personId, id)) return true
  return false
}

/** The courses of a person, newest first. */
export async function coursesOfPerson(ctx: Ctx, personId: string, ids?: readonly string[]): Promise<CourseState[]> {
  const rows = await ctx.db
    .select({ course: courses })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.clientId, enrollments.clientId), eq(courses.id, enrollments.courseId)))
    .where(
      and(
        eq(enrollments.personId, personId),
        isNull(enrollments.endedAt),
        isNull(courses.deletedAt),
        ids ? inArray(courses.id, [...ids]) : undefined,
      ),
    )
    .limit(200)
  const states: CourseState[] = []
  for (const { course } of rows) states.push(await courseState(ctx, personId, course))
  return states
}
