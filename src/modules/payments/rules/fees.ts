/** What a gateway usually keeps of a card payment: hundredths of a percent, and a fixed part in minor units. */
export interface FeeRate {
  basisPoints: number
  fixed: number
}

/** Published rates of cards, for the offer to cover the fee; what was really kept is in the ledger. */
export const usualFees: Record<'stripe' | 'paypal' | 'clover' | 'thrivecart', FeeRate> = {
  stripe: { basisPoints: 290, fixed: 30 },
  paypal: { basisPoints: 299, fixed: 49 },
  clover: { basisPoints: 350, fixed: 10 },
  thrivecart: { basisPoints: 290, fixed: 30 },
}

/**
 * What to charge so that at least `amount` is left after the fee: (amount + fixed) / (1 − percent), rounded up to the
 * minor unit. The whole of it is the gift, and is receipted.
 */
export function withFeeCovered(amount: number, { basisPoints, fixed }: FeeRate): number {
  const left = BigInt(10_000 - basisPoints)
  const whole = BigInt(amount + fixed) * 10_000n
  return Number((whole + left - 1n) / left)
}

/** The least that gateways charge, in minor units. */
export const leastCharge: Record<string, number> = { USD: 50, EUR: 50, CAD: 50, AUD: 50, GBP: 30 }
