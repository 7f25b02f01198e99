import { formatMoney } from '#kernel/money.ts'
import { intervalLabels, type PlanInterval } from '#payments/plans/rules.ts'

/** How people get in. */
export const offerKinds = ['free', 'code', 'once', 'subscription', 'installments', 'choose', 'audience'] as const
export type OfferKind = (typeof offerKinds)[number]
export const offerNames: Record<OfferKind, string> = {
  free: 'Free for everyone',
  code: 'Free with a code',
  once: 'One-time payment',
  subscription: 'Subscription',
  installments: 'Payment plan',
  choose: 'Pay what you can',
  audience: 'Free for a group, tag or segment',
}
export const paidKinds: readonly OfferKind[] = ['once', 'subscription', 'installments', 'choose']
export const isPaid = (kind: OfferKind): boolean => paidKinds.includes(kind)
/** Sold as a plan of payments. */
export const isPlan = (kind: OfferKind): boolean => kind === 'subscription' || kind === 'installments'

export const audienceKinds = ['group', 'tag', 'segment'] as const
export type AudienceKind = (typeof audienceKinds)[number]

export interface Priced {
  kind: OfferKind
  amount: number
  currency: string
  interval: PlanInterval | null
  /** Of a payment plan: how many payments. */
  times: number | null
}
/** $25.00, $9.00 monthly, 3 payments of $20.00 monthly. */
export function priceText({ kind, amount, currency, interval, times }: Priced, locale: string): string {
  const money = formatMoney({ amount, currency }, locale)
  const every = interval ? intervalLabels[interval] : ''
  switch (kind) {
    case 'once':
      return money
    case 'subscription':
      return `${money} ${every}`
    case 'installments':
      return `${times ?? 1} payments of ${money}, ${every}`
    case 'choose':
      return amount > 0 ? `Pay what you can. Suggested: ${money}` : 'Pay what you can'
    default:
      return 'Free'
  }
}

/** Capitals and spaces make no difference. */
export const plainCode = (text: string): string => text.trim().toUpperCase().replace(/\s+/g, '')

/** What follows from the state of a subscription; `past_due` leaves time to enter another card. */
export const GRACE_DAYS = 7
