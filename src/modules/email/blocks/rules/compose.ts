import { fillTags, type TagValues } from '#messaging/rules/merge-tags.ts'
import { type Counted, counted, marked, pixel } from '../../rules/counting.ts'
import type { Composed } from '../../rules/letter.ts'
import { blockHtml, safe } from './html.ts'
import type { Look } from './look.ts'
import type { Block } from './schema.ts'
import { blockText } from './text.ts'

export interface Mail {
  subject: string
  preheader: string
  blocks: readonly Block[]
}
export interface Around {
  look: Look
  /** What its reader opted in to. */
  topicName: string
}

/** Under every mail, whatever is written above: why it came, who sends it, from where, and the way out. */
const foot = (topicName: string) =>
  `You are getting this email because you signed up for “${topicName}” from {businessName}.`
const small = (html: string) => `<p style="margin:0 0 8px;line-height:1.5">${html}</p>`
const way = (tag: string, words: string) => `<a href="{${tag}}" style="color:#57534e">${words}</a>`
const footHtml = (topicName: string) =>
  small(safe(foot(topicName))) +
  small('{businessName}, {businessAddress}') +
  small(
    [
      way('unsubscribeLink', 'Unsubscribe'),
      way('preferencesLink', 'Preferences'),
      way('archiveLink', 'View in browser'),
    ].join(' &nbsp;·&nbsp; '),
  )
const footText = (topicName: string) =>
  `--\n${foot(topicName)}\n{businessName}, {businessAddress}\n\nUnsubscribe: {unsubscribeLink}\nPreferences: {preferencesLink}\nRead it on the web: {archiveLink}`

/** Mail programs that turn colors around are told what to turn them into. */
const style =
  '<style>@media (max-width:620px){.px{padding-left:20px!important;padding-right:20px!important}.col{display:block!important;width:100%!important;padding:0!important}}@media (prefers-color-scheme:dark){body,.back{background:#1c1917!important}.card{background:#292524!important}.soft{background:#1c1917!important}.card h1,.card h2,.card p,.card li,.card blockquote{color:#f5f2ee!important}.card a:not([style*="background"]){color:#a9b4f5!important}.card hr,.card td{border-color:#44403c!important}.foot,.foot a{color:#d6d0c9!important}}</style>'

/** Spaces keep a mail program from showing the first words of the text after the preheader. */
const hidden = (preheader: string) =>
  preheader
    ? `<div style="display:none;max-height:0;overflow:hidden">${safe(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`
    : ''

/** The blocks alone, with whatever is tracked still leading where it leads. */
export const bodyHtml = (blocks: readonly Block[], look: Look) => blocks.map(block => blockHtml(block, look)).join('')

/** On the web nobody is known: what it is, and where to get it. */
const webFoot = (topicName: string) =>
  small(safe(`“${topicName}” from {businessName}`)) +
  small('{businessName}, {businessAddress}') +
  small(
    `${way('preferencesLink', 'Subscribe by email')} &nbsp;·&nbsp; <a href="{archiveLink}/print" style="color:#57534e">Print</a>`,
  )

interface Options {
  /** As a page for the person who has the link. */
  web?: boolean
  /** Absent for previews and tests: nothing of them is counted. */
  counting?: Counted
}

/** A campaign before anyone's name stands in it: made once for all of its readers. */
export function composeMail(
  { subject, preheader, blocks }: Mail,
  { look, topicName }: Around,
  { counting, web = false }: Options = {},
): (values: TagValues, mark?: string) => Composed {
  const title = subject.replace(/[\r\n]+/g, ' ')
  const inner = counted(bodyHtml(blocks, look), counting)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${safe(title)}</title>${web ? `<meta name="description" content="${safe(preheader || title)}">` : ''}${style}</head><body style="margin:0;background:#f6f4f1;font-family:-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;color:#292524">${hidden(preheader)}<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f4f1"><tr><td align="center" style="padding:24px 12px"><table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background:#ffffff;border-radius:10px"><tr><td style="padding:12px 0 0"></td></tr><tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 12px">${inner}</table></td></tr></table><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px"><tr><td class="foot px" style="padding:20px 32px;font-size:13px;color:#57534e">${web ? webFoot(topicName) : footHtml(topicName)}${pixel(counting)}</td></tr></table></td></tr></table></body></html>`
  const parts = blocks.map(blockText).filter(Boolean)
  const text = `${parts.join('\n\n')}\n\n${footText(topicName)}`
  return (values, mark = '') => {
    const [first, second, third] = [
      fillTags(title, values),
      fillTags(text, values),
      fillTags(marked(html, mark), values, 'html'),
    ] as const
    const missing = [...new Set([first, second, third].flatMap(part => part.missing))]
    return { subject: first.text, text: second.text, html: third.text, missing }
  }
}
