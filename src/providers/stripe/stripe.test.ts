import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BadSignature, Declined, InvalidRequest, type StripeProvider, Unknown, Unreachable } from './index.ts'
import { liveStripe } from './live.ts'

interface Asked {
  method: string
  path: string
  body: Record<string, string>
  key: string | undefined
}
let asked: Asked[] = []
/** What the server of this test answers, by method and path; `http` is the status. */
let answers: Record<string, object | (() => object)> = {}
let server: http.Server
let live: StripeProvider

/** Speaks HTTP as Stripe's API does: form in, JSON out. */
beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [path, query] = request.url!.split('?')
    const body = Object.fromEntries(new URLSearchParams(text || query))
    const key = request.headers['idempotency-key'] as string | undefined
    asked.push({ method: request.method!, path: path!, body, key })
    const answer = answers[`${request.method} ${path}`]
    const found = typeof answer === 'function' ? (answer as () => object)() : answer
    const missing = { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such thing` } }
    const { http: status = found ? 200 : 404, ...rest } = (found ?? missing) as { http?: number }
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify(rest))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  live = liveStripe('sk_test_1', 'whsec_1', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 })
})
afterAll(() => void server.close())
beforeEach(() => {
  asked = []
  answers = {}
})

const START = 1_790_000_000
const subscription = (changes: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  trial_end: null,
  created: START,
  schedule: null,
  metadata: { lampstand_client: 'client-1', lampstand_user: 'user-1' },
  items: {
    data: [
      { id: 'si_1', price: { id: 'price_1' }, current_period_start: START, current_period_end: START + 2_592_000 },
    ],
  },
  ...changes,
})

test('products and prices carry our id, integer amounts and a key that makes a repeat harmless', async () => {
  answers['POST /v1/products'] = { id: 'prod_1' }
  answers['POST /v1/prices'] = { id: 'price_1' }
  const product = { id: 'ours', productId: null, name: 'Starter', description: '', active: true, key: 'ours-1' }
  expect(await live.saveProduct(product)).toEqual({ productId: 'prod_1' })
  await live.createPrice({ productId: 'prod_1', unitAmount: 2_900, currency: 'USD', interval: 'month', key: 'p' })
  expect(asked).toMatchObject([
    { path: '/v1/products', key: 'product-ours-1', body: { name: 'Starter', 'metadata[lampstand_product]': 'ours' } },
    {
      path: '/v1/prices',
      key: 'price-p',
      body: { unit_amount: '2900', currency: 'usd', 'recurring[interval]': 'month' },
    },
  ])
})

test('a trial needs no card and pauses at its end without one', async () => {
  answers['POST /v1/subscriptions'] = subscription({ status: 'trialing', trial_end: START + 1_209_600 })
  const facts = await live.startTrial({
    customerId: 'cus_1',
    priceId: 'price_1',
    days: 14,
    clientId: 'client-1',
    userId: 'user-1',
    key: 'client-1',
  })
  expect(facts).toMatchObject({
    id: 'sub_1',
    status: 'trialing',
    clientId: 'client-1',
    priceId: 'price_1',
    owedSince: null,
  })
  expect(facts.trialEnd).toEqual(new Date((START + 1_209_600) * 1_000))
  expect(asked[0]).toMatchObject({
    key: 'trial-client-1',
    body: {
      trial_period_days: '14',
      'trial_settings[end_behavior][missing_payment_method]': 'pause',
      'metadata[lampstand_client]': 'client-1',
    },
  })
})

test('a checkout ends older open ones and keeps what is left of the trial', async () => {
  answers['GET /v1/checkout/sessions'] = { object: 'list', has_more: false, data: [{ id: 'cs_old' }] }
  answers['POST /v1/checkout/sessions/cs_old/expire'] = { id: 'cs_old' }
  answers['POST /v1/checkout/sessions'] = { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' }
  const trialEnd = new Date(Date.now() + 10 * 86_400_000)
  const pages = { successUrl: 'https://crm.example.org/profile', cancelUrl: 'https://crm.example.org/pricing' }
  const input = { customerId: 'cus_1', priceId: 'price_1', clientId: 'client-1', userId: null, ...pages }
  expect(await live.checkout({ ...input, trialEnd })).toEqual({
    id: 'cs_1',
    url: 'https://checkout.stripe.com/c/pay/cs_1',
  })
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/checkout/sessions',
    'POST /v1/checkout/sessions/cs_old/expire',
    'POST /v1/checkout/sessions',
  ])
  expect(asked[2]!.body['subscription_data[trial_end]']).toBe(String(Math.floor(trialEnd.getTime() / 1_000)))
  // Stripe takes no trial of less than two days.
  await live.checkout({ ...input, trialEnd: new Date(Date.now() + 86_400_000) })
  expect(asked.at(-1)!.body).not.toHaveProperty('subscription_data[trial_end]')
})

test('the portal offers cards, invoices and canceling at the period’s end; plans are changed by the terms, here', async () => {
  answers['GET /v1/billing_portal/configurations'] = { object: 'list', has_more: false, data: [] }
  answers['POST /v1/billing_portal/configurations'] = { id: 'bpc_1' }
  answers['POST /v1/billing_portal/sessions'] = { url: 'https://billing.stripe.com/p/session/1' }
  const input = { customerId: 'cus_1', returnUrl: 'https://crm.example.org/profile#subscription' }
  expect(await live.portal(input)).toEqual({ url: 'https://billing.stripe.com/p/session/1' })
  expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('configurations'))!.body).toMatchObject({
    'features[subscription_cancel][mode]': 'at_period_end',
    'features[payment_method_update][enabled]': 'true',
    'features[subscription_update][enabled]': 'false',
  })
  expect(asked.at(-1)!.body).toMatchObject({ configuration: 'bpc_1', return_url: input.returnUrl })
})

test('what is owed is the oldest open invoice; a schedule is the plan of the next period', async () => {
  answers['GET /v1/subscriptions/sub_1'] = subscription({ status: 'past_due', schedule: 'sub_sched_1' })
  answers['GET /v1/invoices'] = { data: [{ created: START + 60 }, { created: START + 30 }] }
  answers['GET /v1/subscription_schedules/sub_sched_1'] = {
    phases: [{ items: [{ price: 'price_1' }] }, { items: [{ price: 'price_2' }] }],
  }
  const facts = await live.subscription('sub_1')
  expect(facts.owedSince).toEqual(new Date((START + 30) * 1_000))
  expect(facts.nextPriceId).toBe('price_2')
})

test('an upgrade is billed at once by the day, a downgrade becomes a schedule', async () => {
  answers['GET /v1/subscriptions/sub_1'] = subscription()
  answers['POST /v1/subscriptions/sub_1'] = subscription()
  await live.changePrice('sub_1', 'price_2', 'now', 'k')
  expect(asked.at(-1)).toMatchObject({
    key: 'change-k',
    body: { proration_behavior: 'always_invoice', 'items[0][id]': 'si_1', 'items[0][price]': 'price_2' },
  })
  answers['POST /v1/subscription_schedules'] = {
    id: 'sub_sched_1',
    phases: [{ start_date: START, end_date: START + 9 }],
  }
  answers['POST /v1/subscription_schedules/sub_sched_1'] = { id: 'sub_sched_1' }
  await live.changePrice('sub_1', 'price_0', 'period_end', 'k')
  expect(asked.at(-1)!.body).toMatchObject({
    end_behavior: 'release',
    'phases[0][items][0][price]': 'price_1',
    'phases[1][items][0][price]': 'price_0',
    'phases[1][proration_behavior]': 'none',
  })
})

test('an invoice knows its subscription and what released; a refund names the payment', async () => {
  answers['GET /v1/invoices/in_1'] = {
    id: 'in_1',
    number: 'A-1',
    status: 'paid',
    amount_due: 2_900,
    amount_paid: 2_900,
    currency: 'usd',
    created: START,
    period_start: START,
    period_end: START,
    hosted_invoice_url: null,
    lines: { data: [] },
    parent: { subscription_details: { subscription: 'sub_1' } },
  }
  answers['GET /v1/invoice_payments'] = { data: [{ payment: { payment_intent: 'pi_1' }, invoice: 'in_1' }] }
  answers['GET /v1/payment_intents/pi_1'] = { id: 'pi_1', latest_charge: { amount_refunded: 900 } }
  answers['GET /v1/charges/ch_1'] = { id: 'ch_1', payment_intent: 'pi_1' }
  answers['POST /v1/refunds'] = { id: 're_1', amount: 2_000 }
  const facts = { id: 'in_1', subscriptionId: 'sub_1', amountPaid: 2_900, amountRefunded: 900, currency: 'USD' }
  expect(await live.invoice('in_1')).toMatchObject(facts)
  // A refund's notice names the charge.
  expect(await live.invoice('ch_1')).toMatchObject(facts)
  await live.refund('in_1', 2_000, 'refund-1')
  expect(asked.at(-1)).toMatchObject({ key: 'refund-1-pi_1', body: { payment_intent: 'pi_1', amount: '2000' } })
})

test('what Stripe does not know, refuses or can’t answer are things apart', async () => {
  await expect(live.subscription('sub_0')).rejects.toBeInstanceOf(Unknown)
  const refused = { type: 'invalid_request_error', message: 'This price is archived.' }
  answers['POST /v1/prices'] = { http: 400, error: refused }
  const price = { productId: 'prod_1', unitAmount: 1, currency: 'USD', interval: 'month' as const, key: 'k' }
  await expect(live.createPrice(price)).rejects.toEqual(new InvalidRequest('This price is archived.'))
  answers['POST /v1/prices'] = {
    http: 402,
    error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  }
  await expect(live.createPrice(price)).rejects.toEqual(new Declined('Your card was declined.'))
  answers['POST /v1/prices'] = { http: 503, error: { type: 'api_error', message: 'We are down.' } }
  await expect(live.createPrice(price)).rejects.toBeInstanceOf(Unreachable)
  const nowhere = liveStripe('sk_test_1', 'whsec_1', {
    host: '127.0.0.1',
    port: 9,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  await expect(nowhere.subscription('sub_1')).rejects.toBeInstanceOf(Unreachable)
})

test('an answer that was lost is asked for again with the same key', async () => {
  let tries = 0
  answers['POST /v1/customers'] = () => (++tries === 1 ? { http: 500, error: { message: 'lost' } } : { id: 'cus_1' })
  const { port } = server.address() as AddressInfo
  const patient = liveStripe('sk_test_1', 'whsec_1', { host: '127.0.0.1', port, protocol: 'http' })
  server.prependOnceListener('request', (_, response) => response.setHeader('stripe-should-retry', 'true'))
  const customer = { clientId: 'client-1', email: 'a@example.org', name: 'Grace', key: 'client-1' }
  await patient.createCustomer(customer).catch(() => patient.createCustomer(customer))
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['customer-client-1']))
  expect(asked.length).toBe(2)
})

test('only a notice signed with our secret within five minutes is read', async () => {
  const payload = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
  const header = (secret: string, timestamp = Math.floor(Date.now() / 1_000)) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  expect(await live.verifyWebhook(payload, header('whsec_1'))).toEqual({
    id: 'evt_1',
    type: 'invoice.paid',
    objectId: 'in_1',
  })
  await expect(live.verifyWebhook(payload, header('whsec_2'))).rejects.toBeInstanceOf(BadSignature)
  const old = header('whsec_1', Math.floor(Date.now() / 1_000) - 400)
  await expect(live.verifyWebhook(payload, old)).rejects.toBeInstanceOf(BadSignature)
  await expect(live.verifyWebhook(`${payload} `, header('whsec_1'))).rejects.toBeInstanceOf(BadSignature)
})
