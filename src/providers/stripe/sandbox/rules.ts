/** What the sandbox keeps; instants are milliseconds since 1970 of the customer's own clock. */
export type Kind = 'product' | 'price' | 'customer' | 'subscription' | 'invoice' | 'checkout' | 'portal' | 'secret'

export interface Product {
  name: string
  description: string
  active: boolean
}
export interface Price {
  product: string
  unitAmount: number
  currency: string
  interval: 'month' | 'year'
  active: boolean
}
export interface Customer {
  clientId: string
  email: string
  name: string
  card: CardName | null
  /** How far its test clock is ahead. */
  shift: number
}
export interface Subscription {
  price: string
  clientId: string
  userId: string | null
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'paused'
  cancelAtPeriodEnd: boolean
  periodStart: number
  periodEnd: number
  trialEnd: number | null
  canceledAt: number | null
  endedAt: number | null
  startedAt: number
  nextPrice: string | null
  comp: boolean
}
export interface Invoice {
  subscription: string
  number: string
  status: 'open' | 'paid' | 'void'
  amountDue: number
  amountPaid: number
  amountRefunded: number
  currency: string
  periodStart: number
  periodEnd: number
  issuedAt: number
  /** Tries so far; the next is at `dueAt` of the row. */
  tries: number
}
export interface Checkout {
  price: string
  clientId: string
  userId: string | null
  trialEnd: number | null
  successUrl: string
  cancelUrl: string
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
}
export interface Portal {
  returnUrl: string
}

/** The cards one can pay with here, named by their last four digits. */
export const cards = {
  '4242': 'Visa 4242: every payment succeeds',
  '0341': 'Visa 0341: accepted, but later payments fail',
  '3184': 'Visa 3184: the bank asks to confirm each payment',
  '0002': 'Visa 0002: declined',
} as const
export type CardName = keyof typeof cards
export const isCard = (name: unknown): name is CardName => typeof name === 'string' && name in cards

const DAY = 86_400_000
/** Days after the first failure on which a payment is tried again. */
export const RETRY_DAYS = [3, 5, 7]

/** When a payment that has failed so many times is tried again; null when no more. */
export const nextTry = (issuedAt: number, tries: number): number | null =>
  RETRY_DAYS[tries - 1] === undefined ? null : issuedAt + RETRY_DAYS[tries - 1]! * DAY

/** One period later, by the calendar: the 31st becomes the month's last day. */
export function after(start: number, interval: 'month' | 'year', count = 1): number {
  const date = new Date(start)
  const months = date.getUTCMonth() + (interval === 'month' ? count : 12 * count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  return Date.UTC(
    date.getUTCFullYear(),
    months,
    Math.min(date.getUTCDate(), last),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  )
}

interface Running {
  periodStart: number
  periodEnd: number
}

/** What is left of an amount for the rest of its period, to the minor unit. */
export const unused = (amount: number, { periodStart, periodEnd }: Running, now: number): number =>
  Math.round((amount * Math.max(0, periodEnd - now)) / (periodEnd - periodStart))

/** What changing from one price to another costs now: by the day where the rhythm stays, a new period where it doesn't. */
export function difference(from: Price, to: Price, period: Running, now: number): number {
  const credit = unused(from.unitAmount, period, now)
  return (from.interval === to.interval ? unused(to.unitAmount, period, now) : to.unitAmount) - credit
}

/** Amounts of different rhythms compared by what a year costs. */
export const yearly = ({ unitAmount, interval }: Pick<Price, 'unitAmount' | 'interval'>) =>
  interval === 'year' ? unitAmount : unitAmount * 12
