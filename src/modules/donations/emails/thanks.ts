import { letter } from '#messaging/rules/letter.ts'

interface Thanks {
  subject: string
  text: string
  church: string
}

/** A thank-you to a donor, in the words of the church. */
export const thanksMail = ({ subject, text, church }: Thanks) =>
  letter({
    subject,
    heading: church,
    lines: text.split(/\n{2,}/).filter(Boolean),
    footer: `You get this email because you gave to ${church}.`,
  })
