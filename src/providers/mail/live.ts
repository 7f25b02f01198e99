import { createTransport } from 'nodemailer'
import { type MailProvider, MailRefused } from './index.ts'

/** SMTP by nodemailer, pooled. */
export function liveMail(url: string, from: string): MailProvider {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as never)
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost'
  return {
    name: 'smtp',
    async send({ to, toName, subject, text, html, messageId }) {
      try {
        const address = toName ? { name: toName, address: to } : to
        const info = await transport.sendMail({
          from,
          to: address,
          subject,
          text,
          html,
          messageId: `<${messageId}@${domain}>`,
        })
        return { state: 'sent', provider: 'smtp', providerId: info.messageId, sender: from }
      } catch (error) {
        throw refusal(error as SmtpError)
      }
    },
  }
}

interface SmtpError extends Error {
  responseCode?: number
  code?: string
  /** The step at which it failed; CONN is before anything was said. */
  command?: string
}

/** What is known not to have left: no connection, or the server's own no. The rest stays an unknown outcome. */
function refusal(error: SmtpError): Error {
  if (error.responseCode) return new MailRefused(error.message, error.responseCode < 500)
  const before = error.command === 'CONN' || ['EDNS', 'EAUTH', 'ETLS'].includes(error.code ?? '')
  return before ? new MailRefused(error.message, true) : error
}
