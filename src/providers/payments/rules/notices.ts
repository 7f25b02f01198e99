import { createHash } from 'node:crypto'
import type { Notice, PaymentFacts } from '../index.ts'
import { fromDecimal } from './amounts.ts'
import { BadSignature } from './errors.ts'
import { isPaypalCert, isPaypalSigned, isSame, paypalText, timedProblem, transmissionOf } from './signatures.ts'

type Json = Record<string, any>

function parsed(rawBody: string): Json {
  try {
    const body = JSON.parse(rawBody)
    if (body && typeof body === 'object') return body
  } catch {}
  throw new BadSignature('the notice is not JSON')
}

const idOf = (what: unknown): string => (typeof what === 'string' ? what : ((what as Json | null)?.id ?? ''))
const date = (at: unknown): Date | null => {
  // Seconds or milliseconds: no payment is from before 1973.
  const found = typeof at === 'number' ? new Date(at < 1e11 ? at * 1_000 : at) : new Date(String(at ?? ''))
  return Number.isNaN(found.getTime()) ? null : found
}
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)

export function stripeNotice(rawBody: string, headers: Headers, secret: string, nowMs: number): Notice {
  const problem = timedProblem(headers.get('stripe-signature'), secret, rawBody, Math.floor(nowMs / 1_000))
  if (problem) throw new BadSignature(problem)
  const { id, type, created, data } = parsed(rawBody)
  const object: Json = data?.object ?? {}
  const told = { id: String(id), type: String(type), facts: null, sentAt: date(created) }
  if (/^checkout\.session\./.test(type)) return { ...told, about: 'checkout', objectId: idOf(object) }
  // A try that failed on a page that is still open is nothing yet; a bank debit that failed is told by its page.
  if (type === 'payment_intent.payment_failed' && object.metadata?.lampstand_by === 'checkout')
    return { ...told, about: 'other', objectId: idOf(object), declined: declinedIn(object) }
  if (/^payment_intent\./.test(type)) return { ...told, about: 'payment', objectId: idOf(object) }
  if (/^payout\./.test(type)) return { ...told, about: 'payout', objectId: idOf(object) }
  const intent = idOf(object.payment_intent)
  if (/^(charge|refund)\./.test(type) && intent) return { ...told, about: 'payment', objectId: intent }
  return { ...told, about: 'other', objectId: idOf(object) }
}

/** The card of a try that failed, which is all that is known of who tests cards on an open page. */
function declinedIn({ metadata, last_payment_error: error }: Json): NonNullable<Notice['declined']> {
  const card = error?.payment_method?.card ?? {}
  return { reference: String(metadata?.lampstand_payment ?? ''), card: String(card.fingerprint ?? card.last4 ?? '') }
}

/** @param pemAt fetches the certificate of that address, which is one of PayPal's */
export async function paypalNotice(
  rawBody: string,
  headers: Headers,
  webhookId: string,
  pemAt: (url: string) => Promise<string>,
): Promise<Notice> {
  const sent = transmissionOf(headers)
  if (!webhookId) throw new BadSignature('no webhook id is set')
  if (!sent.id || !sent.time || !sent.signature) throw new BadSignature('the signature is missing or malformed')
  if (!isPaypalCert(sent.certUrl)) throw new BadSignature('the certificate is not PayPal’s')
  if (!isPaypalSigned(paypalText(sent, webhookId, rawBody), sent, await pemAt(sent.certUrl)))
    throw new BadSignature('the signature does not match')
  const { id, event_type: type, create_time, resource = {} } = parsed(rawBody)
  const told = { id: String(id), type: String(type), facts: null, sentAt: date(create_time) }
  return { ...told, ...aboutPaypal(String(type), resource) }
}

function aboutPaypal(type: string, resource: Json): Pick<Notice, 'about' | 'objectId'> {
  if (/^CHECKOUT\.ORDER\./.test(type)) return { about: 'checkout', objectId: idOf(resource) }
  if (/^VAULT\.SETUP-TOKEN\./.test(type)) return { about: 'checkout', objectId: idOf(resource) }
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') {
    // The refund came; its payment is one link up.
    const up = (resource.links ?? []).find((link: Json) => link.rel === 'up')?.href as string | undefined
    return { about: 'payment', objectId: up?.split('/').at(-1) ?? idOf(resource) }
  }
  if (/^PAYMENT\.CAPTURE\./.test(type)) return { about: 'payment', objectId: idOf(resource) }
  const disputed = resource.disputed_transactions?.[0]?.seller_transaction_id
  if (/^CUSTOMER\.DISPUTE\./.test(type) && disputed) return { about: 'payment', objectId: disputed }
  return { about: 'other', objectId: idOf(resource) }
}

/** Clover names the payment and the page that it came from; nobody can ask for the page later. */
export function cloverNotice(
  rawBody: string,
  headers: Headers,
  secret: string,
  nowMs: number,
): Notice & { paymentId: string; state: PaymentFacts['state'] } {
  const problem = timedProblem(headers.get('clover-signature'), secret, rawBody, Math.floor(nowMs / 1_000))
  if (problem) throw new BadSignature(problem)
  const { id, type, status, data, createdTime } = parsed(rawBody)
  const paid = String(type).toUpperCase() === 'PAYMENT'
  const state = /^APPROVED$/i.test(String(status)) ? 'succeeded' : 'failed'
  return {
    id: digest(rawBody),
    type: `${type}.${status}`,
    facts: null,
    paymentId: idOf(id),
    state,
    about: paid ? 'checkout' : 'other',
    objectId: paid ? idOf(data) : idOf(id),
    sentAt: date(createdTime),
  }
}

/** Fields of a form, `order[charges][0][amount]` and all, or the same as JSON. */
function fieldsOf(rawBody: string): Json {
  if (/^\s*\{/.test(rawBody)) return parsed(rawBody)
  const fields: Json = Object.create(null)
  for (const [name, value] of new URLSearchParams(rawBody)) {
    const path = name.split(/\]\[|\[|\]/).filter(part => part !== '')
    if (path.length === 0 || path.length > 6) continue
    const last = path.pop()!
    let at: Json = fields
    for (const part of path) {
      if (typeof at[part] !== 'object') at[part] = Object.create(null)
      at = at[part]
    }
    at[last] = value
  }
  return fields
}

/** ThriveCart signs nothing: each notice brings the account's secret word. Amounts are hundredths. */
export function thrivecartNotice(rawBody: string, secretWord: string): Notice {
  const fields = fieldsOf(rawBody)
  if (!secretWord || !isSame(String(fields.thrivecart_secret ?? ''), secretWord))
    throw new BadSignature('the secret word does not match')
  const type = String(fields.event ?? '')
  const order = String(fields.order_id ?? fields.order?.id ?? '')
  // Each charge of a subscription has an invoice of its own.
  const paymentId = String(fields.invoice_id ?? fields.order?.invoice_id ?? '') || order
  const { thrivecart_secret: _, ...unsecret } = fields
  const id = digest(JSON.stringify(unsecret))
  const facts = /^order\.(success|subscription_payment|refund)$/.test(type) ? thrivecartFacts(fields, paymentId) : null
  const about = facts ? ('payment' as const) : ('other' as const)
  return { id, type, about, objectId: paymentId, facts, sentAt: facts?.paidAt ?? null }
}

function thrivecartFacts(fields: Json, id: string): PaymentFacts {
  const currency = String(fields.currency ?? 'USD').toUpperCase()
  const hundredths = (text: unknown) => fromDecimal((Number(text ?? 0) / 100).toFixed(2), currency)
  const refunded = fields.event === 'order.refund' ? hundredths(fields.refund?.amount ?? fields.order?.total) : 0
  const paypal = String(fields.order?.processor ?? '').toLowerCase() === 'paypal'
  const when = fields.order_timestamp ?? fields.order?.date_unix
  return {
    id,
    reference: (fields.passthrough?.reference as string | undefined) ?? null,
    state: 'succeeded',
    amount: hundredths(fields.subscription?.amount ?? fields.order?.total),
    currency,
    fee: null,
    refunded,
    dispute: null,
    disputeFee: 0,
    saved: null,
    problem: null,
    payoutId: null,
    method: { kind: paypal ? 'paypal' : 'card', brand: paypal ? 'PayPal' : 'Card', last4: '', expires: null },
    paidAt: when ? date(Number(when)) : null,
  }
}
