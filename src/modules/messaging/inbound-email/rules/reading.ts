import EmailReplyParser from 'email-reply-parser'
import { convert } from 'html-to-text'
import type { Address, Email, Mailbox } from 'postal-mime'

/** A mail as a thread shows it: plain text, with what it quotes apart. */
export interface ParsedEmail {
  from: string
  fromName: string
  /** Everyone it was sent to, in lower case. */
  to: string[]
  subject: string
  text: string
  /** The older words under a reply. */
  quoted: string
  messageId: string
  /** Message-IDs that it answers, the nearest first. */
  answers: string
  /** A machine wrote it: an absence notice, a list. Nothing of ours answers it by itself. */
  automatic: boolean
}

/** So much of a mail is shown; the whole lies in the file store for 30 days. */
const LONGEST = 100_000

const boxes = (all: Address[] | undefined): Mailbox[] =>
  (all ?? []).flatMap(one => ('address' in one && one.address ? [one as Mailbox] : (one.group ?? [])))

export function parseEmail(mail: Email): ParsedEmail {
  const [from] = boxes(mail.from ? [mail.from] : [])
  const whole = (mail.text?.trim() ? mail.text : plain(mail.html ?? '')).replace(/\r\n?/g, '\n').slice(0, LONGEST)
  const read = new EmailReplyParser().read(whole)
  const text = read.getVisibleText().trim()
  return {
    from: (from?.address ?? '').toLowerCase(),
    fromName: (from?.name ?? '').slice(0, 200),
    to: [...boxes(mail.to), ...boxes(mail.cc), ...headers(mail, 'delivered-to', 'x-original-to')].map(box =>
      box.address.toLowerCase(),
    ),
    subject: (mail.subject ?? '').replace(/\s+/g, ' ').trim().slice(0, 300),
    // A reply that is nothing but a quotation still says something.
    text: text || whole.trim(),
    quoted: text ? read.getQuotedText().trim() : '',
    messageId: (mail.messageId ?? '').slice(0, 500),
    answers: `${mail.inReplyTo ?? ''} ${(mail.references ?? '').split(/\s+/).reverse().join(' ')}`.slice(0, 10_000),
    automatic: isAutomatic(mail),
  }
}

const headers = (mail: Email, ...keys: string[]): Mailbox[] =>
  mail.headers
    .filter(one => keys.includes(one.key))
    .map(one => ({ name: '', address: one.value.replace(/[<>\s]/g, '') }))

const plain = (html: string) =>
  convert(html.slice(0, 2_000_000), {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 200 },
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
