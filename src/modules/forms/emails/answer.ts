import { letter } from '#messaging/rules/letter.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { sayIn } from '../rules/page-words.ts'

interface FormAnswer {
  subject: string
  text: string
  church: string
  language?: Language
}

/** What a church says by mail to whoever has filled a form in. */
export const formAnswerMail = ({ subject, text, church, language = 'en' }: FormAnswer) =>
  letter({
    subject,
    heading: church,
    lines: text.split(/\n{2,}/).filter(Boolean),
    footer: sayIn(language)(
      'You get this because this address was given in a form of {0}. If that was not you, nothing more will come.',
      church,
    ),
  })
