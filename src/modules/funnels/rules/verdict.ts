import { ENOUGH, verdictOf } from '#campaigns/rules/winner.ts'

export interface Side {
  variantId: string
  visitors: number
  conversions: number
}
export type StepVerdict = { winner: string } | { winner: null; why: 'too_few' | 'too_close' }

/** The page that is better than each of the others by the same calculation as campaigns use; none where that is not certain. */
export function verdictOfStep(sides: readonly Side[]): StepVerdict {
  if (sides.length < 2 || sides.some(one => one.conversions < ENOUGH)) return { winner: null, why: 'too_few' }
  const side = ({ visitors, conversions }: Side) => ({ sent: Math.max(visitors, conversions), clicked: conversions })
  const share = ({ visitors, conversions }: Side) => conversions / Math.max(visitors, conversions)
  const [best, ...rest] = [...sides].sort((a, b) => share(b) - share(a)) as [Side, ...Side[]]
  const isBetter = rest.every(one => verdictOf({ a: side(best), b: side(one) }).winner === 'a')
  return isBetter ? { winner: best.variantId } : { winner: null, why: 'too_close' }
}

export const NEEDED = ENOUGH
