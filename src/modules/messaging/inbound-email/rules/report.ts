import type { Email } from 'postal-mime'
import type { ReportKind } from '../../bounces/rules.ts'

/** What a machine says about a mail of ours. */
export interface DeliveryReport {
  /** undefined: it only tells of a delay or a delivery */
  kind?: ReportKind
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

/** Delivery status notifications (RFC 3464) and feedback reports (RFC 5965); undefined for any other mail. */
export function parseDeliveryReport(mail: Email): DeliveryReport | undefined {
  const part = (type: string) => mail.attachments.find(one => one.mimeType === type)
  const returned = mail.attachments
    .filter(one => ['message/rfc822', 'text/rfc822-headers', 'message/global'].includes(one.mimeType))
    .map(one => headOf(textOf(one.content)))
  const feedback = part('message/feedback-report')
  if (feedback) return complaint(fieldsOf(textOf(feedback.content)), returned)
  const status = part('message/delivery-status') ?? part('message/global-delivery-status')
  if (status) return bounce(fieldsOf(textOf(status.content)), returned)
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
  return { ids, detail, kind: kindOf(status) }
}

/** 5.1.x says there is no such mailbox; 5.2.x that it is full or away; 5.7.x is policy, and no fault of the address (RFC 3463). */
function kindOf(status: string): ReportKind | undefined {
  const [, grade, subject] = /^([245])\.(\d{1,3})\./.exec(status) ?? []
  if (grade === '2' || subject === '7') return
  return grade === '4' || subject === '2' || subject === '3' || subject === '4' ? 'soft_bounce' : 'hard_bounce'
}
