import { letter } from '#messaging/rules/letter.ts'

interface ChatAnswer {
  text: string
  /** Names of what goes along or waits in the chat. */
  files?: string[]
  /** What it answers. */
  asked: string
  /** Who of the church wrote it. */
  from: string
  church: string
  href: string
}

/** To a visitor of a church's chat who had gone before the answer came. */
export const chatAnswerMail = ({ text, files = [], asked, from, church, href }: ChatAnswer) =>
  letter({
    subject: `A reply from ${church}`,
    heading: from === church ? `${church} replied` : `${from} from ${church} replied`,
    lines: [
      ...text.split(/\n{2,}/).filter(Boolean),
      ...(files.length > 0 ? [`Attached: ${files.join(', ')}`] : []),
      ...(asked ? [`You wrote: ${asked}`] : []),
    ],
    button: { label: 'Continue the chat', href },
    footer: `You are getting this email because you left your address in the chat with ${church}. You can reply to this email. To stop these emails, write STOP in the chat.`,
  })
