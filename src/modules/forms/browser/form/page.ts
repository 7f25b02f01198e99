import { type Answers, type Asked, answersFrom } from '../../rules/answers.ts'

/** What every form has besides its own fields. */
interface Controls extends HTMLFormControlsCollection {
  key: HTMLInputElement
  token: HTMLInputElement
  _step: HTMLInputElement
}

export const form = document.querySelector<HTMLFormElement>('#form')!
export const controls = form.elements as Controls
export const thanks = document.getElementById('thanks')!
export const notice = document.getElementById('notice')!
export const submit = form.querySelector<HTMLButtonElement>('[data-send]')!
export const fields: readonly Asked[] = JSON.parse(form.dataset.fields!)
export const action = form.getAttribute('action')!
export const isKiosk = 'kiosk' in document.documentElement.dataset
export const isEmbedded = 'embedded' in document.documentElement.dataset
/** It was begun before it was shown in another language. */
export const isSwitched = 'on' in form.dataset
export const OFFLINE = 'You are offline. Please try again in a moment.'

/** Sentences in the page's language, by the English ones; {0} stands for what is put in. */
const words: Record<string, string> = JSON.parse(form.dataset.words ?? '{}')
export const say = (sentence: string, ...values: (string | number)[]): string =>
  (words[sentence] ?? sentence).replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]))

/** What this visit has come to. */
export const visit = {
  /** Something was typed. */
  begun: false,
  /** The field that someone was at last. */
  at: '',
  /** The answers were sent, or the page was left. */
  left: false,
  /** Files that are still on their way. */
  uploads: 0,
}

export const reportSeen = (what: string) => navigator.sendBeacon?.(`/f/${form.dataset.slug}/seen`, what)
export const readEntries = (): [string, string][] =>
  [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
export const readAnswers = (): Answers => answersFrom(fields, readEntries())

export const placeOf = (key: string) => form.querySelector<HTMLElement>(`[data-problem="${CSS.escape(key)}"]`)

// randomUUID is there on safe addresses alone; a lobby's tablet may reach the church's own server by a plain one.
export const makeKey = (): string =>
  crypto.randomUUID?.() ??
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, c =>
    (+c ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (+c / 4)))).toString(16),
  )

/** A page that is whole in itself, on this server: it answers as long as there is a connection. */
export const isConnected = (): Promise<boolean> =>
  fetch('/f/rules.js', { method: 'HEAD', cache: 'no-store' }).then(
    answer => answer.ok,
    () => false,
  )
