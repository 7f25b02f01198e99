import { percentOf, salesAndTax } from './amounts.ts'
import { addDays, addMonths } from './terms.ts'

export const lateFeeKinds = ['percentage', 'fixed'] as const
export const lateFeeRepeats = ['once', 'monthly'] as const

/** What an invoice says about being late; fixed when it is finalized. */
export interface LateFeeTerms {
  kind: (typeof lateFeeKinds)[number]
  /** Percent with up to three decimals, for `percentage`. */
  rate: number
  /** Minor units, for `fixed`. */
  amount: number
  graceDays: number
  repeat: (typeof lateFeeRepeats)[number]
  /** All fees of an invoice together, in minor units; null: no cap. */
  cap: number | null
}

/** Years of monthly fees, should nobody ever look. */
const MOST_PERIODS = 24

/** The last local day on which payment costs no fee of this period, counted from 1. */
export const lastDay = (due: string, { graceDays }: Pick<LateFeeTerms, 'graceDays'>, period: number): string =>
  addMonths(addDays(due, graceDays), period - 1)

/** Periods whose last day has passed. */
export function duePeriods(due: string, terms: LateFeeTerms, today: string): number[] {
  const most = terms.repeat === 'once' ? 1 : MOST_PERIODS
  return Array.from({ length: most }, (_, n) => n + 1).filter(period => lastDay(due, terms, period) < today)
}

/** What came off an invoice, on the local day on which it was paid by the gateway's or the bank's word. */
export interface Settled {
  amount: number
  day: string
}

export interface FeeBasis {
  total: number
  subtotal: number
  tax: number
  due: string
  settled: readonly Settled[]
}

/**
 * The fee of a period: on what was unpaid at the end of its last day, without earlier fees and without tax.
 * @param before fees of earlier periods, which the cap counts
 */
export function feeOf(invoice: FeeBasis, terms: LateFeeTerms, period: number, before: number): number {
  const last = lastDay(invoice.due, terms, period)
  const inTime = invoice.settled.filter(({ day }) => day <= last)
  const unpaid = invoice.total - inTime.reduce((sum, { amount }) => sum + amount, 0)
  if (unpaid <= 0) return 0
  const { sales } = salesAndTax(unpaid, invoice)
  const fee = terms.kind === 'fixed' ? terms.amount : percentOf(sales, terms.rate)
  return Math.max(0, terms.cap === null ? fee : Math.min(fee, terms.cap - before))
}
