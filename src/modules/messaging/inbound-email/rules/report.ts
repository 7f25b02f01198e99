import type { Email } from 'postal-mime'

/** What a machine says about a mail of ours. */
export interface DeliveryReport {
  /** complaint: someone called ours spam. failed: it was not delivered. undefined: it tells of a delay or a delivery. */
  kind?: 'complaint' | 'failed'
  /** Enhanced status code of the failure (RFC 3463), where one is given. */
  status?: string
  /** Ids that our mail may have, most certain first. */
  ids: string[]
  detail: string
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi
/** Our message ids in a text: `<id@domain>`, `office+r.id@domain` and the like. */
export const idsIn = (text: string): string[] => [...new Set((text.match(UUID) ?? []).map(id => id.toLowerCase()))]

const textOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** Fields of a part such as message/delivery-status, in groups as they stand. */
function fieldsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map(
      group =>
        new Map(
          group.split('\n').flatMap(line => {
            const at = line.indexOf(':')
            return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : []
          }),
        ),
    )
    .filter(group => group.size > 0)
}

/** Delivery status notifications (RFC 3464), bounces in plain text and feedback reports (RFC 5965); undefined for any other mail. */
export function parseDeliveryReport(mail: Email): DeliveryReport | undefined {
  const part = (type: string) => mail.attachments.find(one => one.mimeType === type)
  const returned = mail.attachments
    .filter(one => ['message/rfc822', 'text/rfc822-headers', 'message/global'].includes(one.mimeType))
    .map(one => headOf(textOf(one.content)))
  const feedback = part('message/feedback-report')
  if (feedback) return complaint(fieldsOf(textOf(feedback.content)), returned)
  const status = part('message/delivery-status') ?? part('message/global-delivery-status')
  if (status) return bounce(fieldsOf(textOf(status.content)), returned)
  return plainBounce(mail)
}

/** Of a returned mail only its head names our id; its body may quote anyone's. */
const headOf = (raw: string) => raw.split(/\r?\n\r?\n/, 1)[0]!
const messageIdOf = (head: string) => /^message-id:\s*(\S+)/im.exec(head.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? ''

function complaint([report]: Map<string, string>[], returned: string[]): DeliveryReport {
  const type = report?.get('feedback-type')?.toLowerCase() ?? ''
  const ids = returned.flatMap(head => idsIn(messageIdOf(head)))
  // "not-spam" takes a complaint back, "auth-failure" tells of forgeries: neither is one.
  const counts = ['abuse', 'fraud', 'other', 'opt-out', 'opt-out-list'].includes(type)
  return { ids, detail: `Reported as ${type || 'spam'}`, ...(counts && { kind: 'complaint' as const }) }
}

function bounce([about, ...recipients]: Map<string, string>[], returned: string[]): DeliveryReport {
  const ids = [
    ...idsIn(about?.get('original-envelope-id') ?? ''),
    ...returned.flatMap(head => idsIn(messageIdOf(head))),
  ]
  // Where the first group holds no recipient of its own, the others do (RFC 3464, 2.1); some servers write one group alone.
  const all = about?.has('action') ? [about, ...recipients] : recipients
  const failed = all.find(group => group.get('action')?.toLowerCase() === 'failed')
  if (!failed) return { ids, detail: all[0]?.get('diagnostic-code') ?? '' }
  const status = failed.get('status') ?? ''
  const detail = (failed.get('diagnostic-code') ?? '').replace(/^\s*smtp;\s*/i, '') || `Status ${status}`
  // 2.x.x: it was delivered after all.
  return { ids, detail, ...(!status.startsWith('2') && { kind: 'failed' as const, status }) }
}

const daemons = /^(?:mailer-?daemon|postmaster|mail-?daemon|mdaemon|mail-delivery|mailsystem|mail-?administrator)\b/i
/** Where a plain report ends and what came back begins: qmail, Exim, Sendmail, MDaemon and others. */
const returnedFrom =
  /^[ \t]*(?:-{2,} ?(?:below this line is a copy|this is a copy|original message|returned message|included is a copy|unsent message|message header|the header of the original|begin message header)|(?:the |a )?(?:copy of the |header of the )?original message(?: headers?)?(?: follows)?:?[ \t]*$|return-path:|received: )/im
const delays =
  /\b(?:delayed|not yet|still (?:trying|being)|will (?:be retried|keep trying|continue)|warning only|could not be delivered (?:for|yet))\b/i

/** A bounce in plain words, recognized by who wrote it and by the Message-ID of ours that it returns. */
function plainBounce(mail: Email): DeliveryReport | undefined {
  const sender = mail.from && 'address' in mail.from ? (mail.from.address ?? '') : ''
  const isReturned = mail.headers.some(
    ({ key, value }) => key === 'x-failed-recipients' || (key === 'return-path' && value.trim() === '<>'),
  )
  if (!daemons.test(sender) && !isReturned) return
  const text = (mail.text ?? '').replace(/\r\n?/g, '\n')
  const at = text.search(returnedFrom)
  if (at < 0) return
  const ids = idsIn(messageIdOf(text.slice(at)))
  if (ids.length === 0) return
  const said = text.slice(0, at).trim()
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0] ?? ''
  if (delays.test(said) && !status.startsWith('5')) return { ids, detail: said.slice(0, 300) }
  return { ids, kind: 'failed', status, detail: reasonIn(said) }
}

/** The line that gives the server's answer, or else the last ones. */
function reasonIn(said: string): string {
  const lines = said.split('\n').map(line => line.trim())
  const coded = lines.findIndex(line => /\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/.test(line))
  return (coded < 0 ? lines.filter(Boolean).slice(-3) : lines.slice(coded, coded + 3)).join(' ').trim()
}
