import { html, raw } from 'hono/html'
import type { Link } from '#public-page/rules/document.ts'
import { honeypotField } from '#public-page/rules/fields.ts'

interface Standing {
  email: string
  business: string
  /** What a church writes about; null: the operator's newsletter. */
  topic: string | null
  subscribed: boolean
  test: boolean
}
interface Confirming {
  email: string
  business: string
  topic: string
  confirmed: boolean
}
interface Preferences {
  email: string
  business: string
  topics: readonly (Topic & { on: boolean })[]
  test: boolean
  stopped: boolean
}

const privacy: Link = { href: '/privacy-policy', text: 'Privacy policy' }
/** Under the pages that readers come to from a church's mail. */
export const churchLinks: readonly Link[] = [{ href: '/', text: 'Sent with Lampstand' }, privacy]
/** Under those of the operator's newsletter. */
export const ourLinks: readonly Link[] = [
  { href: '/', text: 'Home' },
  { href: '/newsletter', text: 'Newsletter' },
  { href: '/contact', text: 'Contact' },
  privacy,
]

/** In the place of a page whose link was cut off on the way, or never was ours. */
export const brokenLink = () => html`<section class="card"><h1>This link doesn’t work</h1>
<p>It is incomplete, or not from us. Please copy the whole link from the email, or <a href="/contact">write to us</a> and we
will take your address off the list.</p></section>`

const testNote = html`<p class="help">This link is from a test email. It shows this page and changes nothing.</p>`

const letter = ({ topic, business }: Standing) => (topic ? `“${topic}” from ${business}` : `the ${business} newsletter`)

const button = (text: string, { choice, quiet = false }: { choice?: string; quiet?: boolean } = {}) =>
  html`<button type="submit" class="${quiet ? 'quiet' : 'primary'}"${choice ? html` name="choice" value="${choice}"` : ''}>${text}</button>`

export const unsubscribePage = (standing: Standing) =>
  standing.subscribed
    ? html`<section class="card"><h1>Unsubscribe from ${letter(standing)}?</h1>
<p>It is sent to <strong>${standing.email}</strong>. After you unsubscribe, you won’t get it anymore.</p>
${standing.test ? testNote : html`<form method="post" class="buttons">${button('Unsubscribe', { choice: 'leave' })}</form>`}</section>`
    : html`<section class="card"><h1>You are unsubscribed</h1>
<p role="status">${letter(standing)} is no longer sent to <strong>${standing.email}</strong>. Pressed by
mistake?</p>
<form method="post" class="buttons">${button('Subscribe again', { choice: 'undo', quiet: true })}</form></section>`

export const confirmPage = ({ topic, business, email, confirmed }: Confirming) =>
  confirmed
    ? html`<section class="card"><h1>Thank you</h1>
<p role="status">You will now get “${topic}” from ${business} at <strong>${email}</strong>.</p></section>`
    : html`<section class="card"><h1>“${topic}” from ${business}?</h1>
<p>Confirm to get it at <strong>${email}</strong>. You can unsubscribe with the link in every email.</p>
<form method="post" class="buttons">${button('Confirm')}</form></section>`

const hiddenKeys = (name: string, keys: readonly string[]) =>
  keys.map(key => html`<input type="hidden" name="${name}" value="${key}">`)

interface Topic {
  key: string
  name: string
  description: string
}
const topicBox = ({ key, name, description }: Topic, isOn: boolean) =>
  html`<label class="box"><input type="checkbox" name="topic" value="${key}"${raw(isOn ? ' checked' : '')}><span>${name}</span>${description ? html`<small>${description}</small>` : ''}</label>`

export interface Saved {
  saved: boolean
  /** What was chosen before it was saved, so that it can be had back. */
  before: readonly string[]
}

/** The preferences of one address, with an undo of what was just saved. */
export function preferencesPage(standing: Preferences, { saved, before }: Saved) {
  const { email, business, topics, test, stopped } = standing
  const now = topics.filter(topic => topic.on).map(topic => topic.key)
  const changed = saved && [...now].sort().join() !== [...before].sort().join()
  const undo = html`<form method="post" class="buttons">${hiddenKeys('topic', before)}${button('Undo', { choice: 'undo', quiet: true })}</form>`
  return html`<section><h1>What would you like to get?</h1>
<p>Emails from ${business} to <strong>${email}</strong>.</p>
${saved ? html`<div class="note"><p role="status">${now.length === 0 ? 'Saved. You won’t get any more emails.' : 'Saved.'}</p>${changed ? undo : ''}</div>` : ''}
${stopped ? html`<p class="note">We can’t write to this address right now, whatever you choose here.</p>` : ''}
${test ? testNote : ''}
<form method="post">${hiddenKeys('before', now)}
<fieldset class="choices"${raw(test ? ' disabled' : '')}>${topics.map(topic => topicBox(topic, topic.on))}</fieldset>
${test ? '' : html`<div class="buttons">${button('Save', { choice: 'save' })}${button('None of these', { choice: 'none', quiet: true })}</div>`}</form></section>`
}

const problems: Record<string, string> = {
  email: 'Please enter a valid email address',
  topic: 'Please choose at least one',
  many: 'There were many sign-ups from this network. Please try again in an hour.',
}

export interface SignUp {
  business: string
  topics: readonly Topic[]
  /** `asked`: a mail asks for confirmation. */
  done: string | undefined
  /** A name of `problems`. */
  problem: string | undefined
}

/** Where someone gives consent by themselves. */
export function signUpPage({ business, topics, done, problem }: SignUp) {
  if (done)
    return html`<section class="card"><h1>News from ${business}</h1><p role="status">${
      done === 'asked'
        ? 'Thank you. Please check your email and press the link to confirm.'
        : 'Thank you. You can unsubscribe with the link in every email.'
    }</p></section>`
  const wrong = problems[problem ?? '']
  return html`<section><h1>News from ${business}</h1>
<form method="post">${wrong ? html`<p class="note" role="alert">${wrong}</p>` : ''}
<div class="field"><label for="email">Email</label><input id="email" type="email" name="email" required maxlength="254" autocomplete="email"></div>
<div class="field"><label for="name">Name</label><input id="name" name="name" maxlength="200" autocomplete="name"></div>
${honeypotField()}
<fieldset class="choices"><legend>Yes, send me</legend>${topics.map(topic => topicBox(topic, topics.length === 1))}</fieldset>
<p class="help">${business} uses your address only for this. You can unsubscribe with the link in every email.</p>
<div class="buttons">${button('Sign up')}</div></form></section>`
}

export interface ArchiveItem {
  slug: string
  subject: string
  preheader: string
  sentAt: Date
}
export const feedOf = (church: string) => `/mail/${encodeURIComponent(church)}/rss.xml`

/** What a church has put into its public archive, newest first. */
export const archivePage = (church: string, business: string, items: readonly ArchiveItem[]) =>
  html`<section><h1>Emails from ${business}</h1>
<p class="help"><a href="/subscribe/${church}">Get them by email</a> · <a href="${feedOf(church)}">Read them as a feed (RSS)</a></p>
${items.length === 0 ? html`<p>Nothing here yet.</p>` : ''}
<ul class="entries">${items.map(({ slug, subject, preheader, sentAt }) => {
    const day = sentAt.toISOString().slice(0, 10)
    return html`<li><a href="/mail/${church}/${slug}">${subject}</a><time datetime="${day}">${day}</time><p>${preheader}</p></li>`
  })}</ul></section>`
