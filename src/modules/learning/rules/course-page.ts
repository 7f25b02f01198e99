import { html } from 'hono/html'
import type { Access } from '#courses/enrollments/rules/access.ts'
import { durationWords, type LessonKind, lessonNames } from '#courses/rules/outline.ts'
import type { Html } from '#public-page/rules/document.ts'

type Part = Html | Promise<Html> | string

export interface Where {
  locale: string
  timeZone: string
}
const dayOf = (at: Date, { locale, timeZone }: Where) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)

/** Why something is locked, as its learner reads it. */
export function lockText(access: Access, where: Where): string {
  if (access.isOpen) return ''
  const on = access.until ? dayOf(access.until, where) : ''
  switch (access.why) {
    case 'unpublished':
      return 'This course isn’t available right now. Your progress is kept.'
    case 'not_enrolled':
      return 'Join the course to open it.'
    case 'not_started':
      return `Your access begins on ${on}.`
    case 'ended':
      return 'Your access has ended. Your progress is kept.'
    case 'suspended':
      return 'Your access is paused. Please contact the church.'
    case 'locked_until':
      return on ? `Opens on ${on}` : 'Not open yet'
    case 'locked_after':
      return 'Opens after the lessons before it'
    default:
      return 'This lesson no longer exists.'
  }
}

export interface Item {
  id: string
  title: string
  kind: LessonKind
  minutes: number
  isRequired: boolean
  isDone: boolean
  access: Access
}

export const progressBar = (percent: number, label = 'Progress'): Part =>
  html`<p class="progress"><progress max="100" value="${percent}" aria-label="${label}"></progress><span>${percent}%</span></p>`

const factsOf = ({ kind, minutes, isRequired }: Item) =>
  [lessonNames[kind], durationWords(minutes), isRequired ? '' : 'Optional'].filter(Boolean).join(' · ')

const item = (base: string, one: Item, where: Where, current?: string): Part => {
  const mark = one.isDone
    ? html`<span class="mark" data-done>✓<span class="hidden-words"> Completed</span></span>`
    : html`<span class="mark"></span>`
  const words = html`<span class="title">${one.title}</span><small>${factsOf(one)}</small>`
  if (!one.access.isOpen)
    return html`<li data-locked>${mark}<span class="entry">${words}<small class="lock">${lockText(one.access, where)}</small></span></li>`
  return html`<li>${mark}<a class="entry" href="${base}/${one.id}"${one.id === current ? html` aria-current="page"` : ''}>${words}</a></li>`
}

export const outlineMarkup = (
  base: string,
  sections: readonly { title: string; items: readonly Item[] }[],
  where: Where,
  current?: string,
): Part =>
  html`<ol class="outline">${sections.map(
    section => html`<li>${section.title ? html`<h3>${section.title}</h3>` : ''}
<ol>${section.items.map(one => item(base, one, where, current))}</ol></li>`,
  )}</ol>`

export interface CoursePage {
  base: string
  siteHref: string
  site: string
  title: string
  description: string
  pictureId: string | null
  minutes: number
  access: Access
  isEnrolled: boolean
  isCompleted: boolean
  percent: number
  sections: readonly { title: string; items: readonly Item[] }[]
  next: Item | undefined
  certificate: string | undefined
  /** What lets people in who may not open it now. */
  offers: Part
  message: string
}

export const picture = (id: string | null): Part =>
  id ? html`<img class="cover" src="/storage/v1/pictures/${id}" alt="" width="640" height="360">` : ''

export function coursePage(page: CoursePage, where: Where): Part {
  const { base, next, percent } = page
  const count = page.sections.flatMap(({ items }) => items).length
  return html`<article class="course"><p class="crumbs"><a href="${page.siteHref}">${page.site}</a></p>
${page.message ? html`<p class="note" role="status">${page.message}</p>` : ''}
${picture(page.pictureId)}<h1 dir="auto">${page.title}</h1>
<p class="help">${count === 1 ? '1 lesson' : `${count} lessons`} · ${durationWords(page.minutes)}</p>
${page.description ? html`<p class="words" dir="auto">${page.description}</p>` : ''}
${page.isEnrolled ? progressBar(percent) : ''}
${page.access.isOpen ? '' : page.isEnrolled ? html`<p class="note">${lockText(page.access, where)}</p>` : ''}
${page.isCompleted ? html`<p class="note" role="status">You completed this course. ${page.certificate ? html`<a href="${page.certificate}">Your certificate</a>` : ''}</p>` : ''}
${
  page.access.isOpen && next
    ? html`<p class="buttons"><a class="button primary" href="${base}/${next.id}">${percent === 0 ? 'Start' : page.isCompleted ? 'Open' : 'Continue'}: ${next.title}</a></p>`
    : page.offers
}
<h2>Lessons</h2>${outlineMarkup(base, page.sections, where)}</article>`
}
