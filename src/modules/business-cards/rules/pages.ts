import { html } from 'hono/html'
import { cardNumberProblems } from '#card-numbers/rules.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { guardFields } from '#public-page/rules/fields.ts'
import { type CardFace, nameOf, shownWebsite } from './design.ts'

export interface PageCard
  extends Pick<CardFace, 'firstName' | 'lastName' | 'title' | 'organization' | 'phone' | 'email' | 'website'> {
  church: string
  path: string
  /** The church's address; empty where no directions are offered. */
  directions: string
  book: { name: string; path: string } | null
  hasLeft: boolean
  /** Whom to contact in place of someone who left; `path` is the page of their card. */
  instead: { name: string; phone: string; email: string; path: string } | null
}

export interface Shared {
  name: string
  email: string
  phone: string
  note: string
  mayEmail: boolean
}

/** The words beside the box, kept as evidence to the letter. */
export const consentWording = (church: string): string =>
  `Yes, ${church} may send me emails with news and events. I can unsubscribe at any time.`

/** What was typed, and what is wrong with it by field. */
export function readShared(sent: Record<string, string>, country: string) {
  const typed = (name: string, most: number) =>
    (sent[name] ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, most)
  const shared: Shared = {
    name: typed('name', 120),
    email: typed('email', 254),
    phone: typed('phone', 40),
    note: (sent.note ?? '').trim().slice(0, 1_000),
    mayEmail: sent.mayEmail === 'yes',
  }
  const { name, email, phone, mayEmail } = shared
  const problems: Partial<Record<keyof Shared, string>> = {}
  if (!name) problems.name = 'Please enter your name'
  if (!email && !phone) problems.email = 'Please enter an email address or a phone number'
  if (email && !normaliseEmail(email)) problems.email = 'Email is invalid'
  if (phone && !normalisePhone(phone, country)) problems.phone = 'Please enter a full phone number'
  if (mayEmail && !email) problems.email = 'Please enter the email address that we may write to'
  Object.assign(problems, cardNumberProblems({ name, email, phone, note: shared.note }))
  return { shared, problems }
}

export interface ShareForm {
  /** Sealed by `openedNow`. */
  opened: string
  /** Of this page: a form that is sent twice is one. */
  key: string
  typed?: Shared
  problems?: Partial<Record<keyof Shared, string>>
}

const tel = (phone: string) => phone.replace(/[^\d+]/g, '')
const map = (address: string) => `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`

const action = (href: string, label: string, value: string) =>
  html`<li><a href="${href}"><span>${label}</span><bdi>${value}</bdi></a></li>`

const who = ({ firstName, lastName, title, organization }: PageCard) => {
  const name = nameOf({ firstName, lastName })
  return html`<header class="person">
<h1 dir="auto">${name || organization}</h1>
${title ? html`<p dir="auto">${title}</p>` : ''}
${name && organization ? html`<p class="help" dir="auto">${organization}</p>` : ''}
</header>`
}

const actions = (card: PageCard) => html`<ul class="reach">
${card.phone ? action(`tel:${tel(card.phone)}`, 'Call', card.phone) : ''}
${card.phone ? action(`sms:${tel(card.phone)}`, 'Text', card.phone) : ''}
${card.email ? action(`mailto:${card.email}`, 'Email', card.email) : ''}
${card.website ? action(card.website, 'Website', shownWebsite(card.website)) : ''}
${card.directions ? action(map(card.directions), 'Directions', card.directions) : ''}
${card.book ? action(card.book.path, 'Book a time', card.book.name) : ''}
</ul>`

const field = (name: 'name' | 'email' | 'phone', label: string, type: string, form: ShareForm) => {
  const problem = form.problems?.[name]
  const complete = { name: 'name', email: 'email', phone: 'tel' }[name]
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${complete}" maxlength="254" value="${form.typed?.[name] ?? ''}"${problem ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''}>
${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''}</div>`
}

const shareForm = (card: PageCard, form: ShareForm) => html`<section class="share" aria-labelledby="share">
<h2 id="share">Share yours back</h2>
<p class="help">So that <bdi>${card.firstName || card.church}</bdi> knows how to reach you.</p>
<form method="post" action="${card.path}#share" novalidate>
${guardFields(form.opened)}<input type="hidden" name="key" value="${form.key}">
${field('name', 'Your name', 'text', form)}
${field('email', 'Email', 'email', form)}
${field('phone', 'Phone', 'tel', form)}
<div class="field"><label for="note">Note (optional)</label><textarea id="note" name="note" rows="3" maxlength="1000">${form.typed?.note ?? ''}</textarea></div>
<div class="field"><label class="box"><input type="checkbox" name="mayEmail" value="yes"${form.typed?.mayEmail ? html` checked` : ''}><span>${consentWording(card.church)}</span></label></div>
<button class="primary" type="submit">Share my contact</button>
</form></section>`

/** A card's page: who it is, how to reach them, and a form to answer with one's own. */
export const cardPage = (card: PageCard, form: ShareForm | 'thanks') => html`${who(card)}
<p><a class="primary save" href="${card.path}/contact.vcf" download>Save contact</a></p>
${actions(card)}
${form === 'thanks' ? html`<section class="share" id="share" role="status"><h2>Thank you</h2><p>Your contact was shared with <bdi>${nameOf(card) || card.church}</bdi>.</p></section>` : shareForm(card, form)}`

/** The page of someone who left: whom to contact in their place. */
export const leftPage = (card: PageCard) => {
  const { instead } = card
  return html`${who(card)}
<p class="note"><bdi>${nameOf(card) || card.organization}</bdi> is no longer on our team.</p>
${
  instead
    ? html`<section><h2>Please contact <bdi>${instead.name}</bdi></h2>
<ul class="reach">
${instead.phone ? action(`tel:${tel(instead.phone)}`, 'Call', instead.phone) : ''}
${instead.email ? action(`mailto:${instead.email}`, 'Email', instead.email) : ''}
${instead.path ? action(instead.path, 'Card', instead.name) : ''}
</ul></section>`
    : html`<p>You are welcome to contact <bdi>${card.church}</bdi>.</p>`
}
${card.directions ? html`<ul class="reach">${action(map(card.directions), 'Directions', card.directions)}</ul>` : ''}`
}
