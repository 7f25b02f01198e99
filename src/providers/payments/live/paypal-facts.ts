import type { PaymentFacts, SavedMethod } from '../index.ts'
import { fromDecimal } from '../rules/amounts.ts'
import { GatewayRefused, GatewayUnavailable } from '../rules/errors.ts'
import type { Json } from './asking.ts'
import type { Call } from './paypal-answers.ts'

/** What PayPal calls a refusal of the payer's bank or wallet, as other gateways name it. */
export const declineCodes: Record<string, string> = {
  INSTRUMENT_DECLINED: 'card_declined',
  PAYER_CANNOT_PAY: 'card_declined',
  PAYER_ACCOUNT_RESTRICTED: 'card_declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'card_declined',
  PAYMENT_DENIED: 'card_declined',
  TRANSACTION_REFUSED: 'card_declined',
  CARD_EXPIRED: 'expired_card',
  TRANSACTION_LIMIT_EXCEEDED: 'insufficient_funds',
}

const states: Record<string, PaymentFacts['state']> = {
  COMPLETED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}
const PAYPAL = { kind: 'paypal' as const, brand: 'PayPal', last4: '', expires: null }

export const captureOf = (order: Json): Json | undefined => order.purchase_units?.[0]?.payments?.captures?.[0]

/** What an order keeps for later, once PayPal has kept it. */
export function savedIn(order: Json): SavedMethod | null {
  const vault = order.payment_source?.paypal?.attributes?.vault
  return vault?.id ? { ...PAYPAL, customerId: String(vault.customer?.id ?? ''), methodId: vault.id } : null
}

/** @param order the order of the capture, which alone lists its refunds */
export function facts(capture: Json, order?: Json): PaymentFacts {
  const currency: string = capture.amount.currency_code
  const amount = fromDecimal(capture.amount.value, currency)
  const refunds: Json[] = order?.purchase_units?.[0]?.payments?.refunds ?? []
  const given = refunds
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, refund) => sum + fromDecimal(refund.amount.value, currency), 0)
  const state = states[capture.status] ?? 'pending'
  const fee = capture.seller_receivable_breakdown?.paypal_fee
  const reason: string = capture.status_details?.reason ?? 'declined'
  return {
    id: capture.id,
    reference: capture.custom_id ?? order?.purchase_units?.[0]?.custom_id ?? null,
    state,
    amount,
    currency,
    fee: fee?.currency_code === currency ? fromDecimal(fee.value, currency) : null,
    refunded: capture.status === 'REFUNDED' ? amount : given,
    dispute: null,
    disputeFee: 0,
    method: PAYPAL,
    saved: null,
    payoutId: null,
    problem: state === 'failed' ? { code: reason.toLowerCase(), message: 'PayPal declined the payment.' } : null,
    paidAt: state === 'succeeded' ? new Date(capture.create_time) : null,
  }
}

/** With its refunds, where some of it went back. */
export async function captureFacts(call: Call, capture: Json): Promise<PaymentFacts> {
  if (!capture.id || !capture.amount) throw new GatewayUnavailable('PayPal sent something that is not a payment.')
  const orderId: string | undefined = capture.supplementary_data?.related_ids?.order_id
  if (capture.status !== 'PARTIALLY_REFUNDED' || !orderId) return facts(capture)
  const { status, body } = await call('GET', `/v2/checkout/orders/${encodeURIComponent(orderId)}`)
  if (status >= 400) throw new GatewayRefused('PayPal does not say how much of it went back.')
  return facts(capture, body)
}

/** Nothing where the account may not see its disputes. */
export async function disputeOf(call: Call, id: string): Promise<Pick<PaymentFacts, 'dispute' | 'disputeFee'>> {
  const none = { dispute: null, disputeFee: 0 }
  const { status, body } = await call('GET', `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(id)}`)
  const [item] = status < 400 ? (body.items ?? []) : []
  if (!item) return none
  if (item.status !== 'RESOLVED') return { dispute: 'open', disputeFee: 0 }
  const found = await call('GET', `/v1/customer/disputes/${encodeURIComponent(item.dispute_id)}`)
  const code = String(found.body.dispute_outcome?.outcome_code ?? '')
  return { dispute: /BUYER_FAVOU?R/.test(code) ? 'lost' : 'won', disputeFee: 0 }
}
