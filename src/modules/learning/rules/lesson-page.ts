import { html } from 'hono/html'
import { whenText } from '#calendar/rules/when.ts'
import type { Lesson } from '#courses/rules/outline.ts'
import type { Html } from '#public-page/rules/document.ts'
import { filmMarkup } from '#videos/watch/rules.ts'
import { type CoursePage, type Item, outlineMarkup, progressBar, type Where } from './course-page.ts'
import { type QuizView, quizMarkup } from './quiz-page.ts'
import { type SubmissionState, submissionNames } from './states.ts'

type Part = Html | Promise<Html> | string

export interface LessonPage {
  /** Of the course: /m/{church}/{site}/{course} */
  base: string
  course: Pick<CoursePage, 'title' | 'percent' | 'sections' | 'certificate' | 'isCompleted'>
  lesson: Lesson
  body: Html | null
  film: Part
  form: { url: string; name: string } | undefined
  live: { title: string; startsAt: Date; endsAt: Date; location: string } | undefined
  isDone: boolean
  positionMs: number
  token: string
  previous: Item | undefined
  following: Item | undefined
  quiz: QuizView | undefined
  submissions: readonly { body: string; fileName: string; state: SubmissionState; feedback: string; createdAt: Date }[]
  note: string
  comments:
    | readonly { id: string; name: string; body: string; createdAt: Date; isTeam: boolean; isWaiting: boolean }[]
    | null
  commentKey: string
  message: string
  problem: string
  /** Seen by a member: nothing can be sent. */
  isPreview: boolean
  where: Where
}

/** One thing that someone does in a lesson; the page answers all of them. */
const form = (page: LessonPage, act: string, inner: Part, more: Part = ''): Part =>
  html`<form method="post" action="${page.base}/${page.lesson.id}"${more}><input type="hidden" name="act" value="${act}">${inner}</form>`

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const fileList = ({ base, lesson }: LessonPage): Part =>
  html`<ul class="files">${lesson.files.map(
    file =>
      html`<li><a href="${base}/${lesson.id}/files/${file.id}" download>${file.name}</a> <small>${size(file.size)}</small></li>`,
  )}</ul>`

const audio = ({ base, lesson, positionMs }: LessonPage): Part => {
  const [file] = lesson.files
  return file
    ? html`<audio controls preload="metadata" data-learn data-position="${positionMs}" src="${base}/${lesson.id}/files/${file.id}?play=1"></audio>`
    : ''
}

const live = ({ live, where }: LessonPage): Part =>
  live
    ? html`<div class="card"><h2>${live.title}</h2><p>${whenText({ ...live, ...where })}</p>${live.location ? html`<p>${live.location}</p>` : ''}<p class="help">You complete this lesson by being there: you are checked in, or your leader marks you present.</p></div>`
    : html`<p class="note">This session was canceled. Please ask the church for a new date.</p>`

const formLink = ({ form: link }: LessonPage): Part =>
  link
    ? html`<p class="buttons"><a class="button primary" href="${link.url}">Fill out “${link.name}”</a></p><p class="help">The lesson is completed once your form has arrived.</p>`
    : html`<p class="note">This form is closed at the moment. Please contact the church.</p>`

function assignment(page: LessonPage): Part {
  const { lesson, submissions, isDone, where } = page
  const waiting = submissions.find(({ state }) => state === 'submitted')
  const day = (at: Date) =>
    new Intl.DateTimeFormat(where.locale, { dateStyle: 'medium', timeZone: where.timeZone }).format(at)
  return html`<section class="handed"><h2>Your answer</h2>
${submissions.map(
  one => html`<article class="card"><p class="help">${day(one.createdAt)} · <strong>${submissionNames[one.state]}</strong></p>
${one.body ? html`<p class="words kept">${one.body}</p>` : ''}${one.fileName ? html`<p class="help">File: ${one.fileName}</p>` : ''}
${one.feedback ? html`<blockquote><p class="kept">${one.feedback}</p></blockquote>` : ''}</article>`,
)}
${
  isDone
    ? ''
    : html`<form method="post" enctype="multipart/form-data" action="${page.base}/${lesson.id}"><input type="hidden" name="act" value="assignment">
${lesson.answer === 'file' ? '' : html`<div class="field"><label for="body">Answer</label><textarea id="body" name="body" rows="8" maxlength="20000">${waiting?.body ?? ''}</textarea></div>`}
${lesson.answer === 'text' ? '' : html`<div class="field"><label for="file">File</label><p class="help" id="file-help">Up to 10 MB.</p><input id="file" name="file" type="file" aria-describedby="file-help"></div>`}
<div class="buttons"><button class="primary" type="submit"${page.isPreview ? html` disabled` : ''}>${waiting ? 'Replace my answer' : 'Hand in'}</button></div></form>`
}</section>`
}

function content(page: LessonPage): Part {
  switch (page.lesson.kind) {
    case 'video':
      return page.film
    case 'audio':
      return audio(page)
    case 'file':
      return fileList(page)
    case 'live':
      return live(page)
    case 'form':
      return formLink(page)
    default:
      return ''
  }
}

/** Lessons that are done when their learner says so. */
const isMarked = ({ kind }: Lesson) => kind === 'text' || kind === 'file'

function doneBox(page: LessonPage): Part {
  const { lesson, isDone, course } = page
  if (isDone)
    return html`<p class="note done" role="status">✓ Completed${course.isCompleted ? html`. You finished the course${course.certificate ? html`: <a href="${course.certificate}">your certificate</a>` : '.'}` : ''}</p>`
  if (isMarked(lesson))
    return form(
      page,
      'done',
      html`<button class="primary" type="submit"${page.isPreview ? html` disabled` : ''}>Mark as done</button>`,
      html` class="buttons" id="done"`,
    )
  if (lesson.kind === 'video' || lesson.kind === 'audio')
    return html`<p class="help" id="watch-hint">This lesson is completed once you have ${lesson.kind === 'video' ? 'watched' : 'heard'} nine tenths of it.</p>`
  return ''
}

const note = (page: LessonPage): Part => html`<section class="own"><h2><label for="note">My notes</label></h2>
${form(
  page,
  'note',
  html`<textarea id="note" name="note" rows="5" maxlength="20000" aria-describedby="note-help">${page.note}</textarea>
<p class="help" id="note-help">Only you can read them. <span id="note-state" role="status"></span></p>
<div class="buttons"><button class="quiet" type="submit"${page.isPreview ? html` disabled` : ''}>Save notes</button></div>`,
  html` id="notes"`,
)}</section>`

function comments(page: LessonPage): Part {
  if (page.comments === null) return ''
  return html`<section class="comments"><h2 id="comments">Comments</h2>
${page.comments.length === 0 ? html`<p class="help">No comments yet.</p>` : ''}
<ul>${page.comments.map(
    one =>
      html`<li class="card"><p class="help"><strong>${one.name}</strong>${one.isTeam ? ' · Team' : ''}${one.isWaiting ? ' · Waiting for review; only you see it' : ''}</p><p class="kept" dir="auto">${one.body}</p></li>`,
  )}</ul>
${form(
  page,
  'comment',
  html`<input type="hidden" name="key" value="${page.commentKey}"><div class="field"><label for="comment">Write a comment</label>
<textarea id="comment" name="comment" rows="3" maxlength="2000" required></textarea></div>
<div class="buttons"><button class="quiet" type="submit"${page.isPreview ? html` disabled` : ''}>Send</button></div>`,
)}</section>`
}

const step = (base: string, one: Item | undefined, rel: 'prev' | 'next'): Part => {
  const label = rel === 'prev' ? 'Previous' : 'Next'
  if (!one?.access.isOpen) return html`<span></span>`
  return html`<a class="button" rel="${rel}" href="${base}/${one.id}"><small>${label}</small><br>${one.title}</a>`
}

export function lessonPage(page: LessonPage): Part {
  const { base, lesson, course } = page
  const canBeKept = lesson.kind === 'text' && !page.isPreview
  return html`<article class="lesson" data-lesson="${lesson.id}"${canBeKept ? html` data-offline` : ''} data-base="${base}" data-token="${page.isPreview ? '' : page.token}"${lesson.kind === 'text' && lesson.byReading && !page.isDone ? html` data-reading` : ''}>
<p class="crumbs"><a href="${base}">${course.title}</a></p>
<h1 dir="auto">${lesson.title}</h1>
${page.message ? html`<p class="note" role="status">${page.message}</p>` : ''}
${page.problem ? html`<p class="note problem" role="alert">${page.problem}</p>` : ''}
<p class="note" id="offline" role="status" hidden>You are offline. This is the copy that was kept on this device.</p>
${content(page)}
${page.body ?? ''}
${page.quiz ? quizMarkup(page.quiz, { action: `${base}/${lesson.id}`, isPreview: page.isPreview, where: page.where }) : ''}
${lesson.kind === 'assignment' ? assignment(page) : ''}
${lesson.files.length > 0 && lesson.kind !== 'file' && lesson.kind !== 'audio' ? fileList(page) : ''}
${doneBox(page)}
<nav class="steps" aria-label="Lessons">${step(base, page.previous, 'prev')}${step(base, page.following, 'next')}</nav>
<p class="help keys">Keyboard: ← previous lesson, → next lesson</p>
${note(page)}${comments(page)}
<details class="all"><summary>All lessons</summary>${progressBar(course.percent)}${outlineMarkup(base, course.sections, page.where, lesson.id)}</details></article>`
}

export const filmPart = (playback: Parameters<typeof filmMarkup>[0]['playback'], refresh: string): Part =>
  filmMarkup({ playback, refresh, start: 0 }, 'course')
