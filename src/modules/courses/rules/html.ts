import { html } from 'hono/html'
import type { Html } from '#public-page/rules/document.ts'
import { type CalloutTone, calloutNames, type Doc, type DocNode, isSafeLink } from './document.ts'

/** A passage by the words that stand in the lesson, word for word. */
export interface ShownVerse {
  name: string
  abbreviation: string
  verses: { number: string; text: string }[]
}
export type Verses = ReadonlyMap<string, ShownVerse>
type Part = Html | Promise<Html> | string

const marked = (text: string, mark: NonNullable<DocNode['marks']>[number], inner: Part): Part => {
  switch (mark.type) {
    case 'bold':
      return html`<strong>${inner}</strong>`
    case 'italic':
      return html`<em>${inner}</em>`
    case 'underline':
      return html`<u>${inner}</u>`
    case 'strike':
      return html`<s>${inner}</s>`
    case 'code':
      return html`<code>${inner}</code>`
    case 'link':
      return isSafeLink(mark.attrs?.href) ? html`<a href="${mark.attrs.href}" rel="noopener">${inner}</a>` : inner
    default:
      return text
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const image = ({ attrs = {} }: DocNode): Part => {
  const { fileId, alt } = attrs
  if (typeof fileId !== 'string' || !UUID.test(fileId)) return ''
  return html`<figure><img src="/storage/v1/pictures/${fileId}" alt="${typeof alt === 'string' ? alt : ''}" loading="lazy"></figure>`
}

const verse = ({ attrs = {} }: DocNode, verses: Verses): Part => {
  const reference = typeof attrs.reference === 'string' ? attrs.reference : ''
  const shown = verses.get(reference)
  if (!shown) return html`<p class="passage">${reference}</p>`
  return html`<blockquote class="verses"><p>${shown.verses.map(one => html`<sup>${one.number}</sup> ${one.text} `)}</p><footer>${shown.name} (${shown.abbreviation})</footer></blockquote>`
}

const callout = (node: DocNode, inner: Part[]): Part => {
  const tone = Object.hasOwn(calloutNames, String(node.attrs?.tone)) ? (node.attrs?.tone as CalloutTone) : 'note'
  return html`<aside class="callout" data-tone="${tone}"><strong>${calloutNames[tone]}</strong>${inner}</aside>`
}

function nodeHtml(node: DocNode, verses: Verses): Part {
  const inner = () => (node.content ?? []).map(child => nodeHtml(child, verses))
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce<Part>((so, mark) => marked(node.text ?? '', mark, so), node.text ?? '')
    case 'paragraph':
      return html`<p>${inner()}</p>`
    case 'heading':
      return node.attrs?.level === 3 ? html`<h3>${inner()}</h3>` : html`<h2>${inner()}</h2>`
    case 'bulletList':
      return html`<ul>${inner()}</ul>`
    case 'orderedList':
      return html`<ol>${inner()}</ol>`
    case 'listItem':
      return html`<li>${inner()}</li>`
    case 'blockquote':
      return html`<blockquote>${inner()}</blockquote>`
    case 'horizontalRule':
      return html`<hr>`
    case 'hardBreak':
      return html`<br>`
    case 'image':
      return image(node)
    case 'verse':
      return verse(node, verses)
    case 'callout':
      return callout(node, inner())
    default:
      return ''
  }
}

/** A document as markup: only what is listed here comes through, and every text is escaped. */
export const docHtml = (doc: Doc, verses: Verses): Html | Promise<Html> =>
  html`<div class="prose">${doc.content.map(node => nodeHtml(node, verses))}</div>`
