import { divideRounded, percentOf } from '../invoices/rules/amounts.ts'
import { kept, type PaymentState } from '../rules/states.ts'

export interface SaleLine {
  label: string
  quantity: number
  /** Minor units, of one. */
  unit: number
  /** An amount of the buyer's own choice is no price, and is not taxed. */
  taxed: boolean
}
export interface SaleTax {
  name: string
  /** Percent. */
  rate: number
  amount: number
}

/** `returned`: it was paid, and the bank returned it. */
export const saleStates = [
  'unpaid',
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'disputed',
  'returned',
] as const
export type SaleState = (typeof saleStates)[number]
export const saleStateNames: Record<SaleState, string> = {
  unpaid: 'Not paid',
  pending: 'Payment pending',
  paid: 'Paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  returned: 'Returned by the bank',
}

/** Minor units, before tax. */
export const sumOf = (lines: readonly SaleLine[]): number =>
  lines.reduce((sum, { quantity, unit }) => sum + quantity * unit, 0)

/** What each rate in force adds to what is taxed, each rounded once. */
export function taxesOn(lines: readonly SaleLine[], rates: readonly { name: string; rate: number }[]): SaleTax[] {
  const base = sumOf(lines.filter(({ taxed }) => taxed))
  return rates
    .map(({ name, rate }) => ({ name, rate, amount: percentOf(base, rate) }))
    .filter(({ amount }) => amount > 0)
}

/**
 * How much of an amount that was paid for a sale is tax. Of amounts that grow or shrink step by step, each step is the
 * difference of two of these, so that any order of refunds ends at the same balances.
 */
export const taxWithin = ({ total, tax }: { total: number; tax: number }, amount: number): number =>
  total === 0 ? 0 : Number(divideRounded(BigInt(amount) * BigInt(tax), BigInt(total)))

interface PaidBy {
  state: PaymentState
  amount: number
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
  paidAt: Date | null
}

export interface Standing {
  state: SaleState
  /** What the church has of it now, in minor units. */
  collected: number
  refunded: number
  paidAt: Date | null
}

/** What all payments for a sale make of it; more than one was made where an earlier one failed. */
export function standingOf(payments: readonly PaidBy[]): Standing {
  const paid = payments.filter(({ state }) => state === 'succeeded')
  const collected = paid.reduce((sum, one) => sum + kept(one), 0)
  const refunded = paid.reduce((sum, one) => sum + one.refunded, 0)
  const paidAt = payments.find(one => one.paidAt)?.paidAt ?? null
  return { collected, refunded, paidAt, state: stateOf(payments, paid, { collected, refunded, paidAt }) }
}

function stateOf(
  all: readonly PaidBy[],
  paid: readonly PaidBy[],
  { collected, refunded, paidAt }: Omit<Standing, 'state'>,
) {
  if (paid.length > 0) {
    if (collected === 0 && paid.some(({ dispute }) => dispute === 'open' || dispute === 'lost')) return 'disputed'
    if (refunded === 0) return 'paid'
    return collected === 0 ? 'refunded' : 'partially_refunded'
  }
  if (all.some(({ state }) => state === 'pending' || state === 'unknown')) return 'pending'
  return paidAt && all.some(({ state }) => state === 'failed') ? 'returned' : 'unpaid'
}
