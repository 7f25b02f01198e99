import type { GatewayName } from '../../rules/names.ts'
import type { Checkout, Payment, Payout } from '../rules.ts'

export type Told =
  | { what: 'completed' | 'settled' | 'bounced' | 'expired'; checkout: { id: string; data: Checkout } }
  | { what: 'paid' | 'declined' | 'refunded' | 'disputed' | 'decided'; payment: { id: string; data: Payment } }
  | { what: 'paid out'; payout: { id: string; data: Payout } }

interface At {
  id: string
  now: number
}

const stripeTypes: Record<Told['what'], string> = {
  completed: 'checkout.session.completed',
  settled: 'checkout.session.async_payment_succeeded',
  bounced: 'checkout.session.async_payment_failed',
  expired: 'checkout.session.expired',
  paid: 'payment_intent.succeeded',
  declined: 'payment_intent.payment_failed',
  refunded: 'charge.refunded',
  disputed: 'charge.dispute.created',
  decided: 'charge.dispute.closed',
  'paid out': 'payout.paid',
}

function stripeObject(told: Told): object {
  if ('checkout' in told) {
    const { id, data } = told.checkout
    const mode = data.mode === 'pay' ? 'payment' : 'setup'
    return { id, object: 'checkout.session', mode, client_reference_id: data.reference, payment_intent: data.payment }
  }
  if ('payout' in told) return { id: told.payout.id, object: 'payout' }
  const { id } = told.payment
  if (told.what === 'paid' || told.what === 'declined') return { id, object: 'payment_intent' }
  const object = told.what === 'refunded' ? 'charge' : 'dispute'
  return { id: id.replace('pi_', object === 'charge' ? 'ch_' : 'dp_'), object, payment_intent: id }
}

const paypalTypes: Partial<Record<Told['what'], string>> = {
  completed: 'CHECKOUT.ORDER.APPROVED',
  paid: 'PAYMENT.CAPTURE.COMPLETED',
  declined: 'PAYMENT.CAPTURE.DENIED',
  refunded: 'PAYMENT.CAPTURE.REFUNDED',
  disputed: 'CUSTOMER.DISPUTE.CREATED',
  decided: 'CUSTOMER.DISPUTE.RESOLVED',
}

function paypalResource(told: Told): object {
  if ('checkout' in told) return { id: told.checkout.id }
  if ('payout' in told) return { id: told.payout.id }
  const { id, data } = told.payment
  const up = { rel: 'up', href: `https://api.sandbox.paypal.com/v2/payments/captures/${id}` }
  if (told.what === 'refunded') return { id: id.replace('pi_', 're_'), links: [up] }
  if (told.what === 'disputed' || told.what === 'decided')
    return { dispute_id: id.replace('pi_', 'dp_'), disputed_transactions: [{ seller_transaction_id: id }] }
  return { id, custom_id: data.reference }
}

/** As that gateway would tell it; undefined where it tells nobody. */
export function bodyOf(gateway: GatewayName, told: Told, { id, now }: At): object | undefined {
  if (gateway === 'stripe') {
    const created = Math.floor(now / 1_000)
    return { id, object: 'event', created, type: stripeTypes[told.what], data: { object: stripeObject(told) } }
  }
  if (gateway === 'paypal') {
    const event_type = paypalTypes[told.what]
    const keeps = 'checkout' in told && told.checkout.data.mode === 'save'
    if (!event_type || keeps) return undefined
    return { id, event_type, create_time: new Date(now).toISOString(), resource: paypalResource(told) }
  }
  if (gateway === 'clover' && told.what === 'completed') {
    const { id: data, data: page } = told.checkout
    const about = { id: page.payment, data, type: 'PAYMENT', status: 'APPROVED' }
    return { ...about, message: `Approved for ${page.amount}`, createdTime: now, merchantId: 'SANDBOX' }
  }
  return undefined
}

/** An order on a page of ThriveCart, which tells us with the account's secret word. */
export function thrivecartBody(
  event: 'order.success' | 'order.refund',
  { id, data }: { id: string; data: Payment },
  secret: string,
  now: number,
): object {
  return {
    event,
    thrivecart_account: 'sandbox',
    thrivecart_secret: secret,
    mode: 'test',
    base_product: '1',
    order_id: id,
    currency: data.currency,
    passthrough: { reference: data.reference },
    order: { total: data.amount, processor: 'stripe', date_unix: Math.floor((data.paidAt ?? now) / 1_000) },
    ...(event === 'order.refund' && { refund: { amount: data.refunded } }),
    customer: { name: 'Sandbox donor', email: 'donor@example.org' },
  }
}
