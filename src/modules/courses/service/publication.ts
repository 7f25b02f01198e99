import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { videos } from '#videos/tables.ts'
import type { Course } from '../contract.ts'
import { coursePublished } from '../events.ts'
import { problemsOf } from '../rules/checks.ts'
import { lessonsOf, minutesOf, type Outline } from '../rules/outline.ts'
import { type CourseRecord, get, readCourseRow } from '../service.ts'
import { courseSections, courses, courseVersions, lessons } from '../tables.ts'
import { readKnown } from './known-references.ts'

/** Learners get what the draft says. Lessons are told apart by their ids, so that progress stays with them. */
export async function publish(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<Course> {
  const course = await readCourseRow(ctx, id)
  if (course.version !== version) throw new Failure('CONFLICT')
  const [problem] = problemsOf(course.draft, await readKnown(ctx, course.draft)).filter(({ isBlocking }) => isBlocking)
  if (problem) throw invalid('draft', problem.message)
  const number = course.lastNumber + 1
  const [row] = await ctx.db
    .update(courses)
    .set({
      state: 'published',
      lastNumber: number,
      isFresh: true,
      publishedAt: clock.now(),
      version: version + 1,
      ...(await writeLessons(ctx, course, number)),
    })
    // Of two who publish at once the second is told.
    .where(and(eq(courses.id, id), eq(courses.version, version)))
    .returning({ id: courses.id })
  if (!row) throw new Failure('CONFLICT')
  await ctx.db.insert(courseVersions).values({ courseId: id, number, outline: course.draft, publishedBy: userOf(ctx) })
  await emit(ctx, coursePublished, { courseId: id, number, at: clock.now() })
  announce(ctx, 'courses', id)
  return get(ctx, { id })
}

/** How long the videos are that a course plays, in milliseconds. */
async function filmsOf(ctx: Ctx, outline: Outline): Promise<Map<string, number | null>> {
  const ids = lessonsOf(outline).flatMap(({ videoId }) => videoId ?? [])
  const rows = ids.length
    ? await ctx.db.select({ id: videos.id, durationMs: videos.durationMs }).from(videos).where(inArray(videos.id, ids))
    : []
  return new Map(rows.map(({ id, durationMs }) => [id, durationMs]))
}

/** All of a lesson that a new version of its course says. */
const published = {
  sectionId: sql`excluded.section_id`,
  position: sql`excluded.position`,
  kind: sql`excluded.kind`,
  title: sql`excluded.title`,
  isRequired: sql`excluded.is_required`,
  minutes: sql`excluded.minutes`,
  drip: sql`excluded.drip`,
  content: sql`excluded.content`,
  number: sql`excluded.number`,
  removedAt: null,
  videoId: sql`excluded.video_id`,
  formId: sql`excluded.form_id`,
  appointmentId: sql`excluded.appointment_id`,
}

interface Rows {
  courseId: string
  draft: Outline
  number: number
  films: ReadonlyMap<string, number | null>
}
const lessonRows = ({ courseId, draft, number, films }: Rows) =>
  draft
    .flatMap(section => section.lessons.map(lesson => ({ sectionId: section.id, lesson })))
    .map(({ sectionId, lesson }, position) => {
      const { id, kind, title, isRequired, drip, videoId, formId, appointmentId } = lesson
      return {
        id,
        courseId,
        sectionId,
        position,
        kind,
        title,
        isRequired,
        drip,
        number,
        content: lesson,
        minutes: minutesOf(lesson, videoId === null ? null : (films.get(videoId) ?? null)),
        videoId: kind === 'video' ? videoId : null,
        formId: kind === 'form' ? formId : null,
        appointmentId: kind === 'live' ? appointmentId : null,
      }
    })

async function writeLessons(ctx: Ctx, { id: courseId, draft }: CourseRecord, number: number) {
  const films = await filmsOf(ctx, draft)
  const sections = draft.map(({ id, title }, position) => ({ id, courseId, position, title }))
  await ctx.db
    .insert(courseSections)
    .values(sections)
    .onConflictDoUpdate({
      target: [courseSections.clientId, courseSections.id],
      set: { position: sql`excluded.position`, title: sql`excluded.title` },
      setWhere: eq(courseSections.courseId, courseId),
    })
  const rows = lessonRows({ courseId, draft, number, films })
  await ctx.db
    .insert(lessons)
    .values(rows)
    .onConflictDoUpdate({
      target: [lessons.clientId, lessons.id],
      set: published,
      setWhere: eq(lessons.courseId, courseId),
    })
  await removeOthers(
    ctx,
    courseId,
    rows.map(({ id }) => id),
    sections.map(({ id }) => id),
  )
  return {
    lessonCount: rows.length,
    requiredCount: rows.filter(({ isRequired }) => isRequired).length,
    minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
  }
}

/** A removed lesson stays as a row: what learners did in it is not lost, and counts again if it comes back. */
async function removeOthers(ctx: Ctx, courseId: string, lessonIds: string[], sectionIds: string[]): Promise<void> {
  await ctx.db
    .update(lessons)
    .set({ removedAt: clock.now(), sectionId: null })
    .where(and(eq(lessons.courseId, courseId), notInArray(lessons.id, lessonIds), isNull(lessons.removedAt)))
  await ctx.db
    .delete(courseSections)
    .where(and(eq(courseSections.courseId, courseId), notInArray(courseSections.id, sectionIds)))
}

async function setState(ctx: Ctx, id: string, state: 'draft' | 'archived'): Promise<Course> {
  await readCourseRow(ctx, id)
  await ctx.db.update(courses).set({ state }).where(eq(courses.id, id))
  announce(ctx, 'courses', id)
  return get(ctx, { id })
}

export const unpublish = (ctx: Ctx, { id }: { id: string }): Promise<Course> => setState(ctx, id, 'draft')
export const archive = (ctx: Ctx, { id }: { id: string }): Promise<Course> => setState(ctx, id, 'archived')
