import { letter } from '#messaging/rules/letter.ts'

interface To {
  church: string
  firstName: string
  plan: string
  /** Their subscriptions in the portal. */
  href: string
}

const about = ({ church, firstName, plan, href }: To, subject: string, lines: string[]) =>
  letter({
    subject,
    heading: firstName ? `Dear ${firstName},` : church,
    lines,
    button: { label: 'Manage my subscription', href },
    footer: `You get this email because you subscribe to ${plan} from ${church}.`,
  })

/** Amounts and dates in words; `nextOn` is empty for a subscription that was canceled. */
export const receiptMail = (to: To & { total: string; taxes: string[]; nextOn: string }) =>
  about(to, `Receipt for ${to.plan}`, [
    `${to.church} received ${to.total} for ${to.plan}. Thank you.`,
    ...(to.taxes.length > 0 ? [`This includes ${to.taxes.join(' and ')}.`] : []),
    ...(to.nextOn ? [`The next payment is on ${to.nextOn}. You can cancel online at any time before that.`] : []),
  ])

export const retryMail = (to: To & { nextTry: string }) =>
  about(to, `Your payment for ${to.plan} could not be charged`, [
    'The bank declined your card, and nothing was charged.',
    `We will try again on ${to.nextTry}. To use another card before that, open your subscription. The link works once and for a day.`,
  ])

export const newCardMail = (to: To) =>
  about(to, `Your subscription to ${to.plan} needs a new card`, [
    'Your payment did not go through, and we have stopped trying.',
    'To continue your subscription, open it and pay with another card. The link works once and for a day.',
  ])
