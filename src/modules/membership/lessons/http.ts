import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { z } from 'zod'
import { readPreviewToken } from '#courses/service/preview.ts'
import { fileById } from '#files/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { isSameOrigin, problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asVisitor } from '#kernel/run.ts'
import { lockText, type Where } from '#learning/rules/course-page.ts'
import { filmPart, type LessonPage, lessonPage } from '#learning/rules/lesson-page.ts'
import { recordPing } from '#learning/service/pings.ts'
import { courseById, Locked, readLesson } from '#learning/service/state.ts'
import { type LessonView, lessonView, readLessonExtras, readProgressToken } from '#learning/service/views.ts'
import { portalPath } from '#portal/rules/pages.ts'
import { Missing } from '#providers/storage/index.ts'
import { publicError } from '#public-page/service.ts'
import { sendBytes } from '#videos/delivery/service/bytes.ts'
import type { Viewer } from '#videos/delivery/service/grants.ts'
import { FILM_STYLES, PLAYER } from '#videos/service/page-block.ts'
import { answerAtChurch, answerPage, LEARN, readVisit, type Visit } from '../portal/service/visit.ts'
import { findSiteCourse } from '../portal/service.ts'
import { sitePath } from '../rules/pages.ts'
import { renderCoursePreview, renderLessonPreview } from './service/preview.ts'
import { applyLearnerAction, MOST_BYTES, saveLessonFile } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const lessonOf = (c: WebContext) => {
  const id = c.req.param('lesson') ?? ''
  if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'Lesson not found')
  return id
}
const whereOf = ({ client }: Ctx): Where => ({ locale: client.locale, timeZone: client.timeZone })

const film = {
  media: ["'self'"],
  inlineStyles: true,
  styles: [...LEARN.styles!, FILM_STYLES],
  scripts: [...LEARN.scripts!, PLAYER],
}

const saidOf: Record<string, string> = {
  note: 'Your notes are saved.',
  comment: 'Thank you. Your comment was sent.',
  assignment: 'Your answer was handed in. A leader will review it.',
}

/** A lesson for its learner; people who are not in the course read how to get in. */
const lesson = (c: WebContext, problemText = '') =>
  answerAtChurch(c, async (ctx, visit) => {
    const { site, course } = await findSiteCourse(ctx, c.req.param('site') ?? '', c.req.param('course') ?? '')
    const base = sitePath(visit.church, site.slug, course.slug)
    const { person } = visit
    if (!person)
      return c.redirect(`${portalPath(visit.church)}?next=${encodeURIComponent(new URL(c.req.url).pathname)}`, 303)
    try {
      const view = await lessonView(ctx, person.forId, lessonOf(c))
      if (view.course.id !== course.id) throw new Failure('NOT_FOUND', 'Lesson not found')
      const page = await shownLesson(ctx, view, base, {
        problem: problemText,
        message: saidOf[c.req.query('done') ?? ''] ?? '',
      })
      const around = view.lesson.kind === 'video' ? film : view.lesson.kind === 'audio' ? { media: ["'self'"] } : {}
      return answerPage(c, ctx, { ...around, title: view.lesson.title, body: page, status: problemText ? 422 : 200 })
    } catch (error) {
      if (!(error instanceof Locked)) throw error
      return locked(c, ctx, error, base)
    }
  })

const locked = (c: WebContext, ctx: Ctx, { access }: Locked, base: string) =>
  answerPage(c, ctx, {
    title: 'Not open',
    body: html`<section class="course"><h1>This lesson isn’t open</h1><p class="note">${lockText(access, whereOf(ctx))}</p><p class="buttons"><a class="button primary" href="${base}">To the course</a></p></section>`,
    status: 403,
  })

async function fileName(ctx: Ctx, id: string | null): Promise<string> {
  return id ? (await fileById(ctx, id, 'lesson')).name : ''
}

async function shownLesson(
  ctx: Ctx,
  view: LessonView,
  base: string,
  said: Pick<LessonPage, 'problem' | 'message'>,
): Promise<ReturnType<typeof lessonPage>> {
  const submissions = await Promise.all(
    view.submissions.map(async one => ({ ...one, fileName: await fileName(ctx, one.fileId) })),
  )
  return lessonPage({
    ...view,
    ...said,
    base,
    submissions,
    isPreview: false,
    where: whereOf(ctx),
    commentKey: randomUUID(),
    film: view.film
      ? filmPart(view.film.playback, `${base}/${view.lesson.id}/playback`)
      : html`<p class="note">This video is not available at the moment. Please contact the church.</p>`,
    form: view.form,
    live: view.live,
  })
}

/** New addresses for a player that is open, while its learner may go on. */
async function playback(c: WebContext): Promise<Response> {
  const visit = await readVisit(c)
  if (!visit?.person) throw new Failure('UNAUTHORIZED')
  const { forId } = visit.person
  const answer = await asVisitor(c.get('caller'), visit.clientId, async ctx => {
    const { lesson } = await readLesson(ctx, forId, lessonOf(c))
    const { film } = await readLessonExtras(ctx, lesson.content, { kind: 'person', id: forId })
    return found(film, 'Video').playback
  })
  return c.json(answer, 200, { 'cache-control': 'no-store' })
}

const wantedBy = (c: WebContext) => ({
  isHead: c.req.raw.method === 'HEAD',
  range: c.req.header('range'),
  ifRange: c.req.header('if-range'),
  ifNoneMatch: c.req.header('if-none-match'),
})

/** A file of a lesson: only for someone who may open the lesson now, and only one that the lesson names. */
async function file(c: WebContext): Promise<Response> {
  const visit = await readVisit(c)
  if (!visit?.person) throw new Failure('NOT_FOUND', 'File not found')
  const { forId } = visit.person
  const id = c.req.param('file') ?? ''
  const read = async (ctx: Ctx) => {
    const { lesson } = await readLesson(ctx, forId, lessonOf(c))
    found(
      lesson.content.files.find(one => one.id === id),
      'File',
    )
    return fileById(ctx, id, 'lesson')
  }
  const inVisit = <T>(work: (ctx: Ctx) => Promise<T>) => asVisitor(c.get('caller'), visit.clientId, work)
  const row = await inVisit(read)
  // Audio plays in the page; everything else is saved, whatever it says it is.
  const plays = c.req.query('play') === '1' && row.contentType.startsWith('audio/')
  const sent = { ...row, isOpen: false, ...(!plays && { download: row.name }) }
  return sendBytes(sent, wantedBy(c), () =>
    inVisit(read).then(
      () => true,
      () => false,
    ),
  )
}

const Reported = z.object({
  token: z.string().max(1_000),
  spans: z.array(z.tuple([z.number().min(0).max(86_400_000), z.number().min(0).max(86_400_000)])).max(200),
  positionMs: z.number().min(0).max(86_400_000),
  durationMs: z.number().positive().max(86_400_000).nullable(),
})

/** What a player says was played. It is kept before it is answered; a player that hears nothing says it again. */
async function progress(c: WebContext): Promise<Response> {
  const report = Reported.safeParse(await c.req.json().catch(() => undefined))
  const who = report.success ? readProgressToken(report.data.token) : undefined
  if (!report.success || !who) throw new Failure('BAD_REQUEST', 'This page is too old. Please reload it.')
  // The account comes from the sealed token: thousands of players need not look it up every few seconds.
  const { clientId, ...which } = who
  const { spans, positionMs, durationMs } = report.data
  const answer = await recordPing(clientId, { ...which, spans, positionMs: Math.round(positionMs), durationMs })
  return c.json({ state: answer }, answer === 'refused' ? 403 : 200)
}

/** Everything that a learner does in a lesson, by forms without scripts. */
async function act(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const visit = await readVisit(c)
  if (!visit?.person) return publicError(c, 'closed', { title: 'You are signed out', text: 'Please sign in again.' })
  const form: Record<string, unknown> = await c.req.parseBody({ all: true }).catch(() => ({}))
  const path = new URL(c.req.url).pathname
  const isScript = c.req.header('accept')?.startsWith('application/json') ?? false
  try {
    const id = lessonOf(c)
    const { forId } = visit.person
    const inVisit = <T>(work: (ctx: Ctx) => Promise<T>) => asVisitor(c.get('caller'), visit.clientId, work)
    // Nobody stores a file for a lesson that is closed to them.
    if (form.act === 'assignment') await inVisit(ctx => readLesson(ctx, forId, id))
    const fileId = form.act === 'assignment' ? await saveLessonFile(inVisit, form.file) : null
    const done = await inVisit(ctx => applyLearnerAction(ctx, { personId: forId, lessonId: id, form, fileId }))
    if (isScript) return c.json({ done })
    return c.redirect(`${path}${done ? `?done=${done}` : ''}${done === 'comment' ? '#comments' : ''}`, 303)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (isScript) return problem(error, c)
    if (error.code === 'NOT_FOUND') return publicError(c, 'notFound')
    return lesson(c, error instanceof Locked ? '' : error.message)
  }
}

/** The draft as learners will see it, for a member who has the link; nothing can be sent from it. */
const preview = (c: WebContext) =>
  answerAtChurch(c, async (ctx, visit) => {
    const token = c.req.param('token') ?? ''
    const said = readPreviewToken(token)
    if (!said)
      return publicError(c, 'closed', {
        title: 'This preview has ended',
        text: 'Open it again from the course editor.',
      })
    const course = await courseById(ctx, said.courseId)
    const base = `/m/${visit.church}/preview/${encodeURIComponent(token)}`
    const viewer: Viewer = said.userId ? { kind: 'member', id: said.userId } : { kind: 'visitor' }
    const page = { base, course, viewer, lessonId: c.req.param('lesson') }
    const shown = page.lessonId ? await renderLessonPreview(ctx, page) : renderCoursePreview(ctx, page)
    return answerPage(c, ctx, { ...film, ...shown })
  })

const asJson = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c))

export type { Visit }
export const lessonRoutes: RawRoute[] = [
  raw('POST', '/m/:church/progress', 'anonymous', asJson(progress)),
  raw('GET', '/m/:church/preview/:token', 'anonymous', preview),
  raw('GET', '/m/:church/preview/:token/:lesson', 'anonymous', preview),
  raw('GET', '/m/:church/:site/:course/:lesson', 'anonymous', c => lesson(c)),
  raw('POST', '/m/:church/:site/:course/:lesson', 'anonymous', act, MOST_BYTES + 100_000),
  raw('GET', '/m/:church/:site/:course/:lesson/playback', 'anonymous', asJson(playback)),
  raw('GET', '/m/:church/:site/:course/:lesson/files/:file', 'anonymous', asJson(file)),
]
