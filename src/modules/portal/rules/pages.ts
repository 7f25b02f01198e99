import { html, raw } from 'hono/html'
import type { Html } from '#public-page/rules/document.ts'
import { honeypotField } from '#public-page/rules/fields.ts'
import type { Channel, PortalAddress, PortalPerson, PortalPreferences } from './shapes.ts'
import { channelNames, consentWords } from './wording.ts'

type Part = Html | Promise<Html>

export const portalPath = (church: string, path = '') => `/my/${encodeURIComponent(church)}${path && `/${path}`}`

/** The pages of a church's courses; the portal's session counts there, too. */
export const learnPath = (church: string) => `/m/${encodeURIComponent(church)}`

/** Where a sign-in may lead: to pages of this church that ask for one. Empty for everything else. */
export function nextPath(church: string, asked: string | undefined): string {
  const isOurs = [portalPath(church), learnPath(church)].some(path => asked === path || asked?.startsWith(`${path}/`))
  return asked && isOurs && asked.length <= 500 && /^[\w/.~%?=&-]+$/.test(asked) && !asked.includes('/..') ? asked : ''
}

const button = (text: string, { name = '', value = '', quiet = false } = {}) =>
  html`<button type="submit" class="${quiet ? 'quiet' : 'primary'}"${name ? html` name="${name}" value="${value}"` : ''}>${text}</button>`

export interface SignIn {
  business: string
  /** A link is on its way, if anyone has the address. */
  sent: boolean
  /** Why the form can't be sent as it is, and what was typed. */
  problem?: string
  typed?: string
  /** The page that asked for it. */
  next?: string
}

export const signInPage = ({ business, sent, problem, typed = '', next = '' }: SignIn): Part =>
  sent
    ? html`<section><h1>Check your messages</h1>
<p role="status">If we know this address, we sent you a link. It works once and expires in 20 minutes.</p>
<p class="help">Nothing there? Look in your spam folder, or try another address that ${business} has for you.</p></section>`
    : html`<section><h1>Sign in to ${business}</h1>
<p>Enter the email address or phone number that ${business} has for you. We’ll send you a link to sign in. No password needed.</p>
<form method="post">${honeypotField()}${next ? html`<input type="hidden" name="next" value="${next}">` : ''}
<div class="field"><label for="address">Email address or phone number</label>
<input id="address" name="address" value="${typed}" required maxlength="254" autocomplete="username"${problem ? raw(' aria-invalid="true" aria-describedby="problem"') : ''}>
<p class="problem" id="problem" role="alert">${problem ?? ''}</p></div>
<div class="buttons">${button('Send link')}</div></form></section>`

export interface Opening {
  business: string
  candidates: readonly { id: string; name: string }[]
  problem?: string
}

/** Behind the link. Only the button signs in: mail scanners open every link. */
export const openingPage = ({ business, candidates, problem }: Opening): Part =>
  html`<section><h1>Sign in to ${business}</h1>
<form method="post">${problem ? html`<p class="note" role="alert">${problem}</p>` : ''}
${
  candidates.length > 1
    ? html`<fieldset class="choices"><legend>Who are you?</legend>${candidates.map(
        ({ id, name }) =>
          html`<label class="box"><input type="radio" name="person" value="${id}" required><span>${name}</span></label>`,
      )}</fieldset>`
    : html`<p>Continue as <strong>${candidates[0]?.name ?? ''}</strong>.</p>`
}
<div class="buttons">${button('Sign in')}</div></form></section>`

export interface Section {
  label: string
  description: string
  path: string
}

const nameIn = ({ forId, family }: PortalPerson) => family.find(({ id }) => id === forId)?.name ?? ''

const switcher = (church: string, { id, forId, family }: PortalPerson): Part =>
  family.length < 2
    ? html``
    : html`<section class="field"><h2>Your family</h2><form method="post" action="${portalPath(church, 'person')}" class="buttons">
${family.map(one =>
  one.id === forId
    ? html`<p class="note" aria-current="true">${one.name}${one.id === id ? ' (you)' : ''}</p>`
    : button(one.id === id ? `${one.name} (you)` : one.name, { name: 'person', value: one.id, quiet: true }),
)}</form></section>`

export const homePage = (church: string, business: string, person: PortalPerson, sections: readonly Section[]): Part =>
  html`<section><h1>${person.forId === person.id ? `Hello, ${person.name}` : nameIn(person)}</h1>
<p>This is ${person.forId === person.id ? 'your' : `${nameIn(person)}’s`} page at ${business}.</p>
<ul class="entries">${sections.map(
    ({ label, description, path }) =>
      html`<li><a href="${portalPath(church, path)}">${label}</a><p>${description}</p></li>`,
  )}</ul></section>
${switcher(church, person)}
<form method="post" action="${portalPath(church, 'sign-out')}" class="buttons">${button('Sign out', { quiet: true })}${button(
    'Sign out everywhere',
    { name: 'everywhere', value: '1', quiet: true },
  )}</form>`

/** Above every page of the portal but its first: back to that one, and whom the page is about. */
export const sectionPage = (church: string, business: string, person: PortalPerson, body: Part): Part =>
  html`<p class="help"><a href="${portalPath(church)}">${business}</a> · ${nameIn(person)}</p>${body}`

/** Names a topic of an address or number in the form; `topic` holds no space. */
export const choiceKey = (channel: string, value: string, topic: string) => `${channel} ${value} ${topic}`
export function choiceOf(key: string) {
  const match = /^(email|sms|voice) (.+) (\S+)$/.exec(key)
  return match && { channel: match[1] as Channel, value: match[2]!, topic: match[3]! }
}

const addressPart = ({ channel, value, shown, note, choices }: PortalAddress, business: string): Part =>
  html`<fieldset class="choices"><legend>${channelNames[channel]}: ${shown}</legend>
${note ? html`<p class="note">${note}</p>` : ''}<p class="help">${consentWords(channel, business)}</p>
${choices.map(({ topic, name, description, on, canTurnOn }) => {
  const key = choiceKey(channel, value, topic)
  const state = raw(`${on ? ' checked' : ''}${canTurnOn ? '' : ' disabled'}`)
  return html`<label class="box"><input type="hidden" name="shown" value="${key}"><input type="checkbox" name="on" value="${key}"${state}><span>${name}</span>${description ? html`<small>${description}</small>` : ''}</label>`
})}</fieldset>`

export const preferencesPage = ({ business, addresses }: PortalPreferences, saved: boolean): Part => {
  const isAnyOn = addresses.some(({ choices }) => choices.some(({ on }) => on))
  const status = isAnyOn ? 'Your preferences are saved.' : 'Saved. You won’t get any more messages about these topics.'
  return html`<h1>Preferences</h1>
<p>Choose what ${business} sends, and where. Receipts and answers to your own messages are still sent.</p>
${saved ? html`<p class="note" role="status">${status}</p>` : ''}
${addresses.length === 0 ? html`<p class="note">${business} has no email address or phone number on file here.</p>` : ''}
<form method="post">${addresses.map(address => addressPart(address, business))}
${addresses.length === 0 ? '' : html`<div class="buttons">${button('Save', { name: 'choice', value: 'save' })}${button('Stop all messages', { name: 'choice', value: 'stop', quiet: true })}</div>`}</form>`
}
