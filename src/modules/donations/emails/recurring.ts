import { letter } from '#messaging/rules/letter.ts'

interface To {
  church: string
  firstName: string
  /** Signs the giver in to their giving page. */
  href: string
}

const footer = (church: string) =>
  `This link works once and for a day. You get this email because you give to ${church} regularly.`
const about =
  (subject: string, lines: string[]) =>
  ({ church, firstName, href }: To) =>
    letter({
      subject,
      heading: firstName ? `Dear ${firstName},` : church,
      lines,
      button: { label: 'Open my giving page', href },
      footer: footer(church),
    })

/** To the giver of a recurring gift: the card was declined, and will be tried again on `nextTry`, a local day in words. */
export const cardDeclinedMail = ({ nextTry, ...to }: To & { nextTry: string }) =>
  about('Your recurring gift could not be charged', [
    'The bank declined your card, and nothing was charged.',
    `We will try again on ${nextTry}. To use another card before that, open your giving page.`,
  ])(to)

/** The last try failed. */
export const newCardNeededMail = about('Your recurring gift needs a new card', [
  'The bank declined your card again, so we have stopped trying. Nothing was charged.',
  'To continue your recurring gift, open your giving page and give with another card.',
])

export const cardExpiringMail = about('The card of your recurring gift expires soon', [
  'Your card expires soon. To keep your recurring gift going, open your giving page and use another card.',
])
