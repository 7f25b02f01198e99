import { createHash, X509Certificate } from 'node:crypto'
import { clock, hours, minutes } from '#kernel/clock.ts'
import type { Access, ChargeInput, CheckoutFacts, CheckoutInput, Gateway, SaveInput } from '../index.ts'
import { toPaypal } from '../rules/amounts.ts'
import { BadSignature, Declined, GatewayRefused, GatewayUnavailable } from '../rules/errors.ts'
import { paypalNotice } from '../rules/notices.ts'
import { abilities, pageMinutes } from '../rules/terms.ts'
import { type Answer, ask, type Json, scrubbed, TIMEOUT_MS } from './asking.ts'
import { type Call, good, issueOf } from './paypal-answers.ts'
import { captureFacts, captureOf, declineCodes, disputeOf, facts, savedIn } from './paypal-facts.ts'
import { paypalReport } from './paypal-report.ts'

type Keys = Extract<Access, { kind: 'paypal' }>

const BASES = { sandbox: 'https://api-m.sandbox.paypal.com', production: 'https://api-m.paypal.com' }
export interface PaypalOptions {
  base?: string
  timeout?: number
  /** Fetches a certificate, as PEM. */
  certAt?: (url: string) => Promise<string>
}

/** The documented HTTP interface. `base` leads elsewhere, for trying the adapter against a server of one's own. */
export function paypalGateway(keys: Keys, options: PaypalOptions = {}): Gateway {
  const { clientId, environment, webhookId } = keys
  const call = caller(keys, options)
  const mode = environment === 'sandbox' ? 'test' : 'live'
  return {
    name: 'paypal',
    mode,
    can: abilities.paypal,
    async account() {
      await call('GET', '/v1/notifications/webhooks')
      return { id: clientId, name: 'PayPal', country: null, currency: null, charges: true, mode }
    },
    registerWebhook: url => registerWebhook(call, url),
    checkout: input => openOrder(call, input),
    checkoutResult: id => (id.startsWith(SETUP) ? setupResult(call, id) : orderResult(call, id)),
    saveMethod: input => openSetup(call, input),
    charge: input => chargeKept(call, input),
    payment: id => paymentOf(call, id),
    async refund({ paymentId, amount, currency, key }) {
      const value = { value: toPaypal(amount, currency), currency_code: currency }
      const path = `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`
      const { body } = good(await call('POST', path, { body: { amount: value }, key: `refund-${key}` }))
      const state = { COMPLETED: 'succeeded', FAILED: 'failed', CANCELLED: 'failed' } as const
      return { id: body.id, state: state[body.status as keyof typeof state] ?? 'pending', amount }
    },
    ...paypalReport(call),
    verifyWebhook: (rawBody, headers) => paypalNotice(rawBody, headers, webhookId, options.certAt ?? certAt),
  }
}

/** Tokens by a digest of what they were given for: a new one for each call would double the calls. */
const tokens = new Map<string, { token: string; until: number }>()

function caller(keys: Keys, { base = BASES[keys.environment], timeout = TIMEOUT_MS }: PaypalOptions): Call {
  const { clientId, clientSecret } = keys
  const cached = createHash('sha256').update(`${base} ${clientId} ${clientSecret}`).digest('hex')

  async function token(): Promise<string> {
    const known = tokens.get(cached)
    if (known && known.until > clock.ms()) return known.token
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
    const asked = { method: 'POST' as const, headers, body: 'grant_type=client_credentials' }
    const { status, body } = await ask('paypal', `${base}/v1/oauth2/token`, asked, timeout)
    if (status >= 400)
      throw new GatewayRefused(
        `PayPal did not accept these credentials for its ${keys.environment} environment.`,
        'clientSecret',
      )
    if (typeof body.access_token !== 'string') throw new GatewayUnavailable('PayPal sent no access token.')
    if (tokens.size > 500) tokens.clear()
    tokens.set(cached, {
      token: body.access_token,
      until: clock.ms() + Number(body.expires_in ?? 300) * 1_000 - minutes(1),
    })
    return body.access_token
  }

  return async function call(method, path, { body, key } = {}): Promise<Answer> {
    for (const last of [false, true]) {
      const headers = {
        authorization: `Bearer ${await token()}`,
        prefer: 'return=representation',
        // At most 108 characters; the same one is the same answer.
        ...(key && { 'paypal-request-id': key.slice(0, 108) }),
      }
      const answer = await ask('paypal', `${base}${path}`, { method, headers, body }, timeout)
      // Revoked before its time: one more try with a new one.
      if (answer.status === 401 && !last) tokens.delete(cached)
      else return { ...answer, body: cleaned(answer, [clientSecret]) }
    }
    throw new GatewayUnavailable('PayPal accepts no access token.')
  }
}

const cleaned = ({ status, body }: Answer, secrets: string[]): Json =>
  status < 400 ? body : { ...body, message: scrubbed(body.details?.[0]?.description ?? body.message, secrets) }

const EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

async function registerWebhook(call: Call, url: string) {
  const { body } = good(await call('GET', '/v1/notifications/webhooks'))
  const known = (body.webhooks ?? []).find((one: Json) => one.url === url)
  if (known) return { id: known.id as string, secret: '' }
  const event_types = EVENTS.map(name => ({ name }))
  const made = good(await call('POST', '/v1/notifications/webhooks', { body: { url, event_types } }))
  return { id: made.body.id as string, secret: '' }
}

/** PayPal tells no end of its pages; three hours is what it documents. */
const pageOf = (id: string, body: Json) => {
  const link = (body.links ?? []).find((one: Json) => one.rel === 'payer-action' || one.rel === 'approve')
  if (!link) throw new GatewayUnavailable('PayPal sent no address to pay at.')
  return { id, url: link.href as string, expiresAt: new Date(clock.ms() + minutes(pageMinutes.paypal)) }
}

const unit = ({ reference, amount, currency, description, descriptor }: CheckoutInput | ChargeInput) => ({
  custom_id: reference,
  description: description.slice(0, 127) || undefined,
  soft_descriptor: descriptor?.slice(0, 22) || undefined,
  amount: { currency_code: currency, value: toPaypal(amount, currency) },
})

async function openOrder(call: Call, input: CheckoutInput) {
  if (!input.methods.includes('paypal')) throw new GatewayRefused('PayPal takes none of these methods.', 'methods')
  const { returnUrl, cancelUrl, payer, save, key } = input
  const pages = { return_url: returnUrl, cancel_url: cancelUrl }
  const paypal = {
    experience_context: { ...pages, user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
    email_address: payer.email || undefined,
    ...(save && { attributes: { vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT' } } }),
  }
  const body = { intent: 'CAPTURE', purchase_units: [unit(input)], payment_source: { paypal } }
  const made = good(await call('POST', '/v2/checkout/orders', { body, key: `order-${key}` }))
  return pageOf(made.body.id, made.body)
}

const openPage = (reference = ''): CheckoutFacts => ({ state: 'open', reference, payment: null, saved: null })
const OVER: CheckoutFacts = { state: 'expired', reference: '', payment: null, saved: null }

/** The payer agreed: now the money is taken, once, however often this is asked. */
async function orderResult(call: Call, id: string): Promise<CheckoutFacts> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
  const found = await call('GET', path)
  if (found.status === 404) return OVER
  let order = good(found).body
  const reference: string = order.purchase_units?.[0]?.custom_id ?? ''
  if (order.status === 'APPROVED') {
    const taken = await call('POST', `${path}/capture`, { body: {}, key: `capture-${id}` })
    // The bank refused; the payer may choose another way on the same page.
    if (taken.status === 422 && declineCodes[issueOf(taken)]) return openPage(reference)
    order =
      taken.status === 422 && issueOf(taken) === 'ORDER_ALREADY_CAPTURED'
        ? good(await call('GET', path)).body
        : good(taken).body
  }
  if (order.status === 'VOIDED') return { ...OVER, reference }
  const capture = captureOf(order)
  if (!capture) return openPage(reference)
  const saved = savedIn(order)
  return { state: 'complete', reference, payment: { ...facts(capture, order), saved }, saved }
}

/** Tells a page that keeps from one that pays. */
const SETUP = 'setup-'

async function openSetup(call: Call, { reference, customerId, returnUrl, cancelUrl, key }: SaveInput) {
  const experience_context = { return_url: returnUrl, cancel_url: cancelUrl, shipping_preference: 'NO_SHIPPING' }
  const body = {
    payment_source: { paypal: { usage_type: 'MERCHANT', experience_context } },
    customer: { ...(customerId && { id: customerId }), merchant_customer_id: reference },
  }
  const made = good(await call('POST', '/v3/vault/setup-tokens', { body, key: `setup-${key}` })).body
  return pageOf(`${SETUP}${made.id}`, made)
}

async function setupResult(call: Call, id: string): Promise<CheckoutFacts> {
  const setup = id.slice(SETUP.length)
  const found = await call('GET', `/v3/vault/setup-tokens/${encodeURIComponent(setup)}`)
  if (found.status === 404) return OVER
  const { status, customer } = good(found).body
  const reference: string = customer?.merchant_customer_id ?? ''
  if (status !== 'APPROVED' && status !== 'VAULTED') return openPage(reference)
  const body = { payment_source: { token: { id: setup, type: 'SETUP_TOKEN' } } }
  const kept = good(await call('POST', '/v3/vault/payment-tokens', { body, key: `keep-${setup}` })).body
  const saved = { customerId: String(kept.customer?.id ?? ''), methodId: String(kept.id), kind: 'paypal' as const }
  return { state: 'complete', reference, payment: null, saved: { ...saved, brand: 'PayPal', last4: '', expires: null } }
}

async function chargeKept(call: Call, input: ChargeInput) {
  const stored_credential = { payment_initiator: 'MERCHANT', usage: 'SUBSEQUENT', payment_type: 'UNSCHEDULED' }
  const body = {
    intent: 'CAPTURE',
    purchase_units: [unit(input)],
    payment_source: { paypal: { vault_id: input.saved.methodId, stored_credential } },
  }
  const made = await call('POST', '/v2/checkout/orders', { body, key: `charge-${input.key}` })
  const declined = declineCodes[issueOf(made)]
  if (made.status === 422 && declined) throw new Declined(declined, made.body.message)
  const order = good(made).body
  const capture = captureOf(order)
  if (!capture) throw new GatewayUnavailable('PayPal took the order and did not say how it ended.')
  const told = { ...facts(capture, order), saved: input.saved }
  if (told.state === 'failed') throw new Declined(told.problem!.code, told.problem!.message)
  return told
}

async function paymentOf(call: Call, id: string) {
  const capture = good(await call('GET', `/v2/payments/captures/${encodeURIComponent(id)}`)).body
  const told = await captureFacts(call, capture)
  return { ...told, ...(await disputeOf(call, id)) }
}

const certificates = new Map<string, { pem: string; until: number }>()

async function certAt(url: string): Promise<string> {
  const known = certificates.get(url)
  if (known && known.until > clock.ms()) return known.pem
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  if (!answer?.ok) throw new GatewayUnavailable('PayPal’s certificate can’t be fetched.')
  const pem = await answer.text()
  if (!isCertificate(pem)) throw new BadSignature('the certificate is not valid now')
  if (certificates.size > 20) certificates.clear()
  certificates.set(url, { pem, until: clock.ms() + hours(1) })
  return pem
}

function isCertificate(pem: string): boolean {
  try {
    const { validFrom, validTo } = new X509Certificate(pem)
    return Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo)
  } catch {
    return false
  }
}
