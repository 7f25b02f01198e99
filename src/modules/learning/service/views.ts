import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { appointments } from '#calendar/tables.ts'
import type { Access } from '#courses/enrollments/rules/access.ts'
import { type Doc, isBlank } from '#courses/rules/document.ts'
import { docHtml } from '#courses/rules/html.ts'
import type { Lesson } from '#courses/rules/outline.ts'
import type { Quiz } from '#courses/rules/quiz.ts'
import { readVerses } from '#courses/service/verses.ts'
import { linkFor } from '#forms/service/known.ts'
import { forms } from '#forms/tables.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { open, seal } from '#kernel/secrets.ts'
import type { Html } from '#public-page/rules/document.ts'
import type { Viewer } from '#videos/delivery/service/grants.ts'
import { playbackFor } from '#videos/delivery/service/playback.ts'
import { videos } from '#videos/tables.ts'
import { isWatched } from '../rules/watched-spans.ts'
import { listSubmissions, type Submission } from './assignments.ts'
import { certificatePath, findCertificate } from './certificates.ts'
import { completeLesson, openLesson } from './completion.ts'
import { listLessonComments, readNote, type ShownComment } from './notes-and-comments.ts'
import { type Attempt, attemptsLeft, isOver, listAttempts } from './quizzes.ts'
import { type CourseState, courseById, courseState, type Readable, readLesson } from './state.ts'

export interface OutlineItem {
  id: string
  title: string
  kind: Lesson['kind']
  minutes: number
  isRequired: boolean
  isDone: boolean
  access: Access
}
export interface CourseView {
  id: string
  slug: string
  title: string
  description: string
  pictureId: string | null
  access: Access
  isEnrolled: boolean
  percent: number
  isCompleted: boolean
  sections: { title: string; items: OutlineItem[] }[]
  /** The lesson with which they go on; undefined where none is open. */
  next: OutlineItem | undefined
  /** Path of the certificate. */
  certificate: string | undefined
  minutes: number
}

export const toOutline = ({ sections, lessons }: Pick<CourseState, 'sections' | 'lessons'>): CourseView['sections'] =>
  sections.map(({ id, title }) => ({
    title,
    items: lessons
      .filter(({ lesson }) => lesson.sectionId === id)
      .map(({ lesson, progress, access }) => ({
        id: lesson.id,
        title: lesson.title,
        kind: lesson.kind,
        minutes: lesson.minutes,
        access,
        isRequired: lesson.isRequired,
        isDone: progress?.completedAt != null,
      })),
  }))

export async function courseView(ctx: Ctx, personId: string | null, courseId: string): Promise<CourseView> {
  const course = await courseById(ctx, courseId)
  // A visitor is someone who never enrolled.
  const state = await courseState(ctx, personId ?? '00000000-0000-0000-0000-000000000000', course)
  const sections = toOutline(state)
  const items = sections.flatMap(one => one.items)
  const certificate = personId ? await findCertificate(ctx, { personId, courseId }) : undefined
  const { id, slug, title, description, pictureId, minutes } = course
  return {
    id,
    slug,
    title,
    description,
    pictureId,
    minutes,
    access: state.access,
    percent: state.percent,
    sections,
    isEnrolled: state.enrollment !== null,
    isCompleted: state.enrollment?.completedAt != null,
    next: items.find(one => one.access.isOpen && !one.isDone) ?? items.find(one => one.access.isOpen),
    certificate: certificate && certificatePath(certificate.publicId),
  }
}

/** What its kind adds to a lesson. */
export interface LessonExtras {
  film?: { playback: Awaited<ReturnType<typeof playbackFor>> } | undefined
  form?: { url: string; name: string } | undefined
  live?: { title: string; startsAt: Date; endsAt: Date; location: string } | undefined
}

export async function readLessonExtras(ctx: Ctx, lesson: Lesson, viewer: Viewer): Promise<LessonExtras> {
  if (lesson.kind === 'video' && lesson.videoId) {
    const [row] = await ctx.db.select().from(videos).where(eq(videos.id, lesson.videoId))
    const playback = row && !row.deletedAt ? await playbackFor(ctx, row, viewer) : undefined
    return { film: playback && { playback } }
  }
  if (lesson.kind === 'form' && lesson.formId) {
    const [form] = await ctx.db
      .select()
      .from(forms)
      .where(and(eq(forms.id, lesson.formId), eq(forms.live, true)))
    if (!form || form.deletedAt) return {}
    const personId = viewer.kind === 'person' ? viewer.id : undefined
    const url = personId ? (await linkFor(ctx, { id: form.id, personId })).url : `/f/${form.slug}`
    return { form: { url, name: form.draft.title } }
  }
  if (lesson.kind === 'live' && lesson.appointmentId) {
    const [event] = await ctx.db.select().from(appointments).where(eq(appointments.id, lesson.appointmentId))
    if (!event || event.status === 'cancelled') return {}
    const { title, startsAt, endsAt, location } = event
    return { live: { title, startsAt, endsAt, location } }
  }
  return {}
}

export const renderBody = async (ctx: Ctx, body: Doc): Promise<Html | null> =>
  isBlank(body) ? null : docHtml(body, await readVerses(ctx, body))

export interface LessonView extends LessonExtras {
  course: CourseView
  lesson: Lesson
  body: Html | null
  isDone: boolean
  positionMs: number
  /** For the reports of the player. */
  token: string
  previous: OutlineItem | undefined
  following: OutlineItem | undefined
  quiz: { quiz: Quiz; attempts: Attempt[]; left: number | null; open: Attempt | undefined } | undefined
  submissions: Submission[]
  note: string
  comments: ShownComment[] | null
}

/** A lesson for its learner, which counts as opened from now on. */
export async function lessonView(ctx: Ctx, personId: string, lessonId: string): Promise<LessonView> {
  const readable = await readLesson(ctx, personId, lessonId)
  const { enrollment, lesson } = readable
  await openLesson(ctx, enrollment, lessonId)
  await catchUp(ctx, readable)
  const course = await courseView(ctx, personId, readable.course.id)
  const items = course.sections.flatMap(one => one.items)
  const at = items.findIndex(({ id }) => id === lessonId)
  const attempts = lesson.kind === 'quiz' ? await listAttempts(ctx, enrollment.id, lessonId) : []
  return {
    course,
    lesson: lesson.content,
    isDone: items[at]?.isDone ?? false,
    positionMs: readable.progress?.positionMs ?? 0,
    ...(await readLessonExtras(ctx, lesson.content, { kind: 'person', id: personId })),
    body: await renderBody(ctx, lesson.content.body),
    token: progressToken({ clientId: ctx.client.id, enrollmentId: enrollment.id, lessonId }),
    previous: items[at - 1],
    following: items[at + 1],
    quiz:
      lesson.kind === 'quiz'
        ? {
            quiz: lesson.content.quiz,
            attempts,
            left: attemptsLeft(lesson.content.quiz, attempts),
            open: attempts.find(one => one.submittedAt === null && !isOver(one)),
          }
        : undefined,
    submissions: lesson.kind === 'assignment' ? await listSubmissions(ctx, enrollment.id, lessonId) : [],
    note: await readNote(ctx, personId, lessonId),
    comments: readable.course.settings.comments === 'off' ? null : await listLessonComments(ctx, personId, lessonId),
  }
}

/** A film that was watched whole while a process went down is completed now. */
async function catchUp(ctx: Ctx, { enrollment, lesson, progress }: Readable): Promise<void> {
  if (lesson.kind !== 'video' || !progress || progress.completedAt || !lesson.videoId) return
  const [film] = await ctx.db
    .select({ durationMs: videos.durationMs })
    .from(videos)
    .where(eq(videos.id, lesson.videoId))
  const watched = [...progress.watched.matchAll(/\[(\d+),(\d+)\)/g)].reduce(
    (sum, [, from, to]) => sum + Number(to) - Number(from),
    0,
  )
  if (isWatched(watched, film?.durationMs ?? null)) await completeLesson(ctx, enrollment.id, lesson.id, 'watched')
}

const CONTEXT = 'lesson progress'
const TOKEN_LIFE = hours(12)
const Said = z.object({ c: z.uuid(), e: z.uuid(), l: z.uuid(), t: z.number() })
/** Who may report, and for which lesson. */
export interface Reporter {
  clientId: string
  enrollmentId: string
  lessonId: string
}

/** Lets a player report for one learner in one lesson, for half a day. Whether they may is asked again each time. */
export const progressToken = ({ clientId, enrollmentId, lessonId }: Reporter): string =>
  seal(JSON.stringify({ c: clientId, e: enrollmentId, l: lessonId, t: clock.ms() }), CONTEXT)

export function readProgressToken(token: string): Reporter | undefined {
  try {
    const { c, e, l, t } = Said.parse(JSON.parse(open(token, CONTEXT)))
    return clock.ms() - t < TOKEN_LIFE ? { clientId: c, enrollmentId: e, lessonId: l } : undefined
  } catch {
    return
  }
}
