import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { liveMail } from './live.ts'
import { sandboxMail } from './sandbox.ts'

export interface OutgoingMail {
  to: string
  toName: string
  subject: string
  text: string
  html: string
  /** Becomes the Message-ID, so that a repeated hand-over can be recognised. */
  messageId: string
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

/** The server answered that it will not take this mail, so nothing has left. */
export class MailRefused extends Error {
  /** Worth another try later (SMTP 4xx, no connection). */
  readonly temporary: boolean
  constructor(message: string, temporary: boolean) {
    super(message)
    this.temporary = temporary
  }
}

let active: MailProvider | undefined

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
