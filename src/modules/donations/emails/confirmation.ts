import { letter } from '#messaging/rules/letter.ts'

export interface Confirmation {
  church: string
  subject: string
  /** The thank-you, in the words of the church. */
  text: string
  /** "Amount: $25.00", one a line. */
  facts: readonly string[]
  /** Of a gift that repeats: when the next one is charged. */
  repeats: string | null
  receipt: string | null
  href: string
}

/** What a giver gets after an online gift: a thank-you with everything about it. Colleagues read it without its words. */
export const confirmationMail = ({ church, subject, text, facts, repeats, receipt, href }: Confirmation) =>
  letter({
    subject,
    heading: church,
    lines: [
      ...text.split(/\n{2,}/).filter(Boolean),
      ...facts,
      ...(repeats
        ? [repeats, 'To change or cancel it, open your giving page and sign in with this email address.']
        : []),
      receipt
        ? `Your receipt has the number ${receipt}. Open your giving page and sign in with this email address to download it as a PDF.`
        : 'This email confirms your gift. It is not a tax receipt.',
    ],
    button: { label: 'Open my giving page', href },
    footer: `You get this email because you gave to ${church}.`,
  })
