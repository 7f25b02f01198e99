import { escapeHtml, type RenderedMail } from '#messaging/rules/letter.ts'
import { type Filled, fillTags, holdTags, type TagName, type TagValues } from '#messaging/rules/merge-tags.ts'
import { type Counted, counted, marked, pixel } from './counting.ts'
import { written } from './markdown.ts'

export interface Words {
  subject: string
  preheader: string
  /** Markdown */
  body: string
}
export interface Composed extends RenderedMail {
  /** Tags that have neither a value nor a fallback for this recipient. */
  missing: TagName[]
}

/** Under every newsletter, whatever is written above: who sends it, from where, and the way out. */
const FOOT = 'You are getting this email because you signed up for the newsletter from {businessName}.'

const line = (html: string) => `<p style="margin:0 0 8px;line-height:1.5">${html}</p>`
const footHtml = () =>
  line(FOOT) +
  line('{businessName}, {businessAddress}') +
  line(
    '<a href="{unsubscribeLink}" style="color:#57534e">Unsubscribe</a> &nbsp;·&nbsp; <a href="{archiveLink}" style="color:#57534e">View in browser</a>',
  )
const footText = () =>
  `--\n${FOOT}\n{businessName}, {businessAddress}\n\nUnsubscribe: {unsubscribeLink}\nRead it on the web: {archiveLink}`

/** Escaped, but for the merge tags, whose values are escaped as they are filled in. */
function safe(text: string): string {
  const { held, release } = holdTags(text)
  return release(escapeHtml(held))
}

/** What stands first needs no room above. */
const first = (html: string) => html.replace(/^(<h\d style="margin:)\d+px/, '$10')

/** Spaces keep a mail program from showing the first words of the text after the preheader. */
const hidden = (preheader: string) =>
  preheader
    ? `<div style="display:none;max-height:0;overflow:hidden">${safe(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`
    : ''

/** The newsletter before anyone's name stands in it: made once for a whole campaign. */
export function composer(
  { subject, preheader, body }: Words,
  counting?: Counted,
): (values: TagValues, mark?: string) => Composed {
  const title = subject.replace(/[\r\n]+/g, ' ')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${safe(title)}</title></head><body style="margin:0;background:#f6f4f1;font-family:-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;color:#292524">${hidden(preheader)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td style="padding:0 8px 16px;font-size:14px;font-weight:600;color:#3b4cb8">{businessName}</td></tr><tr><td style="background:#ffffff;border-radius:10px;padding:32px">${first(counted(written(body, 'mail'), counting))}</td></tr><tr><td style="padding:20px 8px;font-size:13px;color:#57534e">${footHtml()}${pixel(counting)}</td></tr></table></td></tr></table></body></html>`
  const text = `${written(body, 'text')}\n\n${footText()}`
  return (values, mark = '') => {
    const parts: [Filled, Filled, Filled] = [
      fillTags(title, values),
      fillTags(text, values),
      fillTags(marked(html, mark), values, 'html'),
    ]
    const missing = [...new Set(parts.flatMap(part => part.missing))]
    return { subject: parts[0].text, text: parts[1].text, html: parts[2].text, missing }
  }
}
