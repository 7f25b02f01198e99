/** Assets and expenses grow by debits; liabilities and income by credits. */
export const accountKinds = ['asset', 'liability', 'income', 'expense'] as const
export type AccountKind = (typeof accountKinds)[number]

export interface AccountName {
  /** `fund:{id}`, `clearing:stripe`, `fees`. */
  key: string
  kind: AccountKind
  /** For people; that of an account which exists stays. */
  name: string
}

/** One side of an entry: minor units, debits positive, credits negative, never zero. */
export interface Side {
  account: AccountName
  amount: number
}

/** As an account of its kind is read: income of 100.00 is a credit of 100.00. */
export const natural = (kind: AccountKind, balance: number): number =>
  balance === 0 ? 0 : kind === 'asset' || kind === 'expense' ? balance : -balance

/** What is wrong with an entry's sides; undefined where they may be posted. */
export function problemWith(sides: readonly Side[]): string | undefined {
  if (sides.length < 2) return 'An entry has at least two sides.'
  if (sides.some(({ amount }) => !Number.isSafeInteger(amount) || amount === 0))
    return 'Each side is a whole number of minor units, and not zero.'
  const sum = sides.reduce((total, { amount }) => total + BigInt(amount), 0n)
  return sum === 0n ? undefined : `The sides differ by ${sum}.`
}

/**
 * Splits an amount by weights to the minor unit: each gets its share, rounded down, and what is left goes to those whose
 * share was cut most, the first of equals first. The parts sum to the amount, also of a negative one.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total <= 0n || weights.some(weight => !Number.isSafeInteger(weight) || weight < 0))
    throw new Error('weights are whole numbers from zero, of which one is not')
  const whole = BigInt(Math.abs(amount))
  const parts = weights.map(weight => (whole * BigInt(weight)) / total)
  const rests = weights.map((weight, at) => ({ at, rest: (whole * BigInt(weight)) % total }))
  const left = Number(whole - parts.reduce((sum, part) => sum + part, 0n))
  const cut = [...rests].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1)).slice(0, left)
  for (const { at } of cut) parts[at]! += 1n
  return parts.map(part => (amount < 0 && part !== 0n ? -Number(part) : Number(part)))
}
