import { letter } from '#messaging/rules/letter.ts'

interface ContactReply {
  subject: string
  body: string
  author: string
  /** What the visitor wrote, and the day they did. */
  message: string
  on: string
}

/** A person's answer, with the visitor's own words under it. */
export const contactReplyMail = ({ subject, body, author, message, on }: ContactReply) => {
  const quoted = message.length > 2_000 ? `${message.slice(0, 2_000)}…` : message
  return letter({
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    heading: subject,
    lines: [...body.split(/\n+/).filter(line => line.trim()), `${author}, Lampstand`],
    footer: `You wrote on ${on}: ${quoted}`,
  })
}
