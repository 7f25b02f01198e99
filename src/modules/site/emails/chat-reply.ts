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
    subject: 'An answer to your question',
    heading: `${from} of Lampstand answers you`,
    lines: [...text.split(/\n{2,}/), ...(asked ? [`You wrote: ${asked}`] : [])],
    button: { label: 'Continue the conversation', href },
    footer: 'You get this because you left your address in the chat of Lampstand.',
  })
