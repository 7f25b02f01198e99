import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { Answers } from './answers.ts'
import type { Definition, Field } from './definition.ts'
import { fieldHtml } from './inputs.ts'

export interface Church {
  name: string
  logoId: string | null
  brandColor: string | null
}
export interface FormPage {
  definition: Definition
  church: Church
  slug: string
  key: string
  token: string
  /** link, qr, embed or kiosk */
  via: string
  answers: Answers
  problems: Record<string, string>
  /** It stands in a frame of another site: without the church’s head. */
  embedded: boolean
  kiosk: boolean
  nonce: string
  /** Black or white, whichever reads on the church’s colour. */
  ink: string
  /** A look at it in the builder: nothing can be sent. */
  preview?: boolean
}

const initial = (name: string) => e(name.trim().charAt(0).toUpperCase())

const head = ({ name, logoId, brandColor }: Church) =>
  `<header class="church">${
    logoId
      ? `<img src="/storage/v1/logos/${e(logoId)}" alt="" width="40" height="40">`
      : brandColor
        ? `<span class="mark" aria-hidden="true">${initial(name)}</span>`
        : ''
  }<span>${e(name)}</span></header>`

interface Frame {
  title: string
  church: Church
  nonce: string
  ink: string
  body: string
  embedded?: boolean
  kiosk?: boolean
  script?: boolean
  /** For whoever is sent the link. */
  description?: string
}

/** The one frame of every page here: the church’s name, logo and colour. */
export function frame({
  title,
  church,
  nonce,
  ink,
  body,
  embedded = false,
  kiosk = false,
  script = false,
  description = '',
}: Frame): string {
  const brand = /^#[0-9a-f]{6}$/i.test(church.brandColor ?? '')
    ? `<style nonce="${e(nonce)}">:root{--brand:${church.brandColor};--on-brand:${e(ink)}}</style>`
    : ''
  return `<!doctype html>
<html lang="en"${embedded ? ' data-embedded' : ''}${kiosk ? ' data-kiosk' : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${e(title)} · ${e(church.name)}</title>${description ? `<meta name="description" content="${e(description)}">` : ''}
<meta property="og:title" content="${e(title)}"><meta property="og:site_name" content="${e(church.name)}">
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/form.css">${brand}${
    script ? '<script type="module" src="/form.js"></script>' : ''
  }</head>
<body>${embedded ? '' : head(church)}<main>${body}</main></body></html>`
}

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(one => `<p class="words">${e(one).replaceAll('\n', '<br>')}</p>`)
    .join('')

/** The thanks, also where JavaScript puts them into the page itself. */
export const thanks = ({ thanksTitle, thanksText }: Definition, kiosk: boolean) =>
  `<h1>${e(thanksTitle)}</h1>${paragraphs(thanksText)}<p class="words" data-kept hidden>There is no connection right now. Your answers are kept on this device and sent as soon as it is back online; please leave this page open.</p>${
    kiosk ? '<p><button type="button" class="primary" data-next>Next person</button></p>' : ''
  }`

/** Conditions and kinds of the fields, for the rules that the page runs. */
const asked = (fields: readonly Field[]) =>
  e(JSON.stringify(fields.map(({ key, type, required, options, when }) => ({ key, type, required, options, when }))))

const trap =
  '<div class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>'

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${e(value)}">`

/** A form as whoever fills it in sees it; complete without JavaScript. */
export function formPage(page: FormPage): string {
  const { definition, church, slug, key, token, via, problems, embedded, kiosk, nonce, ink, preview } = page
  const { title, intro, fields, button, redirect } = definition
  const count = Object.keys(problems).length
  const said = count === 0 ? '' : count === 1 ? 'One answer needs another look.' : `${count} answers need another look.`
  const action = `/f/${e(slug)}${embedded ? '?embed=1' : kiosk ? '?kiosk=1' : ''}`
  const form = `<form id="form" method="post" action="${action}" novalidate data-slug="${e(slug)}" data-fields="${asked(fields)}" data-redirect="${e(redirect)}"${kiosk ? ' autocomplete="off"' : ''}${preview ? ' inert' : ''}>
<h1>${e(title)}</h1>${paragraphs(intro)}${fields.some(one => one.required) ? '<p class="help">Fields with a * must be filled in.</p>' : ''}
${fields.map(field => fieldHtml(field, page)).join('\n')}
${preview ? '' : trap}${hidden('key', key)}${hidden('token', token)}${hidden('via', via)}
<p class="problem" data-problem="form" role="alert">${e(problems.form ?? said)}</p>
<div class="steps"><button type="button" class="quiet" data-back hidden>Back</button><button type="button" class="primary" data-on hidden>Next</button><button type="submit" class="primary">${e(button)}</button><p class="help" id="step" role="status" hidden></p></div></form>
<section id="thanks" hidden tabindex="-1">${thanks(definition, kiosk)}</section><p class="notice" id="notice" role="status" hidden></p>`
  return frame({
    title,
    church,
    nonce,
    ink,
    embedded,
    kiosk,
    script: !preview,
    description: intro.slice(0, 200),
    body: form,
  })
}

export const thanksPage = (page: Omit<Frame, 'title' | 'body'> & { definition: Definition; slug: string }) => {
  const { definition, slug, kiosk = false } = page
  const again = kiosk ? `<p><a class="primary" href="/f/${e(slug)}?kiosk=1">Next person</a></p>` : ''
  const words = `<section>${thanks(definition, false)}${again}</section>`
  return frame({ ...page, title: definition.thanksTitle, body: words })
}

/** A sentence where no form can be shown. */
export const sentencePage = (page: Omit<Frame, 'body'> & { text: string }) =>
  frame({ ...page, body: `<section><h1>${e(page.title)}</h1>${paragraphs(page.text)}</section>` })

/** For a projector or a printed page: the code as large as it can be. */
export const qrPage = (page: Omit<Frame, 'body'> & { svg: string; address: string }) =>
  frame({
    ...page,
    body: `<section class="code"><h1>${e(page.title)}</h1><p class="words">Point your phone’s camera here.</p><div class="square" role="img" aria-label="QR code of ${e(page.address)}">${page.svg}</div><p class="address">${e(page.address)}</p></section>`,
  })
