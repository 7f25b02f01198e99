import { env } from '#kernel/env.ts'
import { letter } from '#messaging/rules/letter.ts'
import type { Language } from '#public-page/rules/languages.ts'
import type { ReplyFile } from '../rules/definition.ts'
import { sayIn } from '../rules/page-words.ts'

interface FormAnswer {
  subject: string
  text: string
  church: string
  language?: Language
  /** It leads to this file. */
  file?: ReplyFile | null
}

/** What a church says by mail to the person who has filled a form in. */
export const formAnswerMail = ({ subject, text, church, language = 'en', file }: FormAnswer) =>
  letter({
    subject,
    heading: church,
    lines: text.split(/\n{2,}/).filter(Boolean),
    ...(file && {
      button: {
        label: sayIn(language)('Download {0}', file.name),
        href: `${env.publicUrl}/storage/v1/giveaways/${file.id}`,
      },
    }),
    footer: sayIn(language)(
      'You are getting this email because this address was entered in a form from {0}. If that was not you, you can ignore it.',
      church,
    ),
  })
