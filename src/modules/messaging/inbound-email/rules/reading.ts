import { convert } from 'html-to-text'
import type { Address, Email, Mailbox } from 'postal-mime'
import { foldEmail } from './folding.ts'

/** A mail as a thread shows it: plain text, with what it quotes apart. */
export interface ParsedEmail {
  from: string
  fromName: string
  /** Everyone it was sent to, in lower case. */
  to: string[]
  subject: string
  text: string
  /** Folded under it: quotations and signatures. With the text it is the whole mail. */
  quoted: string
  messageId: string
  /** Message-IDs that it answers, the nearest first. */
  answers: string
  /** A machine wrote it: an absence notice, a list. Nothing of ours answers it by itself. */
  automatic: boolean
}

/** So many characters are kept beside the original; what is beyond is said at the end of the text. */
const LONGEST = 200_000
const LONGER = '[This email is longer. Open the original to read the rest.]'

const boxes = (all: Address[] | undefined): Mailbox[] =>
  (all ?? []).flatMap(one => ('address' in one && one.address ? [one as Mailbox] : (one.group ?? [])))

export function parseEmail(mail: Email): ParsedEmail {
  const [from] = boxes(mail.from ? [mail.from] : [])
  const subject = (mail.subject ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)
  const { body, stub } = bodyOf(mail)
  const all = body.replace(/\r\n?/g, '\n')
  const { text, folded } = foldEmail(all.slice(0, LONGEST), subject)
  return {
    from: (from?.address ?? '').toLowerCase(),
    fromName: (from?.name ?? '').slice(0, 200),
    to: [...boxes(mail.to), ...boxes(mail.cc), ...headers(mail, 'delivered-to', 'x-original-to')].map(box =>
      box.address.toLowerCase(),
    ),
    subject,
    text: all.length > LONGEST ? `${text}\n\n${LONGER}` : text,
    quoted: [folded, stub].filter(Boolean).join('\n'),
    messageId: (mail.messageId ?? '').slice(0, 500),
    answers: `${mail.inReplyTo ?? ''} ${(mail.references ?? '').split(/\s+/).reverse().join(' ')}`.slice(0, 10_000),
    automatic: isAutomatic(mail),
  }
}

const headers = (mail: Email, ...keys: string[]): Mailbox[] =>
  mail.headers
    .filter(one => keys.includes(one.key))
    .map(one => ({ name: '', address: one.value.replace(/[<>\s]/g, '') }))

/** Its text part, unless that is a stub: it only says that the mail is written in HTML, and is folded. */
function bodyOf({ text = '', html = '', attachments }: Email): { body: string; stub: string } {
  const words = (from: string) => from.trim().split(/\s+/).length
  const converted = html ? plainText(html) : ''
  const texts = attachments.filter(isWritten).map(one => new TextDecoder().decode(bytesOf(one.content)).trim())
  if (!text.trim() || words(text) * 3 < words(converted))
    return { body: [converted, ...texts].filter(Boolean).join('\n\n'), stub: converted ? text.trim() : '' }
  return { body: [text, ...texts].join('\n\n'), stub: '' }
}

/** Words that a phone company’s gateway sends as a file: text_0.txt. */
const isWritten = ({ mimeType, filename }: Email['attachments'][number]) =>
  mimeType === 'text/plain' && /^text_?\d*\.txt$/i.test(filename ?? '')
const bytesOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const MOST_HTML = 2_000_000
const plainText = (html: string) =>
  convert(html.slice(0, MOST_HTML), {
    wordwrap: false,
    limits: { maxInputLength: MOST_HTML, maxDepth: 1_000, ellipsis: LONGER },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ],
  })

/** Whether no person wrote it (RFC 3834, 2; and the older signs that mail programs still use). */
function isAutomatic(mail: Email): boolean {
  const header = (key: string) =>
    mail.headers
      .find(one => one.key === key)
      ?.value.trim()
      .toLowerCase()
  const submitted = header('auto-submitted')
  return (
    (submitted !== undefined && submitted !== 'no') ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(header('precedence') ?? '') ||
    header('x-autoreply') !== undefined ||
    header('list-id') !== undefined ||
    header('return-path') === '<>'
  )
}
