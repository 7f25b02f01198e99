import { html } from 'hono/html'
import { durationWords } from '#courses/rules/outline.ts'
import { picture, progressBar } from '#learning/rules/course-page.ts'
import type { Html } from '#public-page/rules/document.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import type { OfferKind } from './offers.ts'

type Part = Html | Promise<Html> | string

export const sitePath = (church: string, site: string, ...rest: string[]) =>
  `/m/${[church, site, ...rest].map(encodeURIComponent).join('/')}`

export interface Person {
  name: string
  /** Whose pages these are now. */
  forId: string
  family: readonly { id: string; name: string }[]
}

export interface ShownOffer {
  id: string
  name: string
  description: string
  kind: OfferKind
  /** Of “Pay what you can”: what is suggested, as it is typed. */
  suggested: string
  price: string
}

export interface SiteCourse {
  id: string
  slug: string
  title: string
  description: string
  pictureId: string | null
  lessons: number
  minutes: number
  /** Null for visitors and people who are not in it. */
  percent: number | null
}

const card = (
  base: string,
  course: SiteCourse,
): Part => html`<li class="card"><a class="whole" href="${base}/${course.slug}">
${picture(course.pictureId)}<h3 dir="auto">${course.title}</h3></a>
<p class="help">${course.lessons === 1 ? '1 lesson' : `${course.lessons} lessons`} · ${durationWords(course.minutes)}</p>
${course.description ? html`<p class="short" dir="auto">${course.description}</p>` : ''}
${course.percent === null ? '' : progressBar(course.percent, `Progress in ${course.title}`)}</li>`

export interface OfferForm {
  action: string
  /** Of the page: an order sent twice is one. */
  key: string
  problems: Readonly<Record<string, string>>
  /** Which offer the problem belongs to. */
  offerId: string
  typed: Readonly<Record<string, string>>
}

const buttons: Record<OfferKind, string> = {
  free: 'Join',
  code: 'Join with code',
  once: 'Buy',
  subscription: 'Subscribe',
  installments: 'Buy in installments',
  choose: 'Continue',
  audience: 'Join',
}

function offerMarkup(offer: ShownOffer, form: OfferForm): Part {
  const isThis = form.offerId === offer.id
  const problem = (name: string) => (isThis ? form.problems[name] : undefined)
  const said = (name: string) =>
    problem(name) ? html`<p class="problem" id="${name}-${offer.id}-problem" role="alert">${problem(name)}</p>` : ''
  const typed = isThis ? form.typed : {}
  return html`<li class="card offer"><h3>${offer.name}</h3><p><strong>${offer.price}</strong></p>
${offer.description ? html`<p class="help" dir="auto">${offer.description}</p>` : ''}
<form method="post" action="${form.action}"><input type="hidden" name="offer" value="${offer.id}"><input type="hidden" name="key" value="${form.key}">
${offer.kind === 'code' ? html`<div class="field"><label for="code-${offer.id}">Code</label><input id="code-${offer.id}" name="code" maxlength="40" autocomplete="off" required value="${typed.code ?? ''}"${problem('code') ? html` aria-invalid="true" aria-describedby="code-${offer.id}-problem"` : ''}>${said('code')}</div>` : ''}
${offer.kind === 'choose' ? html`<div class="field"><label for="amount-${offer.id}">Amount</label><input id="amount-${offer.id}" name="amount" inputmode="decimal" maxlength="12" required value="${typed.amount ?? offer.suggested}"${problem('amount') ? html` aria-invalid="true" aria-describedby="amount-${offer.id}-problem"` : ''}>${said('amount')}<p class="help">Any amount is welcome, also 0.</p></div>` : ''}
${said('email')}<div class="buttons"><button class="primary" type="submit">${buttons[offer.kind]}</button></div></form></li>`
}

export const offersMarkup = (offers: readonly ShownOffer[], form: OfferForm): Part =>
  offers.length === 0
    ? html`<p class="note">Nobody can join at the moment. Please contact the church.</p>`
    : html`<h2>Join</h2><ul class="offers">${offers.map(offer => offerMarkup(offer, form))}</ul>`

export interface Newcomer {
  action: string
  opened: string
  signIn: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
  isSent: boolean
}

const asked = [
  ['firstName', 'First name', 'text', 'given-name'],
  ['lastName', 'Last name', 'text', 'family-name'],
  ['email', 'Email', 'email', 'email'],
] as const

/** For people whom the church may not know yet. The same answer whether it does or not. */
export const newcomerMarkup = ({ action, opened, signIn, typed, problems, isSent }: Newcomer): Part =>
  isSent
    ? html`<section id="join"><h2>Check your email</h2><p role="status">We sent a link to sign in. It works once and expires in 20 minutes.</p>
<p class="help">Nothing there? Look in your spam folder. If you are known to the church by another address, <a href="${signIn}">sign in with that one</a>.</p></section>`
    : html`<section id="join"><h2>Sign up</h2><p class="help">No password needed: we’ll email you a link. Already known to the church? <a href="${signIn}">Sign in</a>.</p>
<form method="post" action="${action}" novalidate><input type="hidden" name="act" value="sign-up"><input type="hidden" name="${OPENED}" value="${opened}">
<div hidden><label for="website">Leave this empty</label><input id="website" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>
${asked.map(([name, label, type, hint]) => html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${hint}" maxlength="200" required value="${typed[name] ?? ''}"${problems[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''}>${problems[name] ? html`<p class="problem" id="${name}-problem" role="alert">${problems[name]}</p>` : ''}</div>`)}
<div class="buttons"><button class="primary" type="submit">Send me the link</button></div></form></section>`

/** Who learns here, and for whom else of the family they may. */
export function personMarkup(church: string, person: Person, back: string): Part {
  const name = person.family.find(({ id }) => id === person.forId)?.name ?? person.name
  const others = person.family.filter(({ id }) => id !== person.forId)
  return html`<div class="who"><span>Learning as <strong>${name}</strong></span>
${others.length > 0 ? html`<form method="post" action="/m/${church}"><input type="hidden" name="act" value="switch"><input type="hidden" name="back" value="${back}">${others.map(one => html`<button class="quiet" type="submit" name="person" value="${one.id}">Switch to ${one.name}</button>`)}</form>` : ''}</div>`
}

export interface SitePage {
  base: string
  name: string
  description: string
  pictureId: string | null
  courses: readonly SiteCourse[]
  /** What is offered to people who don’t have every course. */
  offers: Part
  /** For visitors. */
  newcomer: Part
  who: Part
  /** How far the children are. */
  family: readonly { name: string; courses: readonly { title: string; percent: number }[] }[]
  message: string
}

export const sitePage = (page: SitePage): Part => html`<article class="site-page">${page.who}
${page.message ? html`<p class="note" role="status">${page.message}</p>` : ''}
${picture(page.pictureId)}<h1 dir="auto">${page.name}</h1>${page.description ? html`<p class="words" dir="auto">${page.description}</p>` : ''}
<h2>Courses</h2>${page.courses.length === 0 ? html`<p class="help">No courses are open at the moment.</p>` : html`<ul class="courses">${page.courses.map(course => card(page.base, course))}</ul>`}
${page.offers}${page.newcomer}
${page.family.length > 0 ? html`<section><h2>Your family</h2>${page.family.map(one => html`<h3>${one.name}</h3>${one.courses.length === 0 ? html`<p class="help">Not in a course yet.</p>` : one.courses.map(course => html`<p>${course.title}</p>${progressBar(course.percent, `${one.name}: ${course.title}`)}`)}`)}</section>` : ''}</article>`

export interface OwnCourse {
  title: string
  percent: number
  /** Undefined where no site shows it. */
  href: string | undefined
  certificate: string | undefined
  note: string
}
/** The portal’s own list: every course of a person. */
export const ownCourses = (list: readonly OwnCourse[]): Part => html`<section><h1>Courses</h1>
${list.length === 0 ? html`<p>You are not in a course yet.</p>` : ''}
<ul class="courses">${list.map(
  one => html`<li class="card"><h2>${one.href ? html`<a href="${one.href}">${one.title}</a>` : one.title}</h2>${progressBar(one.percent, one.title)}
${one.note ? html`<p class="help">${one.note}</p>` : ''}${one.certificate ? html`<p><a href="${one.certificate}">Certificate</a></p>` : ''}</li>`,
)}</ul></section>`
