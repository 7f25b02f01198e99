import { letter } from '#messaging/rules/letter.ts'

interface ChatReply {
  text: string
  /** What it answers. */
  asked: string
  from: string
  href: string
}

export const chatReplyMail = ({ text, asked, from, href }: ChatReply) =>
  letter({
    subject: 'Your question has an answer',
    heading: `${from} from Lampstand answered your question`,
    lines: [...text.split(/\n{2,}/), ...(asked ? [`You wrote: ${asked}`] : [])],
    button: { label: 'Continue the conversation', href },
    footer: 'You are getting this email because you left your address in the Lampstand chat.',
  })
