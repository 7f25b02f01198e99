import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { PublicChurch } from '#public-page/rules/branding.ts'
import { markup, type PublicDocument, paragraphs } from '#public-page/rules/document.ts'
import { honeypotField } from '#public-page/rules/fields.ts'
import { directionOf, type Language, ownName } from '#public-page/rules/languages.ts'
import type { Say } from '#public-page/rules/words.ts'
import type { Answers, Asked } from './answers.ts'
import type { Definition } from './definition.ts'
import { fieldHtml } from './inputs.ts'
import { inLanguage, languagesOf } from './languages.ts'
import { dictionaryOf, sayIn } from './page-words.ts'

/** What follows a form that is a step of something larger. */
export interface Onward {
  url: string
  token: string
}

export interface FormPage {
  definition: Definition
  church: PublicChurch
  slug: string
  key: string
  token: string
  /** link, qr, embed or kiosk */
  via: string
  answers: Answers
  problems: Record<string, string>
  language: Language
  /** Of the files that were sent already, by their tickets. */
  fileNames?: Record<string, string>
  /** Options that nobody can choose any more, by field. */
  full?: Record<string, string[]>
  /** It was begun before it was shown in this language: which of its pages was open. */
  goesOn?: string
  /** What is typed is kept before it is sent; the page says so first. */
  keeps?: boolean
  /** A word before the form: it goes on where it was left. */
  note?: string
  /** It stands in a frame of another site: without the church’s head. */
  embedded: boolean
  kiosk: boolean
  /** The language that the address asks for: a kiosk comes back to it. */
  home?: string
  /** Where it leads when it was sent, instead of its thanks: the address, and the same sealed. */
  onward?: Onward
  /** A look at it in the builder: nothing can be sent. */
  preview?: boolean
}

/** The thanks, also where JavaScript puts them into the page itself. */
const thanks = ({ thanksTitle, thanksText }: Definition, kiosk: boolean, say: Say) =>
  `<h1>${e(thanksTitle)}</h1>${paragraphs(thanksText)}<p class="words" data-kept hidden>${e(say('You are offline. Your answers are saved on this device and sent when you are back online. Please leave this page open.'))}</p>${
    kiosk ? `<p><button type="button" class="primary" data-next>${e(say('Next person'))}</button></p>` : ''
  }`

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${e(value)}">`

/**
 * The form is sent to itself, so that nothing that was typed is lost, also without JavaScript. The button before them
 * is what the Enter key presses: it sends, and never changes the language.
 */
function languageSwitch({ definition, language }: FormPage, say: Say): string {
  const all = languagesOf(definition)
  if (all.length < 2) return ''
  const buttons = all.map(
    one =>
      `<button type="submit" name="_to" value="${one}" lang="${one}" dir="${directionOf(one)}" formnovalidate${one === language ? ' aria-current="true"' : ''}>${e(ownName(one))}</button>`,
  )
  return `<button type="submit" class="trap" tabindex="-1" aria-hidden="true"></button><p class="languages" role="group" aria-label="${e(say('Language'))}">${buttons.join('')}</p>`
}

const count = (problems: Record<string, string>, say: Say) => {
  const many = Object.keys(problems).length
  return many === 0 ? '' : many === 1 ? say('Please check one answer.') : say('Please check {0} answers.', many)
}

/** What the page's script needs to know. */
function facts({ slug, language, goesOn, keeps, onward }: FormPage, { fields, redirect }: Definition): string {
  const words = JSON.stringify(dictionaryOf(language))
  const all = {
    slug,
    fields: JSON.stringify(
      fields.map(
        ({ key, type, required, options, when, payment }): Asked => ({ key, type, required, options, when, payment }),
      ),
    ),
    redirect: onward?.url ?? redirect,
    ...(words !== '{}' && { words }),
    ...(goesOn !== undefined && { on: goesOn }),
    ...(keeps && { keeps: '' }),
  }
  return Object.entries(all)
    .map(([name, value]) => ` data-${name}="${e(value)}"`)
    .join('')
}

/** A form as people who fill it in see it; complete without JavaScript. */
export function formPage(page: FormPage): PublicDocument {
  const { slug, key, token, via, problems, embedded, kiosk, language, preview, keeps, note, onward } = page
  const say = sayIn(language)
  const definition = inLanguage(page.definition, language)
  const { title, intro, fields, button } = definition
  const home = page.home ? `&amp;lang=${e(page.home)}` : ''
  // Without JavaScript what follows opens in place of the page around the form, and so does the answer to the form.
  const isFramed = embedded && !onward
  const action = `/f/${e(slug)}${isFramed ? '?embed=1' : kiosk ? `?kiosk=1${home}` : ''}`
  const notice = definition.keepNotice || say('We save what you type for 30 days so that we can help you finish.')
  const form = `<form id="form" method="post" action="${action}"${embedded && onward ? ' target="_top"' : ''} novalidate${facts(page, definition)}${kiosk ? ' autocomplete="off"' : ''}${preview ? ' inert' : ''}>
${languageSwitch(page, say)}<h1>${e(title)}</h1>${paragraphs(intro)}${note ? `<p class="note" role="status">${e(note)}</p>` : ''}${keeps ? `<p class="note">${e(notice)}</p>` : ''}${fields.some(one => one.required) ? `<p class="help">${e(say('Fields with a * must be filled in.'))}</p>` : ''}
${fields.map(field => fieldHtml(field, { ...page, say, ...(definition.currency && { currency: definition.currency }) })).join('\n')}
${preview ? '' : honeypotField(language)}${hidden('key', key)}${hidden('token', token)}${hidden('via', via)}${hidden('_lang', language)}${hidden('_step', page.goesOn ?? '0')}${onward ? hidden('_next', onward.token) : ''}
<p class="problem" data-problem="form" role="alert">${e(problems.form ?? count(problems, say))}</p>
<div class="steps"><button type="button" class="quiet" data-back hidden>${e(say('Back'))}</button><button type="button" class="primary" data-on hidden>${e(say('Next'))}</button><button type="submit" class="primary" data-send>${e(button)}</button><p class="help" id="step" role="status" hidden></p></div></form>
<section id="thanks" hidden tabindex="-1">${thanks(definition, kiosk, say)}</section><p class="notice" id="notice" role="status" hidden></p>`
  return {
    ...viewed({ church: page.church, language, embedded, kiosk }),
    title,
    description: intro,
    body: markup(form),
    scripts: preview ? [] : ['/form.js'],
  }
}

export interface Viewed {
  church: PublicChurch | null
  language?: Language
  /** It stands in a frame of another site: without the church’s head. */
  embedded?: boolean
  kiosk?: boolean
}

/** What every page of a form has in common. */
export const viewed = ({ church, language = 'en', embedded = false, kiosk = false }: Viewed) => ({
  church,
  language,
  styles: ['/form.css'],
  header: embedded ? ('none' as const) : ('name' as const),
  // In a frame the page around it has the landmarks.
  landmarks: !embedded,
  data: { ...(embedded && { embedded: '' }), ...(kiosk && { kiosk: '' }) },
})

type Thanks = Viewed & { definition: Definition; slug: string; language: Language }
export function thanksPage(page: Thanks): PublicDocument {
  const { slug, language, kiosk = false } = page
  const say = sayIn(language)
  const definition = inLanguage(page.definition, language)
  const again = kiosk ? `<p><a class="primary" href="/f/${e(slug)}?kiosk=1">${e(say('Next person'))}</a></p>` : ''
  const words = `<section>${thanks(definition, false, say)}${again}</section>`
  return { ...viewed(page), title: definition.thanksTitle, body: markup(words) }
}

/** For a projector or a printed page: the code as large as it can be. */
export const qrPage = (page: {
  title: string
  church: PublicChurch
  svg: string
  address: string
}): PublicDocument => ({
  ...viewed(page),
  title: page.title,
  body: markup(
    `<section class="code"><h1>${e(page.title)}</h1><p class="words">Point your phone’s camera here.</p><div class="square" role="img" aria-label="QR code of ${e(page.address)}">${page.svg}</div><p class="address">${e(page.address)}</p></section>`,
  ),
})
