import type { PaymentFacts } from '../index.ts'
import type { GatewayName, PayMethod } from '../rules/names.ts'

export type Kind = 'account' | 'key' | 'customer' | 'checkout' | 'method' | 'payment' | 'refund' | 'payout'

export interface Account {
  /** Signs its notices; of ThriveCart the secret word. */
  secret: string
}
/** PEM of what signs PayPal's notices. */
export interface Key {
  privateKey: string
  publicKey: string
}
export interface Customer {
  name: string
  email: string
}
export interface Checkout {
  mode: 'pay' | 'save'
  reference: string
  amount: number
  currency: string
  description: string
  payer: Customer
  methods: PayMethod[]
  save: boolean
  customer: string | null
  returnUrl: string
  cancelUrl: string
  /** `approved`: the payer agreed, and PayPal waits for us to take the money. */
  status: 'open' | 'approved' | 'complete' | 'expired'
  outcome: OutcomeName | null
  payment: string | null
  method: string | null
}
export interface Method {
  customer: string
  outcome: OutcomeName
  /** `YYYY-MM` of a card. */
  expires: string | null
}
export interface Payment {
  reference: string
  state: PaymentFacts['state']
  amount: number
  currency: string
  fee: number | null
  refunded: number
  dispute: PaymentFacts['dispute']
  disputeFee: number
  outcome: OutcomeName
  expires: string | null
  /** Kept method that it was charged to or that came of it. */
  saved: string | null
  checkout: string | null
  problem: { code: string; message: string } | null
  paidAt: number | null
  payout: string | null
  /** What payouts have brought of it so far. */
  paidOut: number
}
export interface Refund {
  payment: string
  amount: number
}
export interface Payout {
  amount: number
  currency: string
  arrivesOn: string
  payments: string[]
}

interface Outcome {
  kind: PayMethod
  brand: string
  last4: string
  /** What it does, for people. */
  text: string
  /** Declined at once, with this code. */
  declines?: 'insufficient_funds' | 'expired_card'
  /** Declined when it is charged later, while nobody is there. */
  declinesLater?: true
  /** The bank asks its owner to confirm. */
  confirms?: true
  /** The bank sends the money back. */
  returns?: true
}
/** What a page offers in place of card numbers. */
export const outcomes = {
  visa: { kind: 'card', brand: 'Visa', last4: '4242', text: 'approved' },
  confirm: {
    kind: 'card',
    brand: 'Visa',
    last4: '3155',
    text: 'the bank asks to confirm, then approved',
    confirms: true,
  },
  later: { kind: 'card', brand: 'Visa', last4: '0341', text: 'approved now, declined later', declinesLater: true },
  funds: { kind: 'card', brand: 'Visa', last4: '9995', text: 'declined, no funds', declines: 'insufficient_funds' },
  expired: { kind: 'card', brand: 'Visa', last4: '0069', text: 'declined, expired card', declines: 'expired_card' },
  wallet: { kind: 'wallet', brand: 'Apple Pay', last4: '4242', text: 'approved' },
  paypal: { kind: 'paypal', brand: 'PayPal', last4: '', text: 'approved' },
  paypal_later: {
    kind: 'paypal',
    brand: 'PayPal',
    last4: '',
    text: 'approved now, declined later',
    declinesLater: true,
  },
  paypal_funds: {
    kind: 'paypal',
    brand: 'PayPal',
    last4: '',
    text: 'declined, no funds',
    declines: 'insufficient_funds',
  },
  ach: { kind: 'ach', brand: 'Sandbox Bank', last4: '6789', text: 'pending, succeeds after four days' },
  ach_returns: {
    kind: 'ach',
    brand: 'Sandbox Bank',
    last4: '3456',
    text: 'pending, returned after four days',
    returns: true,
  },
} as const satisfies Record<string, Outcome>
export type OutcomeName = keyof typeof outcomes
export const outcome = (name: OutcomeName): Outcome => outcomes[name]
export const isOutcome = (name: unknown): name is OutcomeName =>
  typeof name === 'string' && Object.hasOwn(outcomes, name)

export const labelOf = ({ brand, last4 }: Pick<Outcome, 'brand' | 'last4'>) =>
  last4 ? `${brand} •••• ${last4}` : brand

/** What can be chosen on a page: of the offered methods alone, and what declines later only where it is kept. */
export const choicesOf = ({ methods, save }: Pick<Checkout, 'methods' | 'save'>): OutcomeName[] =>
  (Object.keys(outcomes) as OutcomeName[]).filter(
    name => methods.includes(outcomes[name].kind) && (save || !outcome(name).declinesLater),
  )

export const declineText = {
  insufficient_funds: 'Declined: there are not enough funds. Nothing was charged.',
  expired_card: 'Declined: the card has expired. Nothing was charged.',
  authentication_required: 'The bank did not confirm. Nothing was charged.',
} as const

const DAY = 86_400_000
/** A bank debit is decided after these. */
export const SETTLES_AFTER = 4 * DAY
/** Money is on its way to the bank after these. */
export const PAYS_OUT_AFTER = 2 * DAY

/** What a payment adds to the balance: what came, less what was taken or given back. */
export const netOf = ({ state, amount, fee, refunded, dispute, disputeFee }: Payment): number =>
  state === 'pending' || state === 'canceled' || (state === 'failed' && fee === null)
    ? 0
    : amount - (fee ?? 0) - refunded - disputeFee - (dispute === 'open' || dispute === 'lost' ? amount - refunded : 0)

export const accountOf = (gateway: GatewayName, clientId: string) => `${gateway}:${clientId}`
export const ownerOf = (account: string) => {
  const [gateway, clientId] = account.split(':')
  return { gateway: gateway as GatewayName, clientId: clientId! }
}
