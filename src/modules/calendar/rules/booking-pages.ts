import { html } from 'hono/html'
import { DateTime } from 'luxon'
import { type Html, markup, paragraphs } from '#public-page/rules/document.ts'
import { guardFields } from '#public-page/rules/fields.ts'
import type { Question } from './questions.ts'
import { sameClocks, whenText, zoneName } from './when.ts'

export type Part = Html | Promise<Html>

/** What a page says of the type. */
export interface Offer {
  name: string
  description: string
  durations: readonly number[]
  location: string
  locationKind: 'in_person' | 'phone' | 'video'
  price: string | null
  confirmation: 'automatic' | 'manual'
  questions: readonly Question[]
}

interface Zones {
  /** Of the guest. */
  zone: string
  churchZone: string
  locale: string
}

export interface TimesPage extends Zones {
  offer: Offer
  /** Path of this page, without its query. */
  path: string
  /** Where a chosen time is sent. */
  action: string
  duration: number
  /** `2026-12`, by the guest's clocks. */
  month: string
  /** `2026-12-01`, or none chosen. */
  day: string | null
  /** All free times of the month. */
  times: readonly Date[]
  hasPrevious: boolean
  hasNext: boolean
  /** Where the next free time lies, if the month has none. */
  nextMonth: string | null
  note?: string
  embedded: boolean
  /** Where it leads when it is booked, sealed; null: to the appointment. */
  next: string | null
}

const query = (values: Record<string, string | number | null | undefined>) =>
  `?${new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, String(value)]])))}`

const lengthText = (minutes: number) =>
  minutes % 60 === 0
    ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
    : minutes === 1
      ? '1 minute'
      : `${minutes} minutes`

const places = { in_person: '', phone: 'We call you', video: 'Video call' } as const

/** Name, length, place and price. */
export const offerHead = (offer: Offer, duration?: number): Part => html`<h1>${offer.name}</h1>
${markup(paragraphs(offer.description))}
<p class="help">${[
  ...(duration ? [lengthText(duration)] : []),
  places[offer.locationKind] || offer.location,
  ...(offer.price ? [offer.price] : []),
]
  .filter(Boolean)
  .join(' · ')}</p>`

const clock = (at: Date, timeZone: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)

/** Zones that many use first; whatever else the browser says is added. */
const commonZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Toronto',
  'America/Vancouver',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Seoul',
  'Asia/Manila',
  'Australia/Sydney',
  'UTC',
]

const zonePicker = ({ zone, churchZone, path, duration, month, day, embedded, next }: TimesPage): Part => {
  const zones = [...new Set([churchZone, zone, ...commonZones])]
  return html`<form method="get" action="${path}" class="zone"><label for="zone">Time zone</label>
<select id="zone" name="zone">${zones.map(one => html`<option value="${one}"${one === zone ? ' selected' : ''}>${one.replaceAll('_', ' ')}${one === churchZone ? ' (church)' : ''}</option>`)}</select>
${hiddenFields({ duration, month, day, embed: embedded ? 1 : null, next })}<button type="submit" class="quiet" data-zone-button>Change</button></form>`
}

const hiddenFields = (values: Record<string, string | number | null>): Part =>
  html`${Object.entries(values).map(([name, value]) => (value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">`))}`

/** The guest chooses a day and a time. Complete without JavaScript: days are links, times are buttons. */
export function timesPage(page: TimesPage): Part {
  const { offer, action, duration, zone, churchZone, locale, times, day, note, embedded, next } = page
  const byDay = Map.groupBy(times, at => DateTime.fromJSDate(at, { zone }).toISODate()!)
  const shown = day ? (byDay.get(day) ?? []) : []
  const also = (at: Date) =>
    sameClocks(at, zone, churchZone)
      ? ''
      : html`<small>${clock(at, churchZone, locale)} ${zoneName(at, churchZone, locale)} at the church</small>`
  return html`<section class="booking">${offerHead(offer, duration)}
${note ? html`<p class="note" role="alert">${note}</p>` : ''}
${durationLinks(page)}
${zonePicker(page)}
${monthGrid(page, byDay)}
${
  day
    ? html`<h2 id="times">${dayName(day, locale)}</h2>
${shown.length === 0 ? html`<p>No free times on this day.</p>` : html`<form method="post" action="${action}" class="times" aria-labelledby="times">${hiddenFields({ duration, zone, embed: embedded ? 1 : null, next })}${shown.map(at => html`<button type="submit" name="at" value="${at.toISOString()}">${clock(at, zone, locale)}${also(at)}</button>`)}</form>`}`
    : html`<p class="help">Choose a day to see its free times.</p>`
}</section>`
}

const dayName = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' }).format(
    new Date(`${day}T12:00Z`),
  )

function durationLinks({ offer, path, duration, zone, month, embedded, next }: TimesPage): Part {
  if (offer.durations.length < 2) return html``
  return html`<p class="durations" role="group" aria-label="Length">${offer.durations.map(
    one =>
      html`<a href="${path}${query({ duration: one, zone, month, embed: embedded ? 1 : null, next })}"${one === duration ? markup(' aria-current="true"') : ''}>${lengthText(one)}</a>`,
  )}</p>`
}

function monthGrid(page: TimesPage, byDay: ReadonlyMap<string, Date[]>): Part {
  const { path, duration, zone, month, day, locale, hasPrevious, hasNext, nextMonth, embedded, next } = page
  const first = DateTime.fromISO(`${month}-01`, { zone: 'UTC', locale })
  const to = (change: Record<string, string | number | null>) =>
    `${path}${query({ duration, zone, month, embed: embedded ? 1 : null, next, ...change })}`
  const step = (months: number) => first.plus({ months }).toFormat('yyyy-MM')
  const start = first.minus({ days: first.weekday % 7 })
  const weeks = Math.ceil(((first.weekday % 7) + first.daysInMonth!) / 7)
  const cell = (date: DateTime) => {
    const iso = date.toISODate()!
    if (date.month !== first.month) return html`<td></td>`
    if (!byDay.has(iso)) return html`<td><span class="off">${date.day}</span></td>`
    return html`<td><a href="${to({ day: iso })}#times"${iso === day ? markup(' aria-current="date"') : ''} aria-label="${dayName(iso, locale)}, ${byDay.get(iso)!.length} free">${date.day}</a></td>`
  }
  return html`<div class="month"><p class="month-head"><span>${hasPrevious ? html`<a href="${to({ month: step(-1) })}" aria-label="Previous month">‹</a>` : ''}</span><strong>${first.toFormat('LLLL yyyy')}</strong><span>${hasNext ? html`<a href="${to({ month: step(1) })}" aria-label="Next month">›</a>` : ''}</span></p>
<table><thead><tr>${Array.from({ length: 7 }, (_, i) => html`<th scope="col">${start.plus({ days: i }).toFormat('ccc')}</th>`)}</tr></thead>
<tbody>${Array.from({ length: weeks }, (_, week) => html`<tr>${Array.from({ length: 7 }, (_, i) => cell(start.plus({ days: week * 7 + i })))}</tr>`)}</tbody></table>
${byDay.size === 0 ? html`<p>${nextMonth ? html`No free times this month. <a href="${to({ month: nextMonth })}">Next free time</a>` : 'No free times at the moment. Please contact the church.'}</p>` : ''}</div>`
}

export interface SessionsPage extends Zones {
  offer: Offer
  path: string
  hasWaitlist: boolean
  sessions: readonly { id: string; startsAt: Date; endsAt: Date; location: string; left: number }[]
  note?: string
  embedded: boolean
  /** Where it leads when it is booked, sealed; null: to the appointment. */
  next: string | null
}

/** Dates of a class or an event, with what is left. */
export const sessionsPage = ({
  offer,
  path,
  sessions,
  hasWaitlist,
  zone,
  locale,
  note,
  embedded,
  next,
}: SessionsPage): Part => html`<section class="booking">${offerHead(offer)}
${note ? html`<p class="note" role="alert">${note}</p>` : ''}
${sessions.length === 0 ? html`<p>No dates are open at the moment. Please contact the church.</p>` : ''}
<ul class="sessions">${sessions.map(
  ({
    id,
    startsAt,
    endsAt,
    location,
    left,
  }) => html`<li><strong>${whenText({ startsAt, endsAt, timeZone: zone, locale })}</strong>
${location ? html`<span>${location}</span>` : ''}
<span class="help">${left > 0 ? `${left} ${left === 1 ? 'seat' : 'seats'} left` : 'Full'}</span>
${left > 0 || hasWaitlist ? html`<a class="primary" href="${path}${query({ session: id, zone, embed: embedded ? 1 : null, next })}">${left > 0 ? 'Sign up' : 'Join the waitlist'}</a>` : ''}</li>`,
)}</ul></section>`

export interface FormPage extends Zones {
  offer: Offer
  path: string
  church: string
  at: Date | null
  endsAt: Date
  startsAt: Date
  sessionId: string | null
  duration: number
  holdKey: string | null
  key: string
  opened: string
  textConsent: string
  /** The waitlist, not a seat. */
  isWaiting: boolean
  typed: Record<string, string | undefined>
  problems: Record<string, string>
  /** The time that was chosen is gone: the nearest that are free. */
  alternatives: readonly Date[]
  embedded: boolean
  /** Where it leads when it is booked, sealed; null: to the appointment. */
  next: string | null
}

/** Who the guest is and what they are asked. Everything that was typed stands in it again after a problem. */
export function bookingForm(page: FormPage): Part {
  const { offer, path, zone, churchZone, locale, startsAt, endsAt, alternatives, problems, typed, embedded, next } =
    page
  const differs = !sameClocks(startsAt, zone, churchZone)
  const when = html`<p class="chosen"><strong>${whenText({ startsAt, endsAt, timeZone: zone, locale })}</strong>${differs ? html`<br><span class="help">${whenText({ startsAt, endsAt, timeZone: churchZone, locale })} at the church</span>` : ''}</p>`
  const chosen =
    alternatives.length > 0
      ? html`<p class="note" role="alert">That time has just been taken. These are the nearest free times.</p>
<fieldset class="choices"><legend>Choose a time</legend>${alternatives.map((at, i) => html`<label class="box"><input type="radio" name="at" value="${at.toISOString()}"${i === 0 ? ' checked' : ''}><span>${whenText({ startsAt: at, endsAt: new Date(at.getTime() + page.duration * 60_000), timeZone: zone, locale })}</span></label>`)}</fieldset>`
      : html`${when}${hiddenFields({ at: page.at?.toISOString() ?? null })}`
  const button = page.isWaiting
    ? 'Join the waitlist'
    : page.offer.confirmation === 'manual'
      ? 'Request this time'
      : 'Book'
  return html`<section class="booking">${offerHead(offer, page.duration)}
<form method="post" action="${path}" novalidate>${chosen}
${field({ name: 'name', label: 'Your name', required: true, autocomplete: 'name', page })}
${field({ name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email', page })}
${field({ name: 'phone', label: 'Phone', type: 'tel', required: offer.locationKind === 'phone', autocomplete: 'tel', page })}
${offer.questions.map(question => questionField(question, page))}
<label class="box"><input type="checkbox" name="texts" value="1"${typed.texts ? ' checked' : ''}><span>${page.textConsent}</span></label>
${hiddenFields({ duration: page.duration, zone, key: page.key, hold: page.holdKey, session: page.sessionId, embed: embedded ? 1 : null, next })}${guardFields(page.opened)}
<p class="problem" role="alert">${problems.form ?? problems.at ?? ''}</p>
<div class="buttons"><button type="submit" class="primary">${button}</button><a class="quiet" href="${path}${query({ zone, duration: page.duration, embed: embedded ? 1 : null, next })}">Choose another time</a></div></form></section>`
}

interface Field {
  name: string
  label: string
  type?: string
  required: boolean
  autocomplete?: string
  page: Pick<FormPage, 'typed' | 'problems'>
}
const star = html`<span class="required" aria-hidden="true"> *</span>`
const problemOf = (name: string, problem: string | undefined): Part =>
  html`<p class="problem" id="problem-${name}" role="alert">${problem ?? ''}</p>`
const aria = (name: string, problem: string | undefined) =>
  problem ? markup(` aria-invalid="true" aria-describedby="problem-${name}"`) : ''

const field = ({ name, label, type = 'text', required, autocomplete = 'off', page }: Field): Part => {
  const problem = page.problems[name]
  return html`<div class="field"><label for="${name}">${label}${required ? star : ''}</label><input id="${name}" name="${name}" type="${type}" value="${page.typed[name] ?? ''}" autocomplete="${autocomplete}" maxlength="254"${required ? ' required' : ''}${aria(name, problem)}>${problemOf(name, problem)}</div>`
}

function questionField({ key, label, type, required, options }: Question, { typed, problems }: FormPage): Part {
  const name = `q_${key}`
  const problem = problems[key]
  const value = typed[name] ?? ''
  if (type === 'text')
    return field({ name, label, required, page: { typed, problems: problem ? { [name]: problem } : {} } })
  if (type === 'long')
    return html`<div class="field"><label for="${name}">${label}${required ? star : ''}</label><textarea id="${name}" name="${name}" rows="4" maxlength="5000"${aria(name, problem)}>${value}</textarea>${problemOf(name, problem)}</div>`
  const choices =
    type === 'yes_no' ? [['yes', 'Yes'] as const, ['no', 'No'] as const] : options.map(one => [one, one] as const)
  return html`<fieldset class="field choices"><legend>${label}${required ? star : ''}</legend>${choices.map(([one, words]) => html`<label class="box"><input type="radio" name="${name}" value="${one}"${one === value ? ' checked' : ''}><span>${words}</span></label>`)}${problemOf(name, problem)}</fieldset>`
}

export interface DonePage extends Zones {
  title: string
  startsAt: Date
  endsAt: Date
  where: string
  /** pending, confirmed, waitlisted, `cancelled`, completed … */
  state: string
  isNew: boolean
  mayChange: boolean
  /** Why it can't be changed here any more. */
  why: string
  path: string
  /** Of the type, to book again. */
  typePath: string | null
  canMove: boolean
  /** What was paid for it, or is to be paid first. */
  payment: { text: string; due: string | null } | null
  /** The last try to pay did not begin. */
  problem: boolean
  church: string
}

const headings: Record<string, string> = {
  pending: 'Your request was sent',
  confirmed: 'You are booked',
  waitlisted: 'You are on the waitlist',
  cancelled: 'This appointment was canceled',
  completed: 'This appointment took place',
  no_show: 'This appointment has passed',
}

/** A guest's own appointment, by its signed link: to look at, to move, to cancel. */
export function guestPage(page: DonePage): Part {
  const { title, startsAt, endsAt, zone, churchZone, locale, where, state, path, typePath } = page
  const differs = !sameClocks(startsAt, zone, churchZone)
  const isUnpaid = page.mayChange && Boolean(page.payment?.due)
  return html`<section class="booking"><h1>${isUnpaid ? 'Pay to book this time' : (headings[state] ?? title)}</h1>
${page.isNew && !isUnpaid ? html`<p role="status">${state === 'pending' ? 'You will get an email as soon as it is confirmed.' : 'A confirmation has been sent to your email address.'}</p>` : ''}
<p class="chosen"><strong>${title}</strong><br>${whenText({ startsAt, endsAt, timeZone: zone, locale })}${differs ? html`<br><span class="help">${whenText({ startsAt, endsAt, timeZone: churchZone, locale })} at the church</span>` : ''}${where ? html`<br>${where}` : ''}${page.payment ? html`<br>${page.payment.text}` : ''}</p>
${page.problem ? html`<p class="problem" role="alert">Paying is not possible right now. Nothing was charged. Please try again.</p>` : ''}
${isUnpaid ? html`<form method="post" action="${path}/pay"><p>We keep this time for you for a short while.</p><div class="buttons"><button type="submit" class="primary">Pay ${page.payment!.due}</button></div></form>` : ''}
${
  page.mayChange
    ? html`<div class="buttons"><a class="quiet" href="${path}/calendar.ics">Add to your calendar</a>${page.canMove ? html`<a class="quiet" href="${path}/move">Choose another time</a>` : ''}</div>
<form method="post" action="${path}/cancel"><div class="field"><label for="reason">Cancel this appointment</label><input id="reason" name="reason" maxlength="300" placeholder="Reason (optional)" autocomplete="off"></div><div class="buttons"><button type="submit" class="quiet">Cancel appointment</button></div></form>`
    : html`<p class="help">${page.why}</p>${typePath ? html`<div class="buttons"><a class="primary" href="${typePath}">Book another time</a></div>` : ''}`
}</section>`
}

/** What a church offers, for its own address /book/{church}. */
export const offersPage = (
  church: string,
  offers: readonly { offer: Offer; path: string }[],
): Part => html`<section class="booking"><h1>Book a time with ${church}</h1>
${offers.length === 0 ? html`<p>Nothing can be booked online at the moment. Please contact the church.</p>` : ''}
<ul class="sessions">${offers.map(({ offer, path }) => html`<li><strong>${offer.name}</strong>${markup(paragraphs(offer.description))}<a class="primary" href="${path}">Choose a time</a></li>`)}</ul></section>`
