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
    subject: `An answer from ${church}`,
    heading: from === church ? `${church} answers you` : `${from} of ${church} answers you`,
    lines: [
      ...text.split(/\n{2,}/).filter(Boolean),
      ...(files.length > 0 ? [`With it: ${files.join(', ')}`] : []),
      ...(asked ? [`You wrote: ${asked}`] : []),
    ],
    button: { label: 'Continue the chat', href },
    footer: `You get this because you left your address in the chat of ${church}. You can answer this mail. If you want no more of these, write STOP in the chat.`,
  })
