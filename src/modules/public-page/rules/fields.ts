import { escapeHtml as e } from '#messaging/rules/letter.ts'
import { type Html, markup } from './document.ts'
import { HONEYPOT, OPENED } from './guard.ts'
import type { Language } from './languages.ts'
import { frameSay } from './words.ts'

/** The field that people don't see. */
export const honeypotField = (language: Language = 'en'): Html =>
  markup(
    `<div class="trap" aria-hidden="true"><label for="${HONEYPOT}">${e(frameSay(language)('Leave this empty'))}</label><input id="${HONEYPOT}" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>`,
  )

/**
 * What a form of a public page carries for `guardSubmission`: the honeypot, and when the page was opened.
 * @param opened from `openedNow(form)`
 */
export const guardFields = (opened: string, language: Language = 'en'): Html =>
  markup(`${honeypotField(language)}<input type="hidden" name="${OPENED}" value="${e(opened)}">`)
