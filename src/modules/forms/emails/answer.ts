import { letter } from '#messaging/rules/letter.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { sayIn } from '../rules/page-words.ts'

interface FormAnswer {
  subject: string
  text: string
  church: string
  language?: Language
}

/** What a church says by mail to the person who has filled a form in. */
export const formAnswerMail = ({ subject, text, church, language = 'en' }: FormAnswer) =>
  letter({
    subject,
    heading: church,
    lines: text.split(/\n{2,}/).filter(Boolean),
    footer: sayIn(language)(
      'You are getting this email because this address was entered in a form from {0}. If that was not you, you can ignore it.',
      church,
    ),
  })
