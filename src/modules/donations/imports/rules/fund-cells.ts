import { type DecimalMark, readAmount } from '#imports/rules/amounts.ts'

/** "Contributions:Missions" of an account tree is Missions. */
export const fundIn = (text: string) => text.split(':').at(-1)!.trim().slice(0, 80)

interface Whole {
  amount: number
  currency: string
  mark: DecimalMark
}

/**
 * A cell of several funds, "Missions (50.00), General (25.00)": each with its part. Null where it names one; a sentence
 * where it names several without saying how much goes to each.
 */
export function splitFunds(
  cell: string,
  { amount, currency, mark }: Whole,
): { fund: string; amount: number }[] | string | null {
  const parts = cell.split(/\s*[;|]\s*|,\s+/).filter(Boolean)
  if (parts.length < 2) return null
  const read = parts.map(part => {
    const [, fund = '', sum = ''] = /^(.+?)\s*(?:[:=]\s*|\()\s*([^():=]*\d[^():=]*?)\)?$/.exec(part) ?? []
    return { fund: fund.trim().slice(0, 80), amount: (sum && readAmount(sum, currency, mark)?.amount) || 0 }
  })
  if (read.some(part => part.amount <= 0 || !part.fund))
    return `“${cell.slice(0, 40)}” names several funds, and not how much goes to each. Please give each fund a row.`
  return read.reduce((sum, part) => sum + part.amount, 0) === amount
    ? read
    : `The parts of “${cell.slice(0, 40)}” don’t add up to the amount`
}
