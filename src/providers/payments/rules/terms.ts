import type { Gateway } from '../index.ts'
import type { GatewayName, PayMethod } from './names.ts'

/** What each gateway can do through its API; the sandbox can do no more. */
export const abilities: Record<GatewayName, Gateway['can']> = {
  stripe: { methods: ['card', 'wallet', 'ach'], save: true, refund: true, webhook: true, list: true },
  paypal: { methods: ['paypal'], save: true, refund: true, webhook: true, list: true },
  // Cards are kept only by pages that see the card, which ours never do; notices are set up at Clover by hand.
  clover: { methods: ['card'], save: false, refund: true, webhook: false, list: true },
  // It sells on pages of its own and tells us; nothing else.
  thrivecart: { methods: [], save: false, refund: false, webhook: false, list: false },
}

interface Fee {
  percent: number
  fixed: number
  most?: number
}
const fees: Record<GatewayName, Partial<Record<PayMethod, Fee>> & { card: Fee }> = {
  stripe: { card: { percent: 2.9, fixed: 30 }, ach: { percent: 0.8, fixed: 0, most: 500 } },
  paypal: { card: { percent: 2.99, fixed: 49 } },
  clover: { card: { percent: 3.5, fixed: 10 } },
  thrivecart: { card: { percent: 0, fixed: 0 } },
}
/** List prices in the United States, in minor units; a church's own may differ. */
export const feeTerms = (gateway: GatewayName, method: PayMethod): Fee => fees[gateway][method] ?? fees[gateway].card

export function listFee(gateway: GatewayName, method: PayMethod, amount: number): number {
  const { percent, fixed, most = Number.POSITIVE_INFINITY } = feeTerms(gateway, method)
  return Math.min(amount, most, Math.round((amount * Math.round(percent * 100)) / 10_000) + fixed)
}

export const disputeFees: Record<GatewayName, number> = { stripe: 1_500, paypal: 2_000, clover: 2_500, thrivecart: 0 }

/** How long a hosted page waits for its payer. */
export const pageMinutes: Record<GatewayName, number> = { stripe: 1_440, paypal: 180, clover: 15, thrivecart: 0 }
