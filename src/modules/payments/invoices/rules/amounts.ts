import { split } from '#ledger/rules/accounts.ts'

export interface PricedLine {
  /** Up to three decimals. */
  quantity: number
  /** Minor units; negative for a discount. */
  unitAmount: number
  /** Percent with up to three decimals; 0: no tax. */
  taxRate: number
  taxName: string
}
export interface LineAmounts {
  amount: number
  tax: number
}
export interface TaxLine {
  name: string
  rate: number
  /** What it is charged on, and the tax itself. */
  base: number
  tax: number
}
export interface Totals {
  lines: LineAmounts[]
  taxes: TaxLine[]
  subtotal: number
  tax: number
  total: number
}

/** Half away from zero, of a fraction in whole numbers: no floating point. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const [top, bottom] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  const half = top < 0n ? top * 2n - bottom : top * 2n + bottom
  return half / (bottom * 2n)
}

const thousandths = (value: number): bigint => BigInt(Math.round(value * 1_000))

/** `rate` percent of an amount in minor units, rounded half up. */
export const percentOf = (amount: number, rate: number): number =>
  Number(divideRounded(BigInt(amount) * thousandths(rate), 100_000n))

/**
 * Lines are rounded one by one, tax once for each rate on the sum of its lines, and then split over these, so that what
 * the lines say adds up to the tax to the minor unit.
 */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  const amounts = lines.map(({ quantity, unitAmount }) =>
    Number(divideRounded(thousandths(quantity) * BigInt(unitAmount), 1_000n)),
  )
  const taxes = new Array<number>(lines.length).fill(0)
  const groups = Map.groupBy(
    lines.map((line, at) => ({ ...line, at })).filter(({ taxRate }) => taxRate > 0),
    ({ taxName, taxRate }) => `${taxRate} ${taxName}`,
  )
  const taxLines = [...groups.values()].map(group => {
    const base = group.reduce((sum, { at }) => sum + amounts[at]!, 0)
    const tax = percentOf(base, group[0]!.taxRate)
    const weights = group.map(({ at }) => Math.max(0, amounts[at]!))
    const parts = weights.some(weight => weight > 0) ? split(tax, weights) : group.map((_, n) => (n === 0 ? tax : 0))
    for (const [n, { at }] of group.entries()) taxes[at] = parts[n]!
    return { name: group[0]!.taxName, rate: group[0]!.taxRate, base, tax }
  })
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const tax = taxLines.reduce((sum, line) => sum + line.tax, 0)
  return {
    lines: amounts.map((amount, at) => ({ amount, tax: taxes[at]! })),
    taxes: taxLines,
    subtotal,
    tax,
    total: subtotal + tax,
  }
}

/** How much of a part of an invoice is sales and how much is tax; they add up to the part. */
export function salesAndTax(part: number, { subtotal, tax }: { subtotal: number; tax: number }) {
  if (tax <= 0 || subtotal <= 0) return { sales: part, tax: 0 }
  const [sales, taxed] = split(part, [subtotal, tax])
  return { sales: sales!, tax: taxed! }
}
