import { escapeHtml } from '#messaging/rules/letter.ts'
import { holdTags } from '#messaging/rules/merge-tags.ts'
import { written } from '../../rules/markdown.ts'
import { bookingHref, wholeHref } from './links.ts'
import type { Look } from './look.ts'
import { type Block, type Column, type EventItem, socialNetworks } from './schema.ts'

const serif = "Georgia,'Times New Roman',serif"
const ink = '#292524'
const quiet = '#57534e'

/** Escaped, but for the merge tags, whose values are escaped as they are filled in. */
export function safe(text: string): string {
  const { held, release } = holdTags(text)
  return release(escapeHtml(held)).replace(/\n/g, '<br>')
}

const row = (inner: string, padding = '0 32px 20px') =>
  `<tr><td class="px" style="padding:${padding}">${inner}</td></tr>`
/** The last paragraph's own room is enough. */
const prose = (markdown: string) =>
  written(markdown, 'mail').replace(/margin:0 0 16px(?![\s\S]*margin:0 0 16px)/, 'margin:0')

const link = (href: string, inner: string, style: string) => {
  const whole = wholeHref(href)
  return whole ? `<a href="${escapeHtml(whole)}" style="${style}">${inner}</a>` : inner
}

/** A table, since some programs know no padding of a link. */
function button(label: string, href: string, look: Look, align = 'left'): string {
  if (!label) return ''
  const style = `display:inline-block;padding:12px 24px;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px;background:${look.color}`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="${align}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-radius:8px;background:${look.color}">${wholeHref(href) ? link(href, safe(label), style) : `<span style="${style}">${safe(label)}</span>`}</td></tr></table></td></tr></table>`
}

function image(fileId: string | null, alt: string, href: string, look: Look): string {
  if (!fileId) return ''
  const img = `<img src="${escapeHtml(look.picture(fileId))}" alt="${safe(alt)}" width="536" style="display:block;width:100%;max-width:536px;height:auto;border:0;border-radius:8px">`
  return link(href, img, 'text-decoration:none')
}

const heading = (text: string, level: 1 | 2, align = 'left') =>
  `<h${level} style="margin:0;font-family:${serif};font-size:${level === 1 ? 30 : 22}px;line-height:1.25;font-weight:600;color:${ink};text-align:${align}">${safe(text)}</h${level}>`

const column = ({ fileId, alt, text, label, href }: Column, look: Look) =>
  [image(fileId, alt, '', look), text && prose(text), button(label, href, look)]
    .filter(Boolean)
    .map(part => `<div style="margin:0 0 16px">${part}</div>`)
    .join('')

/** Side by side; one under the other on a phone. */
const columns = (left: Column, right: Column, look: Look) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="col" valign="top" width="50%" style="padding-right:12px">${column(left, look)}</td><td class="col" valign="top" width="50%" style="padding-left:12px">${column(right, look)}</td></tr></table>`

const event = ({ title, when, where, href }: EventItem, look: Look) =>
  `<tr><td style="padding:12px 0;border-top:1px solid #e7e2da"><p style="margin:0 0 2px;font-weight:600;color:${ink}">${link(href, safe(title), `color:${look.color}`)}</p><p style="margin:0;color:${quiet};font-size:15px">${[when, where].filter(Boolean).map(safe).join(' · ')}</p></td></tr>`

const social = (block: Extract<Block, { type: 'social' }>, look: Look) =>
  socialNetworks
    .filter(name => wholeHref(block[name]))
    .map(name => link(block[name], socialNames[name], `color:${look.color}`))
    .join(' &nbsp;·&nbsp; ')

export const socialNames: Record<(typeof socialNetworks)[number], string> = {
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
}

const line = (text: string, style = `color:${quiet};font-size:15px`) =>
  text ? `<p style="margin:0 0 12px;line-height:1.5;${style}">${safe(text)}</p>` : ''

/** A block as a row of the mail's one table; nothing where it says nothing. */
export function blockHtml(block: Block, look: Look): string {
  switch (block.type) {
    case 'header':
      return row(
        block.logo && look.logo
          ? `<div style="text-align:${block.align}"><img src="${escapeHtml(look.logo)}" alt="${escapeHtml(look.businessName)}" height="56" style="height:56px;width:auto;border:0"></div>`
          : `<p style="margin:0;font-weight:600;color:${look.color};text-align:${block.align}">{businessName}</p>`,
      )
    case 'heading':
      return block.text ? row(heading(block.text, block.level, block.align), '4px 32px 12px') : ''
    case 'text':
      return block.text ? row(prose(block.text)) : ''
    case 'image':
      return block.fileId ? row(image(block.fileId, block.alt, block.href, look)) : ''
    case 'button':
      return block.label ? row(button(block.label, block.href, look, block.align), '4px 32px 24px') : ''
    case 'columns':
      return row(columns(block.left, block.right, look), '0 32px 4px')
    case 'divider':
      return row('<hr style="margin:0;border:0;border-top:1px solid #e7e2da">', '8px 32px 24px')
    case 'verse':
      return block.text ? row(verse(block.text, block.reference)) : ''
    case 'events':
      return block.items.length > 0 ? row(events(block.title, block.items, look)) : ''
    case 'sermon':
      return row(sermon(block, look))
    case 'give':
      return row(
        `<div class="soft" style="padding:20px 24px;border-radius:8px;background:#f6f4f1">${line(block.text, `color:${ink}`)}${button(block.label, block.href, look)}</div>`,
      )
    case 'booking':
      return row(`${line(block.text, `color:${ink}`)}${button(block.label, bookingHref(block.slug), look)}`)
    case 'video':
      return row(video(block, look))
    case 'social': {
      const links = social(block, look)
      return links ? row(`<p style="margin:0;text-align:center;font-size:15px">${links}</p>`) : ''
    }
  }
}

const verse = (text: string, reference: string) =>
  `<blockquote style="margin:0;padding:4px 0 4px 20px;border-left:3px solid #e3a322"><p style="margin:0 0 8px;font-family:${serif};font-size:20px;line-height:1.5;font-style:italic;color:${ink}">${safe(text)}</p>${line(reference)}</blockquote>`

const events = (title: string, items: readonly EventItem[], look: Look) =>
  `${title ? heading(title, 2) : ''}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:12px">${items.map(item => event(item, look)).join('')}</table>`

const video = (block: Extract<Block, { type: 'video' }>, look: Look) => {
  const poster = wholeHref(block.poster)
  const img =
    poster &&
    `<img src="${escapeHtml(poster)}" alt="${safe(block.title)}" width="536" style="display:block;width:100%;max-width:536px;height:auto;border:0;border-radius:8px">`
  return [
    img && `<div style="margin:0 0 16px">${link(block.href, img, 'text-decoration:none')}</div>`,
    block.title && `<div style="margin:0 0 8px">${heading(block.title, 2)}</div>`,
    line(block.text, `color:${ink}`),
    button(block.label && `\u25B6\uFE0E ${block.label}`, block.href, look),
  ].join('')
}

const sermon = (block: Extract<Block, { type: 'sermon' }>, look: Look) =>
  [
    image(block.fileId, block.alt, block.href, look) &&
      `<div style="margin:0 0 16px">${image(block.fileId, block.alt, block.href, look)}</div>`,
    block.title && `<div style="margin:0 0 8px">${heading(block.title, 2)}</div>`,
    line([block.speaker, block.passage, block.when].filter(Boolean).join(' · ')),
    button(block.label, block.href, look),
  ].join('')
