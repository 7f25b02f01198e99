import { letter } from '#messaging/rules/letter.ts'

interface ReceiptMail {
  church: string
  kind: 'gift' | 'statement'
  /** A corrected one. */
  isCorrected: boolean
  /** Of the portal, where they sign in: amounts are there and not in the mail. */
  href: string
}

/** Says that a receipt or statement is ready, without an amount: the outbox is read by more people than gifts are. */
export function receiptMail({ church, kind, isCorrected, href }: ReceiptMail) {
  const noun = kind === 'gift' ? 'receipt' : 'giving statement'
  return letter({
    subject: `Your ${isCorrected ? 'corrected ' : ''}${noun} from ${church}`,
    heading: church,
    lines: [
      isCorrected
        ? `We corrected your ${noun}. Please use the new one in place of the one you had.`
        : `Your ${noun} is ready. Thank you for giving.`,
      'Sign in with this email address to see it and to download it as a PDF.',
    ],
    button: { label: `See your ${noun}`, href },
    footer: `You get this email because you gave to ${church}.`,
  })
}
