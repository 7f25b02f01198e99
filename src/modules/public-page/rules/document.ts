import { type HtmlEscapedString, raw } from 'hono/utils/html'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import { brandStyle, type PublicChurch } from './branding.ts'
import { directionOf, type Language } from './languages.ts'

/** Markup with its values escaped: what the tag `html` of hono/html returns, or `raw(…)` of markup that is safe already. */
export type Html = HtmlEscapedString
export const markup: (safe: string) => Html = raw

export interface Link {
  href: string
  text: string
}
export interface PublicDocument {
  title: string
  /** Null: the operator's own page. */
  church: PublicChurch | null
  body: Html
  /** English by default. */
  language?: Language
  /** For search engines and for link previews; the title and the church's name where there is none. Cut to a sentence or two. */
  description?: string
  /** The page's own address, absolute, where several addresses show it. */
  canonical?: string
  /** Whether search engines may list it; not by default. */
  indexed?: boolean
  /** card: one sheet with the brand color on top. plain: the block brings its own layout. site: a page of the church's own site. */
  layout?: 'card' | 'plain' | 'site'
  /** name: the church's name and logo. heading: its name is the page's h1. none: in a frame of another site. */
  header?: 'name' | 'heading' | 'none'
  footer?: readonly Link[]
  /** Stylesheets and module scripts that a block needs besides the frame's own, by path. */
  styles?: readonly string[]
  /** Text of all style sheets, in place of links to them: one answer fewer to wait for. */
  sheets?: string
  scripts?: readonly string[]
  /** data-… attributes of <html>; an empty string for a flag. */
  data?: Readonly<Record<string, string>>
  feed?: { title: string; href: string }
  /** Stands above everything: that the church is closed today. */
  notice?: string
  /** In place of the usual header and footer. */
  top?: Html
  bottom?: Html
  /** Rules of this page alone, allowed by their hash. */
  css?: string
  /** An absolute address, for link previews. */
  picture?: string
  /** The same page in other languages. */
  alternates?: readonly { language: string; href: string }[]
  /** false inside another page of ours, which has landmarks of its own. */
  landmarks?: boolean
}

/** Text as paragraphs: an empty line ends one, a line break stays. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(one => `<p class="words">${e(one).replaceAll('\n', '<br>')}</p>`)
    .join('')

const initial = (name: string) => e(name.trim().charAt(0).toUpperCase())

const mark = ({ name, logoId }: PublicChurch) => {
  if (logoId) return `<img src="/storage/v1/logos/${e(logoId)}" alt="" width="40" height="40">`
  return `<span class="mark" aria-hidden="true">${initial(name)}</span>`
}

function headerOf({ church, header = 'name' }: PublicDocument, tag: string): string {
  if (header === 'none') return ''
  if (!church)
    return `<${tag} class="church"><a href="/"><img src="/favicon.svg" alt="" width="32" height="32">Lampstand</a></${tag}>`
  const name = header === 'heading' ? 'h1' : 'span'
  return `<${tag} class="church">${mark(church)}<${name}>${e(church.name)}</${name}></${tag}>`
}

const footerOf = (links: readonly Link[], tag: string) =>
  links.length === 0
    ? ''
    : `<${tag} class="links">${links.map(({ href, text }) => `<a href="${e(href)}">${e(text)}</a>`).join('')}</${tag}>`

/** What search engines show at most. */
const DESCRIPTION_LENGTH = 200
/** What a page is about on one line, as a tag of its head. */
export const descriptionTag = (text: string): string =>
  `<meta name="description" content="${e([...text.replace(/\s+/g, ' ').trim()].slice(0, DESCRIPTION_LENGTH).join(''))}">`

/** The page's only inline style: its style sheets where they are not linked, the brand color and its own rules. */
export const styleOf = ({ church, css = '', sheets = '' }: Pick<PublicDocument, 'church' | 'css' | 'sheets'>): string =>
  sheets + (church ? brandStyle(church) : '') + css

function headOf(page: PublicDocument): string {
  const { title, church, description, canonical, indexed, styles = [], scripts = [], feed } = page
  const { picture, alternates = [] } = page
  const site = church?.name ?? 'Lampstand'
  const style = styleOf(page)
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${e(title)} · ${e(site)}</title>`,
    descriptionTag(description?.trim() || `${title}, ${site}`),
    !indexed && '<meta name="robots" content="noindex">',
    canonical && `<link rel="canonical" href="${e(canonical)}">`,
    `<meta property="og:title" content="${e(title)}"><meta property="og:site_name" content="${e(site)}">`,
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg">',
    ...(page.sheets ? [] : ['/page.css', ...styles]).map(href => `<link rel="stylesheet" href="${e(href)}">`),
    style && `<style>${style}</style>`,
    picture &&
      `<meta property="og:image" content="${e(picture)}"><meta name="twitter:card" content="summary_large_image">`,
    ...alternates.map(one => `<link rel="alternate" hreflang="${e(one.language)}" href="${e(one.href)}">`),
    feed && `<link rel="alternate" type="application/rss+xml" title="${e(feed.title)}" href="${e(feed.href)}">`,
    ...scripts.map(src => `<script type="module" src="${e(src)}"></script>`),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Not in a frame of another site, which has little room. */
const noticeBar = ({ notice, header, landmarks = true }: PublicDocument): string =>
  notice && header !== 'none' && landmarks
    ? `<aside class="notice-bar" aria-label="Notice"><p>${e(notice)}</p></aside>`
    : ''

/** The whole document around a public page's body: language, head, the church's name, logo and color. */
export function documentOf(page: PublicDocument): string {
  const { language = 'en', layout = 'card', footer = [], data = {}, landmarks = true, body } = page
  const attributes = Object.entries(data)
    .map(([name, value]) => ` data-${name}${value === '' ? '' : `="${e(value)}"`}`)
    .join('')
  const [header, main, foot] = landmarks ? ['header', 'main', 'footer'] : ['div', 'div', 'div']
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${attributes}>
<head>${headOf(page)}</head>
<body data-layout="${layout}">${noticeBar(page)}${page.top ?? headerOf(page, header)}<${main} id="main">${body}</${main}>${page.bottom ?? footerOf(footer, foot)}</body></html>`
}
