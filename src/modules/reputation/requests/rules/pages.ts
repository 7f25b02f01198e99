import { html } from 'hono/html'
import type { Html } from '#public-page/rules/document.ts'
import { honeypotField } from '#public-page/rules/fields.ts'
import type { Target } from './targets.ts'

type Part = Html | Promise<Html>
/** Characters of what is told privately. */
export const LONGEST_WORDS = 2_000

export interface Landing {
  /** Of this page. */
  path: string
  church: string
  targets: readonly Target[]
  /** Nobody in particular was asked: they may leave how they can be answered. */
  isOpen: boolean
  problem?: string
  typed?: string
}

/** Every way is offered to everyone alike, side by side: what someone thinks of the church is not asked before. */
export const renderLanding = ({ path, church, targets, isOpen, problem = '', typed = '' }: Landing): Part =>
  html`<h1>What was it like?</h1><p>Tell others about ${church}, or tell us. Both help.</p>
<p class="buttons">${targets.map(({ name }, at) => html`<a class="primary" href="${path}/to/${String(at)}">${name}</a> `)}<a class="primary" href="#private">Tell us privately</a></p>
<form method="post" action="${path}" id="private" novalidate>${honeypotField()}<h2>Tell us privately</h2>
<p>Only ${church} reads this.</p>
<div class="field"><label for="words">What would you like to say?</label>
<textarea id="words" name="words" rows="5" maxlength="${String(LONGEST_WORDS)}" required aria-describedby="words-problem">${typed}</textarea><p class="problem" id="words-problem" role="alert">${problem}</p></div>
<div class="field"><label for="name">Your name (optional)</label><input id="name" name="name" maxlength="120" autocomplete="name"></div>${
    isOpen
      ? html`<div class="field"><label for="email">Your email (optional)</label><p class="help">So that we can write back to you.</p><input id="email" name="email" type="email" maxlength="254" autocomplete="email"></div>`
      : ''
  }
<button type="submit" class="primary">Send</button></form>`

/** @param answer the fixed words of the crisis list; empty for most */
export const renderThanks = (church: string, answer: string): Part =>
  html`<h1>Thank you</h1><p>${church} has received what you wrote.</p>${answer ? html`<p class="words">${answer}</p>` : ''}`

export interface PrivateWords {
  words: string
  name: string
  email: string
}

/** What someone typed; `problem` says what is missing. */
export function readPrivateWords(form: URLSearchParams): { value: PrivateWords; problem: string } {
  const field = (name: string) => (form.get(name) ?? '').replaceAll('\u0000', '').trim()
  const [words, email] = [field('words'), field('email').toLowerCase()]
  const value = {
    words,
    name: field('name').replace(/\s+/g, ' ').slice(0, 120),
    email: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(email) && email.length <= 254 ? email : '',
  }
  if (words === '') return { value, problem: 'Please write what you would like to say.' }
  if (words.length > LONGEST_WORDS) return { value, problem: 'Please shorten this to 2,000 characters.' }
  return { value, problem: '' }
}
