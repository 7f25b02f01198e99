import type { Readable } from 'node:stream'
import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { dkimKey, dkimRecord, domainOf, liveMail } from './live.ts'
import { sandboxMail } from './sandbox.ts'

export { MailRefused } from './rules/refused.ts'

export interface OutgoingMail {
  to: string
  toName: string
  subject: string
  text: string
  html: string
  /** Becomes the Message-ID, so that a repeated hand-over can be recognized. */
  messageId: string
  /** Shown before the server's own address. */
  senderName?: string
  replyTo?: string
  /** Another address than the server's, signed with its domain's own key. */
  from?: { address: string; dkim: { domainName: string; keySelector: string; privateKey: string } }
  headers?: Record<string, string>
  /** An iTIP message (RFC 5546), beside text and HTML. */
  calendar?: { method: string; content: string }
  files?: { name: string; contentType: string; content: Readable }[]
}
export interface SentMail {
  /** sent: the server took it. delivered: it lies in the mailbox (the sandbox knows). */
  state: 'sent' | 'delivered'
  provider: string
  providerId: string
  sender: string
}
export interface MailProvider {
  name: string
  send(mail: OutgoingMail): Promise<SentMail>
}

let active: MailProvider | undefined

/** From whom mail leaves, and what its domain has to publish so that others believe it (RFC 6376). */
export function sendingDomain() {
  const domain = domainOf(env.mailFrom)
  return { from: env.mailFrom, domain, provider: mail().name, record: dkimRecord(dkimKey(domain)) }
}

/** SMTP where SMTP_URL is set, else the sandbox. */
export function mail(): MailProvider {
  active ??= env.smtpUrl ? liveMail(env.smtpUrl, env.mailFrom) : sandboxMail(env.mailFrom)
  const chosen = active
  return {
    name: chosen.name,
    send(outgoing) {
      assertOutsideTransaction('mail')
      return chosen.send(outgoing)
    },
  }
}
