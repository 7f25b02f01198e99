import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Declined, type Gateway, GatewayRefused, GatewayUnavailable } from '../index.ts'
import { timedSignature } from '../rules/signatures.ts'
import { cloverGateway } from './clover.ts'
import { paypalGateway } from './paypal.ts'
import { stripeGateway } from './stripe.ts'
import { thrivecartGateway } from './thrivecart.ts'

interface Asked {
  call: string
  body: Record<string, any>
  key: string | undefined
  headers: http.IncomingHttpHeaders
}
let asked: Asked[] = []
type Said = { http?: number; hang?: true; text?: string; [name: string]: unknown }
/** What the server of this test says, by method and path. */
let says: Record<string, Said | ((asked: Asked) => Said)> = {}
let server: http.Server
let base = ''
let stripe: Gateway
let paypal: Gateway
let clover: Gateway
let thrivecart: Gateway

const KEYS = {
  stripe: { kind: 'stripe', publishableKey: 'pk_test_1', secretKey: 'sk_test_secret123', webhookSecret: 'whsec_1' },
  paypal: { kind: 'paypal', clientId: 'AX', clientSecret: 'paypal-secret', environment: 'sandbox', webhookId: 'W1' },
  clover: { kind: 'clover', apiKey: 'clover-secret', merchantId: 'M1', environment: 'sandbox', signingSecret: 'abc' },
  thrivecart: { kind: 'thrivecart', apiToken: 'cart-secret', accountId: 'grace', secretWord: 'word' },
} as const

/** Speaks HTTP as the gateways document it. */
beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [path, query] = request.url!.split('?')
    const isJson = request.headers['content-type']?.includes('json')
    const body = isJson ? JSON.parse(text || '{}') : Object.fromEntries(new URLSearchParams(text || query))
    const key = request.headers['idempotency-key'] ?? request.headers['paypal-request-id']
    const call = `${request.method} ${path}`
    const one = { call, body, key: key as string | undefined, headers: request.headers }
    asked.push(one)
    const said = typeof says[call] === 'function' ? says[call](one) : says[call]
    const { http: status = said ? 200 : 404, hang, text: raw, ...answer } = said ?? {}
    if (hang) return
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(raw ?? JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  const host = { host: '127.0.0.1', port, protocol: 'http' as const, maxNetworkRetries: 0, timeout: 300 }
  stripe = stripeGateway(KEYS.stripe, host)
  paypal = paypalGateway(KEYS.paypal, { base, timeout: 300 })
  clover = cloverGateway(KEYS.clover, { api: base, ecommerce: base, timeout: 300 })
  thrivecart = thrivecartGateway(KEYS.thrivecart, { base, timeout: 300 })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  says = { 'POST /v1/oauth2/token': { access_token: 'token-1', expires_in: 32_400 } }
})

const checkout = {
  ...{ reference: 'ours-1', amount: 5_000, currency: 'USD', description: 'Sunday offering' },
  ...{ payer: { name: 'Pat Lee', email: 'pat@example.org' }, methods: ['card', 'ach', 'paypal'] as const },
  ...{ save: true, descriptor: 'GRACE CHURCH', returnUrl: 'https://x.org/r', cancelUrl: 'https://x.org/c', key: 'k1' },
}
const saved = {
  customerId: 'cus_1',
  methodId: 'pm_1',
  kind: 'card',
  brand: 'Visa',
  last4: '4242',
  expires: null,
} as const
const charge = {
  reference: 'ours-2',
  amount: 2_500,
  currency: 'USD',
  description: '',
  descriptor: null,
  saved,
  key: 'k2',
}
const refund = { paymentId: 'P1', amount: 1_000, currency: 'USD', key: 'r1' }
const collected = async <T>(all: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}

const CARD = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, wallet: null }
const intent = (changes: object = {}, chargeChanges: object = {}) => ({
  ...{
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    amount: 5_000,
    currency: 'usd',
    created: 1_790_000_000,
  },
  ...{ customer: 'cus_1', setup_future_usage: 'off_session', last_payment_error: null },
  metadata: { lampstand_payment: 'ours-1', lampstand_by: 'checkout' },
  payment_method: { id: 'pm_1', type: 'card', card: CARD },
  latest_charge: {
    ...{ id: 'ch_1', status: 'succeeded', amount_refunded: 0, disputed: false, created: 1_790_000_000 },
    payment_method_details: { type: 'card', card: CARD },
    balance_transaction: { fee: 175, amount: 5_000, currency: 'usd', created: 1_790_000_100 },
    ...chargeChanges,
  },
  ...changes,
})

test('Stripe: a checkout carries reference, methods and a key; its result says fee and kept card', async () => {
  says['POST /v1/checkout/sessions'] = {
    id: 'cs_1',
    url: 'https://checkout.stripe.com/cs_1',
    expires_at: 1_790_086_400,
  }
  const page = { id: 'cs_1', url: 'https://checkout.stripe.com/cs_1', expiresAt: new Date(1_790_086_400_000) }
  expect([await stripe.checkout(checkout), await stripe.checkout(checkout)]).toEqual([page, page])
  expect(asked.map(one => one.key)).toEqual(['checkout-k1', 'checkout-k1'])
  expect(asked[0]!.body).toMatchObject({
    ...{ mode: 'payment', client_reference_id: 'ours-1', customer_email: 'pat@example.org' },
    ...{ 'allowed_payment_method_types[0]': 'card', 'allowed_payment_method_types[1]': 'us_bank_account' },
    ...{ 'line_items[0][price_data][unit_amount]': '5000', 'line_items[0][price_data][currency]': 'usd' },
    ...{ 'payment_intent_data[setup_future_usage]': 'off_session' },
    'payment_intent_data[statement_descriptor_suffix]': 'GRACE CHURCH',
  })
  says['GET /v1/checkout/sessions/cs_1'] = {
    id: 'cs_1',
    status: 'complete',
    client_reference_id: 'ours-1',
    payment_intent: intent(),
  }
  const kept = { ...saved, expires: '2031-04' }
  expect(await stripe.checkoutResult('cs_1')).toMatchObject({
    ...{ state: 'complete', reference: 'ours-1', saved: kept },
    payment: {
      ...{ id: 'pi_1', state: 'succeeded', fee: 175, saved: kept, paidAt: new Date(1_790_000_100_000) },
      method: { kind: 'card', brand: 'Visa', last4: '4242', expires: '2031-04' },
    },
  })
  const attempt = intent({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
  says['GET /v1/checkout/sessions/cs_1'] = {
    id: 'cs_1',
    status: 'open',
    client_reference_id: 'ours-1',
    payment_intent: attempt,
  }
  expect(await stripe.checkoutResult('cs_1')).toMatchObject({ state: 'open', payment: null, saved: null })
})

test('Stripe: a page that keeps a method charges nothing', async () => {
  says['POST /v1/customers'] = { id: 'cus_1' }
  says['POST /v1/checkout/sessions'] = {
    id: 'cs_2',
    url: 'https://checkout.stripe.com/cs_2',
    expires_at: 1_790_086_400,
  }
  const { payer, reference, returnUrl, cancelUrl } = checkout
  await stripe.saveMethod({ payer, reference, returnUrl, cancelUrl, customerId: null, currency: 'USD', key: 's1' })
  expect(asked.map(one => [one.call, one.key])).toEqual([
    ['POST /v1/customers', 'customer-s1'],
    ['POST /v1/checkout/sessions', 'setup-s1'],
  ])
  expect(asked[1]!.body).toMatchObject({ mode: 'setup', customer: 'cus_1' })
  const setup = { id: 'seti_1', status: 'succeeded', customer: 'cus_1', payment_method: { id: 'pm_1', card: CARD } }
  says['GET /v1/checkout/sessions/cs_2'] = {
    id: 'cs_2',
    status: 'complete',
    client_reference_id: 'ours-1',
    setup_intent: setup,
  }
  expect(await stripe.checkoutResult('cs_2')).toMatchObject({
    payment: null,
    saved: { customerId: 'cus_1', methodId: 'pm_1' },
  })
})

test('Stripe: a kept card is charged with its key; what the bank refuses is Declined', async () => {
  says['POST /v1/payment_intents'] = intent({ amount: 2_500, metadata: { lampstand_payment: 'ours-2' } })
  expect(await stripe.charge(charge)).toMatchObject({ id: 'pi_1', reference: 'ours-2', state: 'succeeded', saved })
  expect(asked[0]).toMatchObject({
    key: 'charge-k2',
    body: { off_session: 'true', confirm: 'true', payment_method: 'pm_1' },
  })
  const error = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No funds.' }
  says['POST /v1/payment_intents'] = { http: 402, error }
  await expect(stripe.charge(charge)).rejects.toMatchObject({ name: 'Declined', code: 'insufficient_funds' })
})

test('Stripe: a bank debit on its way, its return, refunds, disputes and another currency’s fee', async () => {
  const bank = { type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } }
  const debit = { payment_method_details: bank, balance_transaction: null, status: 'pending' }
  says['GET /v1/payment_intents/pi_1'] = intent({ status: 'processing' }, debit)
  expect(await stripe.payment('pi_1')).toMatchObject({
    state: 'pending',
    fee: null,
    paidAt: null,
    method: { kind: 'ach', last4: '6789' },
  })
  const returned = {
    status: 'requires_payment_method',
    last_payment_error: { code: 'insufficient_funds', message: 'R01' },
  }
  says['GET /v1/payment_intents/pi_1'] = intent(returned, { ...debit, status: 'failed' })
  expect(await stripe.payment('pi_1')).toMatchObject({ state: 'failed', problem: { code: 'insufficient_funds' } })
  says['GET /v1/payment_intents/pi_1'] = intent({}, { amount_refunded: 1_000, disputed: true })
  const moves = [{ fee: 1_500, currency: 'usd' }]
  says['GET /v1/disputes'] = {
    object: 'list',
    has_more: false,
    data: [{ id: 'dp_1', status: 'lost', balance_transactions: moves }],
  }
  expect(await stripe.payment('pi_1')).toMatchObject({ refunded: 1_000, dispute: 'lost', disputeFee: 1_500 })
  const exchanged = { fee: 80, amount: 2_500, currency: 'eur', exchange_rate: 0.5, created: 1 }
  says['GET /v1/payment_intents/pi_1'] = intent({}, { balance_transaction: exchanged })
  expect((await stripe.payment('pi_1')).fee).toBe(160)
  says['POST /v1/refunds'] = { id: 're_1', status: 'pending', amount: 1_000 }
  expect(await stripe.refund(refund)).toEqual({ id: 're_1', state: 'pending', amount: 1_000 })
  expect(asked.at(-1)).toMatchObject({ key: 'refund-r1', body: { payment_intent: 'P1', amount: '1000' } })
})

test('Stripe: lists oldest first, without tries that came to nothing; payouts name their payments', async () => {
  const attempt = intent({ id: 'pi_0', status: 'requires_payment_method', latest_charge: null })
  const data = [intent({ id: 'pi_2' }), attempt, intent()]
  says['GET /v1/payment_intents'] = { object: 'list', has_more: false, data }
  expect((await collected(stripe.payments(new Date(1_790_000_000_000)))).map(one => one.id)).toEqual(['pi_1', 'pi_2'])
  expect(asked[0]!.body['created[gte]']).toBe('1790000000')
  const payout = {
    id: 'po_1',
    amount: 4_825,
    currency: 'usd',
    status: 'paid',
    automatic: true,
    arrival_date: 1_790_000_000,
  }
  says['GET /v1/payouts'] = { object: 'list', has_more: false, data: [payout] }
  const move = { id: 'txn_1', source: { id: 'ch_1', payment_intent: 'pi_1' } }
  says['GET /v1/balance_transactions'] = {
    object: 'list',
    has_more: false,
    data: [move, { id: 'txn_2', source: null }],
  }
  expect(await collected(stripe.payouts(new Date(0)))).toEqual([
    { id: 'po_1', state: 'paid', amount: 4_825, currency: 'USD', arrivesOn: '2026-09-21', paymentIds: ['pi_1'] },
  ])
})

test('Stripe: account and webhook; a wrong key is the key’s fault and is never repeated', async () => {
  says['GET /v1/account'] = {
    ...{ id: 'acct_1', country: 'US', default_currency: 'usd', charges_enabled: false },
    business_profile: { name: 'Grace Church' },
  }
  expect(await stripe.account()).toEqual({
    ...{ id: 'acct_1', name: 'Grace Church', country: 'US', currency: 'USD', charges: false, mode: 'test' },
  })
  const url = 'https://crm.example.org/functions/v1/stripe-webhook?t=1'
  const old = { id: 'we_0', url, enabled_events: ['charge.refunded'], status: 'enabled' }
  says['GET /v1/webhook_endpoints'] = { object: 'list', has_more: false, data: [old] }
  says['DELETE /v1/webhook_endpoints/we_0'] = { id: 'we_0', deleted: true }
  says['POST /v1/webhook_endpoints'] = { id: 'we_1', secret: 'whsec_new' }
  expect(await stripe.registerWebhook(url)).toEqual({ id: 'we_1', secret: 'whsec_new' })
  says['GET /v1/account'] = {
    http: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_secret123' },
  }
  const error = await stripe.account().catch(it => it)
  expect(error).toBeInstanceOf(GatewayRefused)
  expect(error).toMatchObject({ field: 'secretKey' })
  expect(JSON.stringify([error.message, error])).not.toContain('secret123')
})

const order = (status: string, changes: object = {}) => ({
  ...{ id: 'O1', status, purchase_units: [{ custom_id: 'ours-1', ...changes }] },
})
const capture = (changes: object = {}) => ({
  ...{ id: 'CAP1', status: 'COMPLETED', custom_id: 'ours-1', create_time: '2027-01-03T10:00:00Z' },
  ...{ amount: { value: '50.00', currency_code: 'USD' } },
  seller_receivable_breakdown: { paypal_fee: { value: '1.99', currency_code: 'USD' } },
  ...changes,
})
const paid = (changes: object = {}) => ({
  ...order('COMPLETED', { payments: { captures: [capture()] } }),
  payment_source: { paypal: { attributes: { vault: { id: 'V1', status: 'VAULTED', customer: { id: 'C1' } } } } },
  ...changes,
})

test('PayPal: an order is approved there and captured here, once, whatever is asked twice', async () => {
  const links = [{ rel: 'payer-action', href: 'https://www.sandbox.paypal.com/checkoutnow?token=O1' }]
  says['POST /v2/checkout/orders'] = { ...order('PAYER_ACTION_REQUIRED'), links }
  expect(await paypal.checkout(checkout)).toMatchObject({ id: 'O1', url: links[0]!.href })
  const made = asked.find(one => one.call === 'POST /v2/checkout/orders')!
  expect(made).toMatchObject({
    key: 'order-k1',
    body: {
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'ours-1', soft_descriptor: 'GRACE CHURCH', amount: { value: '50.00' } }],
      payment_source: { paypal: { attributes: { vault: { store_in_vault: 'ON_SUCCESS' } } } },
    },
  })
  expect(made.headers.authorization).toBe('Bearer token-1')
  says['GET /v2/checkout/orders/O1'] = order('PAYER_ACTION_REQUIRED')
  expect(await paypal.checkoutResult('O1')).toMatchObject({ state: 'open', reference: 'ours-1', payment: null })
  let taken = false
  says['GET /v2/checkout/orders/O1'] = () => (taken ? paid() : order('APPROVED'))
  says['POST /v2/checkout/orders/O1/capture'] = () => {
    taken = true
    return { http: 422, name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }
  }
  const complete = {
    ...{ state: 'complete', reference: 'ours-1', saved: { customerId: 'C1', methodId: 'V1', kind: 'paypal' } },
    payment: { id: 'CAP1', state: 'succeeded', amount: 5_000, fee: 199, paidAt: new Date('2027-01-03T10:00:00Z') },
  }
  expect(await paypal.checkoutResult('O1')).toMatchObject(complete)
  expect(await paypal.checkoutResult('O1')).toMatchObject(complete)
  expect(asked.filter(one => one.call.endsWith('/capture')).map(one => one.key)).toEqual(['capture-O1'])
  expect(await paypal.checkoutResult('O9')).toMatchObject({ state: 'expired' })
})

test('PayPal: a kept account is charged at once; refusals are Declined; a refused payer may try again', async () => {
  const kept = { ...saved, customerId: 'C1', methodId: 'V1', kind: 'paypal', brand: 'PayPal', last4: '' } as const
  says['POST /v2/checkout/orders'] = paid()
  expect(await paypal.charge({ ...charge, saved: kept })).toMatchObject({ id: 'CAP1', state: 'succeeded', saved: kept })
  expect(asked.at(-1)).toMatchObject({ key: 'charge-k2', body: { payment_source: { paypal: { vault_id: 'V1' } } } })
  const declined = { http: 422, details: [{ issue: 'INSTRUMENT_DECLINED', description: 'Declined by the bank.' }] }
  says['POST /v2/checkout/orders'] = declined
  await expect(paypal.charge({ ...charge, saved: kept })).rejects.toBeInstanceOf(Declined)
  says['GET /v2/checkout/orders/O1'] = order('APPROVED')
  says['POST /v2/checkout/orders/O1/capture'] = declined
  expect((await paypal.checkoutResult('O1')).state).toBe('open')
  const links = [{ rel: 'approve', href: 'https://www.sandbox.paypal.com/agreements/approve?token=ST1' }]
  says['POST /v3/vault/setup-tokens'] = { id: 'ST1', status: 'PAYER_ACTION_REQUIRED', links }
  const { payer, reference, returnUrl, cancelUrl } = checkout
  const page = await paypal.saveMethod({
    payer,
    reference,
    returnUrl,
    cancelUrl,
    customerId: null,
    currency: 'USD',
    key: 's',
  })
  says['GET /v3/vault/setup-tokens/ST1'] = {
    id: 'ST1',
    status: 'APPROVED',
    customer: { merchant_customer_id: 'ours-1' },
  }
  says['POST /v3/vault/payment-tokens'] = { id: 'V2', customer: { id: 'C2' } }
  expect(await paypal.checkoutResult(page.id)).toMatchObject({
    ...{ state: 'complete', reference: 'ours-1', payment: null, saved: { customerId: 'C2', methodId: 'V2' } },
  })
})

test('PayPal: refunds, disputes and the report', async () => {
  says['POST /v2/payments/captures/P1/refund'] = { id: 'R1', status: 'COMPLETED' }
  expect(await paypal.refund(refund)).toEqual({ id: 'R1', state: 'succeeded', amount: 1_000 })
  expect(asked.at(-1)).toMatchObject({ key: 'refund-r1', body: { amount: { value: '10.00', currency_code: 'USD' } } })
  says['POST /v2/payments/captures/P1/refund'] = {
    http: 422,
    details: [{ issue: 'REFUND_AMOUNT_EXCEEDED', description: 'Too much.' }],
  }
  await expect(paypal.refund(refund)).rejects.toMatchObject({ name: 'GatewayRefused', field: 'amount' })
  const related = { supplementary_data: { related_ids: { order_id: 'O1' } } }
  says['GET /v2/payments/captures/CAP1'] = capture({ status: 'PARTIALLY_REFUNDED', ...related })
  const refunds = [{ status: 'COMPLETED', amount: { value: '10.00' } }]
  says['GET /v2/checkout/orders/O1'] = order('COMPLETED', { payments: { captures: [capture()], refunds } })
  says['GET /v1/customer/disputes'] = { items: [{ dispute_id: 'D1', status: 'RESOLVED' }] }
  says['GET /v1/customer/disputes/D1'] = { dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } }
  expect(await paypal.payment('CAP1')).toMatchObject({ refunded: 1_000, dispute: 'lost', state: 'succeeded' })
  const move = (id: string, code: string, value: string, more: object = {}) => ({
    transaction_info: {
      ...{ transaction_id: id, transaction_event_code: code, transaction_status: 'S' },
      ...{ transaction_amount: { value, currency_code: 'USD' }, transaction_initiation_date: '2027-01-03T10:00:00Z' },
      ...more,
    },
  })
  const transaction_details = [
    move('CAP1', 'T0006', '50.00', { custom_field: 'ours-1', fee_amount: { value: '-1.99' } }),
    move('R1', 'T1107', '-10.00', { paypal_reference_id: 'CAP1' }),
    move('W1', 'T0400', '-30.00'),
  ]
  says['GET /v1/reporting/transactions'] = { transaction_details, total_pages: 1 }
  const since = new Date(Date.now() - 86_400_000)
  expect(await collected(paypal.payments(since))).toMatchObject([
    { id: 'CAP1', reference: 'ours-1', amount: 5_000, fee: 199, refunded: 1_000 },
  ])
  expect(await collected(paypal.payouts(since))).toMatchObject([{ id: 'W1', amount: 3_000, state: 'paid' }])
})

test('PayPal: a token that was taken back is asked for anew; wrong credentials say which', async () => {
  let count = 0
  says['POST /v1/oauth2/token'] = () => ({ access_token: `token-${++count}`, expires_in: 32_400 })
  const fresh = paypalGateway({ ...KEYS.paypal, clientSecret: 'another' }, { base, timeout: 300 })
  says['GET /v1/notifications/webhooks'] = ({ headers }) =>
    headers.authorization === 'Bearer token-1' ? { http: 401 } : { webhooks: [] }
  says['POST /v1/notifications/webhooks'] = { id: 'W2' }
  expect(await fresh.registerWebhook('https://crm.example.org/hook')).toEqual({ id: 'W2', secret: '' })
  expect(count).toBe(2)
  says['POST /v1/oauth2/token'] = { http: 401, error: 'invalid_client', error_description: 'paypal-wrong' }
  const wrong = paypalGateway({ ...KEYS.paypal, clientSecret: 'paypal-wrong' }, { base, timeout: 300 })
  const error = await wrong.account().catch(it => it)
  expect(error).toMatchObject({ name: 'GatewayRefused', field: 'clientSecret' })
  expect(error.message).not.toContain('paypal-wrong')
})

const cloverCharge = (changes: object = {}) => ({
  ...{ id: 'CH1', amount: 5_000, amount_refunded: 0, currency: 'usd', status: 'succeeded', created: 1_790_000_000_000 },
  ...{ source: { brand: 'VISA', last4: '4242', exp_month: '4', exp_year: '2031' }, ...changes },
})

test('Clover: its page, the notice that brings the payment, refunds and the list', async () => {
  const made = { href: 'https://checkout.clover.com/1', checkoutSessionId: 'S1', expirationTime: 1_790_000_900_000 }
  says['POST /invoicingcheckoutservice/v1/checkouts'] = made
  const page = await clover.checkout({ ...checkout, save: false })
  expect(page).toEqual({ id: 'S1', url: made.href, expiresAt: new Date(1_790_000_900_000) })
  expect(asked[0]).toMatchObject({
    headers: { 'x-clover-merchant-id': 'M1', authorization: 'Bearer clover-secret' },
    body: {
      customer: { firstName: 'Pat', lastName: 'Lee' },
      shoppingCart: { lineItems: [{ price: 5_000, unitQty: 1 }] },
    },
  })
  await expect(clover.checkout({ ...checkout, save: false, currency: 'EUR' })).rejects.toMatchObject({
    field: 'currency',
  })
  says['GET /v1/charges/CH1'] = cloverCharge({ amount_refunded: 1_000 })
  const facts = {
    id: 'CH1',
    state: 'succeeded',
    amount: 5_000,
    refunded: 1_000,
    method: { brand: 'Visa', expires: '2031-04' },
  }
  const notice = (status: string) => {
    const body = JSON.stringify({ id: 'CH1', data: 'S1', type: 'PAYMENT', status })
    const signature = timedSignature('abc', body, Math.floor(Date.now() / 1_000))
    return clover.readNotice(body, new Headers({ 'clover-signature': signature }))
  }
  expect(await notice('APPROVED')).toMatchObject({ about: 'checkout', objectId: 'S1', facts })
  expect(await notice('DECLINED')).toMatchObject({ about: 'other', facts: null })
  says['POST /v1/refunds'] = { id: 'RF1', status: 'succeeded', amount: 1_000 }
  expect(await clover.refund({ ...refund, paymentId: 'CH1' })).toEqual({ id: 'RF1', state: 'succeeded', amount: 1_000 })
  expect(asked.at(-1)).toMatchObject({ key: 'r1', body: { charge: 'CH1', amount: 1_000 } })
  says['GET /v1/charges'] = ({ body }) =>
    body.starting_after
      ? { data: [cloverCharge({ id: 'CH0', created: 1_789_000_000_000 })], has_more: false }
      : { data: [cloverCharge()], has_more: true }
  expect((await collected(clover.payments(new Date(0)))).map(one => one.id)).toEqual(['CH0', 'CH1'])
  says['POST /v1/charges'] = {
    http: 402,
    error: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'DECLINED' },
  }
  await expect(clover.charge(charge)).rejects.toMatchObject({ name: 'Declined', code: 'insufficient_funds' })
})

test('Clover and ThriveCart say which setting is wrong, and what they can’t do', async () => {
  says['GET /v3/merchants/M1'] = { id: 'M1', name: 'Grace Church' }
  expect(await clover.account()).toMatchObject({ id: 'M1', name: 'Grace Church', mode: 'test' })
  says['GET /v3/merchants/M1'] = { http: 401, message: 'clover-secret is no key' }
  await expect(clover.account()).rejects.toMatchObject({ field: 'apiKey' })
  says['GET /v3/merchants/M1'] = { http: 404, message: 'none' }
  await expect(clover.account()).rejects.toMatchObject({ field: 'merchantId' })
  says['GET /ping'] = { account_id: 12, account_name: 'grace', account_full_name: 'Grace Church' }
  expect(await thrivecart.account()).toMatchObject({ id: 'grace', name: 'Grace Church' })
  says['GET /ping'] = { account_name: 'hope' }
  await expect(thrivecart.account()).rejects.toMatchObject({ field: 'accountId' })
  says['GET /ping'] = { http: 403, error: 'no' }
  await expect(thrivecart.account()).rejects.toMatchObject({ field: 'apiToken' })
  for (const call of [clover.registerWebhook('x'), thrivecart.refund(refund), thrivecart.checkout(checkout)])
    await expect(call).rejects.toBeInstanceOf(GatewayRefused)
})

test('silence, errors and nonsense are unavailable: whether it was done is not known', async () => {
  const all = [
    [() => stripe.charge(charge), 'POST /v1/payment_intents'],
    [() => paypal.charge(charge), 'POST /v2/checkout/orders'],
    [() => clover.charge(charge), 'POST /v1/charges'],
    [() => thrivecart.account(), 'GET /ping'],
  ] as const
  const error = { error: { type: 'api_error', message: 'sk_test_secret123' } }
  for (const said of [{ http: 500, ...error }, { http: 503 }, { http: 429, ...error }, { hang: true as const }])
    await Promise.all(
      all.map(([call, path]) => {
        says[path] = said
        return expect(call(), `${path} ${JSON.stringify(said)}`).rejects.toBeInstanceOf(GatewayUnavailable)
      }),
    )
  for (const [call, path] of all) {
    says[path] = { text: '<html>maintenance</html>' }
    await expect(call()).rejects.toBeInstanceOf(GatewayUnavailable)
  }
  const gone = paypalGateway(KEYS.paypal, { base: 'http://127.0.0.1:1', timeout: 300 })
  await expect(gone.payment('x')).rejects.toThrow('PayPal is not responding.')
})
