import { html } from 'hono/html'
import { type Lesson, lessonsOf, minutesOf } from '#courses/rules/outline.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { coursePage, type Item } from '#learning/rules/course-page.ts'
import { filmPart, lessonPage } from '#learning/rules/lesson-page.ts'
import type { courseById } from '#learning/service/state.ts'
import { readLessonExtras, renderBody } from '#learning/service/views.ts'
import type { Viewer } from '#videos/delivery/service/grants.ts'

interface Previewed {
  base: string
  course: Awaited<ReturnType<typeof courseById>>
  viewer: Viewer
  lessonId: string | undefined
}

const isOpen = { isOpen: true } as const
const whereOf = ({ client }: Ctx) => ({ locale: client.locale, timeZone: client.timeZone })

const toItem = (lesson: Lesson): Item => {
  const { id, title, kind, isRequired } = lesson
  const named = title || 'No title yet'
  return { id, title: named, kind, isRequired, minutes: minutesOf(lesson), isDone: false, access: isOpen }
}

/** As it looks to someone who has just begun. */
function shownCourse({ course }: Previewed) {
  const sections = course.draft.map(({ title, lessons }) => ({ title, items: lessons.map(toItem) }))
  const { title, description, pictureId } = course
  return { title, description, pictureId, percent: 0, sections, certificate: undefined, isCompleted: false }
}

export function renderCoursePreview(ctx: Ctx, previewed: Previewed) {
  const { base, course } = previewed
  const shown = shownCourse(previewed)
  const items = shown.sections.flatMap(one => one.items)
  const around = { base, siteHref: base, site: 'Preview', access: isOpen, isEnrolled: true, offers: '', message: '' }
  const minutes = items.reduce((sum, one) => sum + one.minutes, 0)
  return { title: course.title, body: coursePage({ ...shown, ...around, minutes, next: items[0] }, whereOf(ctx)) }
}

export async function renderLessonPreview(ctx: Ctx, previewed: Previewed) {
  const { base, course, viewer, lessonId } = previewed
  const all = lessonsOf(course.draft)
  const at = all.findIndex(({ id }) => id === lessonId)
  const lesson = found(all[at], 'Lesson')
  const { film, form, live } = await readLessonExtras(ctx, lesson, viewer)
  const neighbor = (place: number) => (all[place] ? toItem(all[place]) : undefined)
  const { quiz } = lesson
  const nothingDone = { isDone: false, positionMs: 0, token: '', submissions: [], note: '', comments: null }
  const body = lessonPage({
    ...nothingDone,
    base,
    lesson,
    form,
    live,
    course: shownCourse(previewed),
    body: await renderBody(ctx, lesson.body),
    previous: neighbor(at - 1),
    following: neighbor(at + 1),
    commentKey: '',
    problem: '',
    where: whereOf(ctx),
    film: film ? filmPart(film.playback, '') : html`<p class="note">Choose a video for this lesson.</p>`,
    quiz: lesson.kind === 'quiz' ? { quiz, attempts: [], left: quiz.attempts, open: undefined } : undefined,
    isPreview: true,
    message: 'Preview: this is the draft as learners will see it. Nothing is saved.',
  })
  return { title: lesson.title || 'No title yet', body }
}
