import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { env } from '#kernel/env.ts'
import { writeOnce } from '#kernel/tokens.ts'
import type { MailProvider, OutgoingMail } from './index.ts'
import { refusalKind } from './rules/refusal.ts'
import { MailRefused } from './rules/refused.ts'

export const domainOf = (sender: string) => sender.match(/@([^>\s]+)/)?.[1]?.toLowerCase() ?? 'localhost'

interface DkimKey {
  domainName: string
  keySelector: string
  /** PEM */
  privateKey: string
}

/** The key that signs a domain's mail: made on first use, kept in DATA_DIR/keys. */
export function dkimKey(domain: string): DkimKey {
  const file = path.join(env.dataDir, 'keys', `dkim-${domain.replace(/[^a-z0-9.-]/g, '_')}.pem`)
  const made = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return { domainName: domain, keySelector: 'lampstand', privateKey: kept(file) ?? writeOnce(file, made()) }
}

const pems = new Map<string, string>()
function kept(file: string): string | undefined {
  if (!pems.has(file) && fs.existsSync(file)) pems.set(file, fs.readFileSync(file, 'utf8'))
  return pems.get(file)
}

/** The TXT record by which others check the signature (RFC 6376, 3.6.1). */
export function dkimRecord({ domainName, keySelector, privateKey }: DkimKey): { name: string; value: string } {
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  return { name: `${keySelector}._domainkey.${domainName}`, value: `v=DKIM1; k=rsa; p=${key}` }
}

/** What the signature covers; one press to unsubscribe counts only where it is covered (RFC 8058, 4). */
const signed =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'In-Reply-To:References:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted'

/** SMTP by nodemailer, pooled, signed. */
export function liveMail(url: string, from: string): MailProvider {
  const domain = domainOf(from)
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dkim: { ...dkimKey(domain), headerFieldNames: signed },
  } as never)
  return {
    name: 'smtp',
    async send(mail) {
      try {
        const info = await transport.sendMail(envelope(mail, from, domain))
        return { state: 'sent', provider: 'smtp', providerId: info.messageId, sender: mail.from?.address ?? from }
      } catch (error) {
        throw refusal(error as SmtpError, mail.to)
      }
    },
  }
}

function envelope(
  { to, toName, senderName, replyTo, messageId, from: own, files = [], calendar, ...rest }: OutgoingMail,
  house: string,
  domain: string,
) {
  const address = own?.address ?? house.match(/<([^>]+)>/)?.[1] ?? house
  return {
    ...rest,
    ...(calendar && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
    attachments: files.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
    from: senderName ? { name: senderName, address } : own ? address : house,
    ...(own && { dkim: { ...own.dkim, headerFieldNames: signed } }),
    to: toName ? { name: toName, address: to } : to,
    ...(replyTo && { replyTo }),
    messageId: `<${messageId}@${domain}>`,
    // A server that can (RFC 3461) names our id in what it sends back.
    dsn: { id: messageId, return: 'headers' as const, notify: ['failure' as const, 'delay' as const] },
  }
}

interface SmtpError extends Error {
  responseCode?: number
  response?: string
  code?: string
  /** The step at which it failed; CONN is before anything was said. */
  command?: string
}

/** What is known not to have left: no connection, or the server's own no. The rest stays an unknown outcome. */
function refusal(error: SmtpError, to: string): Error {
  // Without SMTPUTF8 (RFC 6531) it is our server that can't, whatever code it says so with: the mailbox may be fine.
  if (error.responseCode && isInternational(to) && error.command !== 'DATA')
    return new MailRefused(
      `The mail server can’t send to addresses with letters outside ASCII: ${error.message}`,
      error.responseCode < 500,
    )
  if (error.responseCode) return new MailRefused(error.message, error.responseCode < 500, bounceOf(error))
  const before = error.command === 'CONN' || ['EDNS', 'EAUTH', 'ETLS'].includes(error.code ?? '')
  return before ? new MailRefused(error.message, true) : error
}

const isInternational = (address: string) => /[^\0-\x7F]/.test(address)

/** Whether the refusal is about the mailbox; policy is our server's concern, not the reader's. */
function bounceOf({ command, responseCode = 0, response = '' }: SmtpError): 'hard' | 'soft' | undefined {
  if (command !== 'RCPT TO') return
  if (responseCode < 500 || responseCode === 552) return 'soft'
  const kind = refusalKind('', response)
  return kind === 'policy' ? undefined : kind
}
