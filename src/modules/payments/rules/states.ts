/** `created`: nobody has paid yet. `pending`: a bank debit on its way. `unknown`: a charge whose answer did not come. */
export const paymentStates = ['created', 'pending', 'succeeded', 'failed', 'canceled', 'expired', 'unknown'] as const
export type PaymentState = (typeof paymentStates)[number]

/** `unknown`: the gateway did not answer; asked again with the same key it gives the same refund. */
export const refundStates = ['asked', 'succeeded', 'pending', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

type Told = 'pending' | 'succeeded' | 'failed' | 'canceled'

/**
 * The state after a gateway told one. A notice may be old: what was paid is not pending or failed by an older word. A
 * bank debit that was paid and came back is told as failed, and only the gateway's answer of now may say so.
 */
export function nextState(now: PaymentState, told: Told): PaymentState {
  if (now === 'succeeded') return told === 'failed' ? 'failed' : 'succeeded'
  if (now === 'failed' && told === 'pending') return 'failed'
  return told
}

/**
 * What of a payment the church has, in minor units, before fees: nothing while a dispute is open or lost, or once the
 * bank returned it.
 */
export const kept = (payment: {
  state: PaymentState
  amount: number
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
}): number =>
  payment.state === 'succeeded' && payment.dispute !== 'open' && payment.dispute !== 'lost'
    ? Math.max(0, payment.amount - payment.refunded)
    : 0
