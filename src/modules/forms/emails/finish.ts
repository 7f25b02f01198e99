import { letter } from '#messaging/rules/letter.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { sayIn } from '../rules/page-words.ts'

interface Finish {
  /** Of the form, in their language. */
  title: string
  name: string
  church: string
  href: string
  language?: Language
}

/** The one mail to someone who began a form and did not send it. */
export function finishFormMail({ title, name, church, href, language = 'en' }: Finish) {
  const say = sayIn(language)
  return letter({
    subject: say('You can still finish “{0}”', title),
    heading: church,
    lines: [
      name ? say('Hello {0},', name) : say('Hello,'),
      say(
        'You started to fill out “{0}” for {1}. This link restores your answers, so that you can finish in a minute.',
        title,
        church,
      ),
      say('If you no longer want to, you can ignore this email. Your answers are deleted automatically.'),
    ],
    button: { label: say('Finish the form'), href },
    footer: say('You get this email once, because this address was entered in a form from {0}.', church),
  })
}
