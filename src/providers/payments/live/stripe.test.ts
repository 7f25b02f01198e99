import { beforeAll, expect, test } from 'vitest'
import { charge, checkout, collected, gatewayKeys, gatewayServer, refund, saved } from '#testing/gateway-server.ts'
import { type Gateway, GatewayRefused } from '../index.ts'
import { stripeGateway } from './stripe.ts'

const it = gatewayServer()
let stripe: Gateway
beforeAll(() => {
  stripe = stripeGateway(gatewayKeys.stripe, {
    host: '127.0.0.1',
    port: it.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 2_000,
  })
})

const CARD = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, wallet: null }
const intent = (changes: object = {}, chargeChanges: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 5_000,
  currency: 'usd',
  created: 1_790_000_000,
  customer: 'cus_1',
  setup_future_usage: 'off_session',
  last_payment_error: null,
  metadata: { lampstand_payment: 'ours-1', lampstand_by: 'checkout' },
  payment_method: { id: 'pm_1', type: 'card', card: CARD },
  latest_charge: {
    id: 'ch_1',
    status: 'succeeded',
    amount_refunded: 0,
    disputed: false,
    created: 1_790_000_000,
    payment_method_details: { type: 'card', card: CARD },
    balance_transaction: { fee: 175, amount: 5_000, currency: 'usd', created: 1_790_000_100 },
    ...chargeChanges,
  },
  ...changes,
})

test('Stripe: a checkout carries reference, methods and a key; its result says fee and kept card', async () => {
  it.says['POST /v1/checkout/sessions'] = {
    id: 'cs_1',
    url: 'https://checkout.stripe.com/cs_1',
    expires_at: 1_790_086_400,
  }
  const page = { id: 'cs_1', url: 'https://checkout.stripe.com/cs_1', expiresAt: new Date(1_790_086_400_000) }
  expect([await stripe.checkout(checkout), await stripe.checkout(checkout)]).toEqual([page, page])
  expect(it.asked.map(one => one.key)).toEqual(['checkout-k1', 'checkout-k1'])
  expect(it.asked[0]!.body).toMatchObject({
    mode: 'payment',
    client_reference_id: 'ours-1',
    customer_email: 'pat@example.org',
    'allowed_payment_method_types[0]': 'card',
    'allowed_payment_method_types[1]': 'us_bank_account',
    'line_items[0][price_data][unit_amount]': '5000',
    'line_items[0][price_data][currency]': 'usd',
    'payment_intent_data[setup_future_usage]': 'off_session',
    'payment_intent_data[statement_descriptor_suffix]': 'GRACE CHURCH',
  })
  it.says['GET /v1/checkout/sessions/cs_1'] = {
    id: 'cs_1',
    status: 'complete',
    client_reference_id: 'ours-1',
    payment_intent: intent(),
  }
  const kept = { ...saved, expires: '2031-04' }
  expect(await stripe.checkoutResult('cs_1')).toMatchObject({
    state: 'complete',
    reference: 'ours-1',
    saved: kept,
    payment: {
      id: 'pi_1',
      state: 'succeeded',
      fee: 175,
      saved: kept,
      paidAt: new Date(1_790_000_100_000),
      method: { kind: 'card', brand: 'Visa', last4: '4242', expires: '2031-04' },
    },
  })
  const attempt = intent({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
  it.says['GET /v1/checkout/sessions/cs_1'] = {
    id: 'cs_1',
    status: 'open',
    client_reference_id: 'ours-1',
    payment_intent: attempt,
  }
  expect(await stripe.checkoutResult('cs_1')).toMatchObject({ state: 'open', payment: null, saved: null })
})

test('Stripe: a page that keeps a method charges nothing', async () => {
  it.says['POST /v1/customers'] = { id: 'cus_1' }
  it.says['POST /v1/checkout/sessions'] = {
    id: 'cs_2',
    url: 'https://checkout.stripe.com/cs_2',
    expires_at: 1_790_086_400,
  }
  const { payer, reference, returnUrl, cancelUrl } = checkout
  await stripe.saveMethod({ payer, reference, returnUrl, cancelUrl, customerId: null, currency: 'USD', key: 's1' })
  expect(it.asked.map(one => [one.call, one.key])).toEqual([
    ['POST /v1/customers', 'customer-s1'],
    ['POST /v1/checkout/sessions', 'setup-s1'],
  ])
  expect(it.asked[1]!.body).toMatchObject({ mode: 'setup', customer: 'cus_1' })
  const setup = { id: 'seti_1', status: 'succeeded', customer: 'cus_1', payment_method: { id: 'pm_1', card: CARD } }
  it.says['GET /v1/checkout/sessions/cs_2'] = {
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
  it.says['POST /v1/payment_intents'] = intent({ amount: 2_500, metadata: { lampstand_payment: 'ours-2' } })
  expect(await stripe.charge(charge)).toMatchObject({ id: 'pi_1', reference: 'ours-2', state: 'succeeded', saved })
  expect(it.asked[0]).toMatchObject({
    key: 'charge-k2',
    body: { off_session: 'true', confirm: 'true', payment_method: 'pm_1' },
  })
  const error = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No funds.' }
  it.says['POST /v1/payment_intents'] = { http: 402, error }
  await expect(stripe.charge(charge)).rejects.toMatchObject({ name: 'Declined', code: 'insufficient_funds' })
})

test('Stripe: a bank debit on its way, its return, refunds, disputes and another currency’s fee', async () => {
  const bank = { type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } }
  const debit = { payment_method_details: bank, balance_transaction: null, status: 'pending' }
  it.says['GET /v1/payment_intents/pi_1'] = intent({ status: 'processing' }, debit)
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
  it.says['GET /v1/payment_intents/pi_1'] = intent(returned, { ...debit, status: 'failed' })
  expect(await stripe.payment('pi_1')).toMatchObject({ state: 'failed', problem: { code: 'insufficient_funds' } })
  it.says['GET /v1/payment_intents/pi_1'] = intent({}, { amount_refunded: 1_000, disputed: true })
  const moves = [{ fee: 1_500, currency: 'usd' }]
  it.says['GET /v1/disputes'] = {
    object: 'list',
    has_more: false,
    data: [{ id: 'dp_1', status: 'lost', balance_transactions: moves }],
  }
  expect(await stripe.payment('pi_1')).toMatchObject({ refunded: 1_000, dispute: 'lost', disputeFee: 1_500 })
  const exchanged = { fee: 80, amount: 2_500, currency: 'eur', exchange_rate: 0.5, created: 1 }
  it.says['GET /v1/payment_intents/pi_1'] = intent({}, { balance_transaction: exchanged })
  expect((await stripe.payment('pi_1')).fee).toBe(160)
  it.says['POST /v1/refunds'] = { id: 're_1', status: 'pending', amount: 1_000 }
  expect(await stripe.refund(refund)).toEqual({ id: 're_1', state: 'pending', amount: 1_000 })
  expect(it.asked.at(-1)).toMatchObject({ key: 'refund-r1', body: { payment_intent: 'P1', amount: '1000' } })
})

test('Stripe: lists oldest first, without tries that came to nothing; payouts name their payments', async () => {
  const attempt = intent({ id: 'pi_0', status: 'requires_payment_method', latest_charge: null })
  const data = [intent({ id: 'pi_2' }), attempt, intent()]
  it.says['GET /v1/payment_intents'] = { object: 'list', has_more: false, data }
  expect((await collected(stripe.payments(new Date(1_790_000_000_000)))).map(one => one.id)).toEqual(['pi_1', 'pi_2'])
  expect(it.asked[0]!.body['created[gte]']).toBe('1790000000')
  const payout = {
    id: 'po_1',
    amount: 4_825,
    currency: 'usd',
    status: 'paid',
    automatic: true,
    arrival_date: 1_790_000_000,
  }
  it.says['GET /v1/payouts'] = { object: 'list', has_more: false, data: [payout] }
  const move = { id: 'txn_1', source: { id: 'ch_1', payment_intent: 'pi_1' } }
  it.says['GET /v1/balance_transactions'] = {
    object: 'list',
    has_more: false,
    data: [move, { id: 'txn_2', source: null }],
  }
  expect(await collected(stripe.payouts(new Date(0)))).toEqual([
    { id: 'po_1', state: 'paid', amount: 4_825, currency: 'USD', arrivesOn: '2026-09-21', paymentIds: ['pi_1'] },
  ])
})

test('Stripe: account and webhook; a wrong key is the key’s fault and is never repeated', async () => {
  it.says['GET /v1/account'] = {
    id: 'acct_1',
    country: 'US',
    default_currency: 'usd',
    charges_enabled: false,
    business_profile: { name: 'Grace Church' },
  }
  expect(await stripe.account()).toEqual({
    id: 'acct_1',
    name: 'Grace Church',
    country: 'US',
    currency: 'USD',
    charges: false,
    mode: 'test',
  })
  const url = 'https://crm.example.org/functions/v1/stripe-webhook?t=1'
  const old = { id: 'we_0', url, enabled_events: ['charge.refunded'], status: 'enabled' }
  it.says['GET /v1/webhook_endpoints'] = { object: 'list', has_more: false, data: [old] }
  it.says['DELETE /v1/webhook_endpoints/we_0'] = { id: 'we_0', deleted: true }
  it.says['POST /v1/webhook_endpoints'] = { id: 'we_1', secret: 'whsec_new' }
  expect(await stripe.registerWebhook(url)).toEqual({ id: 'we_1', secret: 'whsec_new' })
  it.says['GET /v1/account'] = {
    http: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_secret123' },
  }
  const error = await stripe.account().catch(it => it)
  expect(error).toBeInstanceOf(GatewayRefused)
  expect(error).toMatchObject({ field: 'secretKey' })
  expect(JSON.stringify([error.message, error])).not.toContain('secret123')
})
