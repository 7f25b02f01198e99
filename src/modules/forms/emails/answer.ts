import { letter } from '#messaging/rules/letter.ts'

/** What a church says by mail to whoever has filled a form in. */
export const formAnswerMail = ({ subject, text, church }: { subject: string; text: string; church: string }) =>
  letter({
    subject,
    heading: church,
    lines: text.split(/\n{2,}/).filter(Boolean),
    footer: `You get this because this address was given in a form of ${church}. If that was not you, nothing more will come.`,
  })
