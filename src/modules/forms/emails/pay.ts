import { letter } from '#messaging/rules/letter.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { sayIn } from '../rules/page-words.ts'

interface Pay {
  /** Of the form, in their language. */
  title: string
  name: string
  church: string
  /** As text, with its currency. */
  amount: string
  href: string
  language?: Language
}

/** The link to pay for what someone sent and has not paid. */
export function payFormMail({ title, name, church, amount, href, language = 'en' }: Pay) {
  const say = sayIn(language)
  return letter({
    subject: say('Finish your payment for “{0}”', title),
    heading: church,
    lines: [
      name ? say('Hello {0},', name) : say('Hello,'),
      say(
        'You filled out “{0}”, and {1} is not paid yet. Your answers are saved. This link leads to the payment.',
        title,
        amount,
      ),
      say('If you no longer want to, you can ignore this email.'),
    ],
    button: { label: say('Pay {0}', amount), href },
    footer: say('You get this email because this address was entered in a form from {0}.', church),
  })
}
