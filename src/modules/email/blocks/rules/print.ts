import { escapeHtml } from '#messaging/rules/letter.ts'
import { fillTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { written } from '../../rules/markdown.ts'
import type { Around, Mail } from './compose.ts'
import { safe, socialNames } from './html.ts'
import { bookingHref, wholeHref } from './links.ts'
import type { Look } from './look.ts'
import { type Block, type Column, socialNetworks } from './schema.ts'

/** Paper has no links: it says where they lead. */
const shortened = (href: string) => href.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '')
const way = (label: string, href: string) => {
  const whole = wholeHref(href)
  if (!whole) return label ? `<p class="way">${safe(label)}</p>` : ''
  return `<p class="way"><a href="${escapeHtml(whole)}">${safe(label || shortened(whole))}</a>${label && !whole.startsWith('{') ? ` <span>${escapeHtml(shortened(whole))}</span>` : ''}</p>`
}
const picture = (fileId: string | null, alt: string, look: Look) =>
  fileId ? `<img src="${escapeHtml(look.picture(fileId))}" alt="${safe(alt)}">` : ''
const line = (...parts: string[]) => {
  const said = parts.filter(Boolean)
  return said.length > 0 ? `<p class="quiet">${said.map(safe).join(' · ')}</p>` : ''
}
const heading = (text: string, level: 2 | 3) => (text ? `<h${level}>${safe(text)}</h${level}>` : '')
const column = ({ fileId, alt, text, label, href }: Column, look: Look) =>
  picture(fileId, alt, look) + (text && written(text, 'page')) + way(label, href)

/** A block as a part of a printed sheet; nothing where it says nothing. */
function blockPrint(block: Block, look: Look): string {
  switch (block.type) {
    case 'header':
      return ''
    case 'heading':
      return heading(block.text, block.level === 1 ? 2 : 3)
    case 'text':
      return block.text && written(block.text, 'page')
    case 'image':
      return picture(block.fileId, block.alt, look)
    case 'button':
      return way(block.label, block.href)
    case 'columns':
      return `<div>${column(block.left, look)}</div><div>${column(block.right, look)}</div>`
    case 'divider':
      return '<hr>'
    case 'verse':
      return block.text ? `<blockquote><p>${safe(block.text)}</p>${line(block.reference)}</blockquote>` : ''
    case 'events': {
      const items = block.items.filter(one => one.title || one.when || one.where)
      const rows = items.map(one => `<li><b>${safe(one.title)}</b>${line(one.when, one.where)}</li>`)
      return items.length > 0 ? `${heading(block.title, 3)}<ul class="events">${rows.join('')}</ul>` : ''
    }
    case 'sermon':
      return `${heading(block.title, 3)}${line(block.speaker, block.passage, block.when)}${picture(block.fileId, block.alt, look)}${way(block.label, block.href)}`
    case 'give':
      return `<div class="give">${block.text ? `<p>${safe(block.text)}</p>` : ''}${way(block.label, block.href)}</div>`
    case 'booking':
      return `${block.text ? `<p>${safe(block.text)}</p>` : ''}${way(block.label, bookingHref(block.slug))}`
    case 'video':
      return `${heading(block.title, 3)}${block.text ? `<p>${safe(block.text)}</p>` : ''}${way(block.label, block.href)}`
    case 'social':
      return socialNetworks
        .filter(name => wholeHref(block[name]))
        .map(name => way(socialNames[name], block[name]))
        .join('')
  }
}

const styleOf = (color: string) =>
  `@page{size:A4;margin:14mm 15mm}*{box-sizing:border-box}body{margin:0;background:#f6f4f1;color:#1c1917;font:10.5pt/1.5 Georgia,'Times New Roman',serif}.sheet{max-width:210mm;min-height:297mm;margin:24px auto;padding:14mm 15mm;background:#fff;box-shadow:0 1px 12px rgb(0 0 0/.12)}header{display:flex;align-items:center;gap:6mm;margin:0 0 6mm;padding:0 0 4mm;border-bottom:1.5pt solid ${color}}header img{height:16mm;width:auto}header h1{margin:0;font-size:21pt;line-height:1.2;font-weight:600}header p{margin:0;color:#57534e}main{columns:2;column-gap:9mm}main>section{break-inside:avoid;margin:0 0 5mm}h2{margin:0 0 2mm;font-size:16pt;line-height:1.25;font-weight:600}h3{margin:0 0 2mm;font-size:12.5pt;line-height:1.3;font-weight:600;color:${color}}p{margin:0 0 2mm}ul,ol{margin:0 0 2mm;padding:0 0 0 5mm}.events{padding:0;list-style:none}.events li{padding:1.5mm 0;border-top:.5pt solid #d6d0c9}.events p,.quiet{margin:0;color:#57534e;font-size:9.5pt}blockquote{margin:0;padding:0 0 0 4mm;border-left:2pt solid #e3a322;font-style:italic;font-size:11.5pt}main img{display:block;max-width:100%;max-height:60mm;height:auto;margin:0 0 2mm;border-radius:2mm}hr{margin:1mm 0;border:0;border-top:.5pt solid #d6d0c9}.give{padding:3mm 4mm;border:.75pt solid ${color};border-radius:2mm}.way{margin:0}.way a{color:${color};font-weight:600;text-decoration:none}.way span{color:#57534e;font-size:9.5pt;overflow-wrap:anywhere}footer{margin:4mm 0 0;padding:3mm 0 0;border-top:.5pt solid #d6d0c9;color:#57534e;font-size:9pt}nav{position:sticky;top:0;display:flex;justify-content:center;gap:16px;align-items:center;padding:12px;background:#292524;color:#fff;font:15px -apple-system,'Segoe UI',Roboto,sans-serif}nav a{color:#fff}nav button{min-height:40px;padding:8px 20px;border:0;border-radius:8px;background:#fff;color:#1c1917;font:inherit;font-weight:600;cursor:pointer}@media screen and (max-width:210mm){.sheet{margin:0;padding:24px 20px;min-height:0}main{columns:1}}@media print{nav{display:none}body{background:#fff}.sheet{margin:0;padding:0;max-width:none;min-height:0;box-shadow:none}main{columns:2}}`

/** All that runs on the page; its fingerprint stands in the page's policy. */
export const PRINT_SCRIPT = "document.querySelector('button').addEventListener('click',()=>print())"

/** A heading stays with what stands under it. */
function sections(blocks: readonly Block[], look: Look): string[] {
  const all: string[] = []
  let open = ''
  for (const block of blocks) {
    const inner = blockPrint(block, look)
    if (!inner) continue
    if (block.type === 'heading') open += inner
    else {
      all.push(open + inner)
      open = ''
    }
  }
  return open ? [...all, open] : all
}

/** The same, one under the other, for a page that has a style sheet of its own. */
export const pageHtml = (blocks: readonly Block[], look: Look): string => sections(blocks, look).join('')

/** A campaign as a sheet of paper: A4, two columns, the church above and its address below. */
export function printPage(mail: Mail, { look }: Around, values: TagValues, day: string): string {
  const title = safe(mail.subject)
  const logo = look.logo ? `<img src="${escapeHtml(look.logo)}" alt="">` : ''
  const body = sections(mail.blocks, look)
    .map(part => `<section>${part}</section>`)
    .join('')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="description" content="${safe(mail.preheader || mail.subject)}"><style>${styleOf(look.color)}</style></head><body><nav><button type="button">Print</button><a href="{archiveLink}">Back to the email</a></nav><div class="sheet"><header>${logo}<div><h1>${title}</h1><p>{businessName}, ${escapeHtml(day)}</p></div></header><main>${body}</main><footer>{businessName}, {businessAddress}</footer></div><script>${PRINT_SCRIPT}</script></body></html>`
  return fillTags(html, values, 'html').text
}
