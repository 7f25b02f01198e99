import { beforeAll, expect, test } from 'vitest'
import { charge, checkout, collected, gatewayKeys, gatewayServer, refund, saved } from '#testing/gateway-server.ts'
import { Declined, type Gateway } from '../index.ts'
import { paypalGateway } from './paypal.ts'

const it = gatewayServer({ 'POST /v1/oauth2/token': { access_token: 'token-1', expires_in: 32_400 } })
let paypal: Gateway
beforeAll(() => {
  paypal = paypalGateway(gatewayKeys.paypal, { base: it.base, timeout: 2_000 })
})

const order = (status: string, changes: object = {}) => ({
  id: 'O1',
  status,
  purchase_units: [{ custom_id: 'ours-1', ...changes }],
})
const capture = (changes: object = {}) => ({
  id: 'CAP1',
  status: 'COMPLETED',
  custom_id: 'ours-1',
  create_time: '2027-01-03T10:00:00Z',
  amount: { value: '50.00', currency_code: 'USD' },
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
  it.says['POST /v2/checkout/orders'] = { ...order('PAYER_ACTION_REQUIRED'), links }
  expect(await paypal.checkout(checkout)).toMatchObject({ id: 'O1', url: links[0]!.href })
  const made = it.asked.find(one => one.call === 'POST /v2/checkout/orders')!
  expect(made).toMatchObject({
    key: 'order-k1',
    body: {
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'ours-1', soft_descriptor: 'GRACE CHURCH', amount: { value: '50.00' } }],
      payment_source: { paypal: { attributes: { vault: { store_in_vault: 'ON_SUCCESS' } } } },
    },
  })
  expect(made.headers.authorization).toBe('Bearer token-1')
  it.says['GET /v2/checkout/orders/O1'] = order('PAYER_ACTION_REQUIRED')
  expect(await paypal.checkoutResult('O1')).toMatchObject({ state: 'open', reference: 'ours-1', payment: null })
  let taken = false
  it.says['GET /v2/checkout/orders/O1'] = () => (taken ? paid() : order('APPROVED'))
  it.says['POST /v2/checkout/orders/O1/capture'] = () => {
    taken = true
    return { http: 422, name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }
  }
  const complete = {
    state: 'complete',
    reference: 'ours-1',
    saved: { customerId: 'C1', methodId: 'V1', kind: 'paypal' },
    payment: { id: 'CAP1', state: 'succeeded', amount: 5_000, fee: 199, paidAt: new Date('2027-01-03T10:00:00Z') },
  }
  expect(await paypal.checkoutResult('O1')).toMatchObject(complete)
  expect(await paypal.checkoutResult('O1')).toMatchObject(complete)
  expect(it.asked.filter(one => one.call.endsWith('/capture')).map(one => one.key)).toEqual(['capture-O1'])
  expect(await paypal.checkoutResult('O9')).toMatchObject({ state: 'expired' })
})

test('PayPal: a kept account is charged at once; refusals are Declined; a refused payer may try again', async () => {
  const kept = { ...saved, customerId: 'C1', methodId: 'V1', kind: 'paypal', brand: 'PayPal', last4: '' } as const
  it.says['POST /v2/checkout/orders'] = paid()
  expect(await paypal.charge({ ...charge, saved: kept })).toMatchObject({ id: 'CAP1', state: 'succeeded', saved: kept })
  expect(it.asked.at(-1)).toMatchObject({ key: 'charge-k2', body: { payment_source: { paypal: { vault_id: 'V1' } } } })
  const declined = { http: 422, details: [{ issue: 'INSTRUMENT_DECLINED', description: 'Declined by the bank.' }] }
  it.says['POST /v2/checkout/orders'] = declined
  await expect(paypal.charge({ ...charge, saved: kept })).rejects.toBeInstanceOf(Declined)
  it.says['GET /v2/checkout/orders/O1'] = order('APPROVED')
  it.says['POST /v2/checkout/orders/O1/capture'] = declined
  expect((await paypal.checkoutResult('O1')).state).toBe('open')
  const links = [{ rel: 'approve', href: 'https://www.sandbox.paypal.com/agreements/approve?token=ST1' }]
  it.says['POST /v3/vault/setup-tokens'] = { id: 'ST1', status: 'PAYER_ACTION_REQUIRED', links }
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
  it.says['GET /v3/vault/setup-tokens/ST1'] = {
    id: 'ST1',
    status: 'APPROVED',
    customer: { merchant_customer_id: 'ours-1' },
  }
  it.says['POST /v3/vault/payment-tokens'] = { id: 'V2', customer: { id: 'C2' } }
  expect(await paypal.checkoutResult(page.id)).toMatchObject({
    state: 'complete',
    reference: 'ours-1',
    payment: null,
    saved: { customerId: 'C2', methodId: 'V2' },
  })
})

test('PayPal: refunds, disputes and the report', async () => {
  it.says['POST /v2/payments/captures/P1/refund'] = { id: 'R1', status: 'COMPLETED' }
  expect(await paypal.refund(refund)).toEqual({ id: 'R1', state: 'succeeded', amount: 1_000 })
  expect(it.asked.at(-1)).toMatchObject({
    key: 'refund-r1',
    body: { amount: { value: '10.00', currency_code: 'USD' } },
  })
  it.says['POST /v2/payments/captures/P1/refund'] = {
    http: 422,
    details: [{ issue: 'REFUND_AMOUNT_EXCEEDED', description: 'Too much.' }],
  }
  await expect(paypal.refund(refund)).rejects.toMatchObject({ name: 'GatewayRefused', field: 'amount' })
  const related = { supplementary_data: { related_ids: { order_id: 'O1' } } }
  it.says['GET /v2/payments/captures/CAP1'] = capture({ status: 'PARTIALLY_REFUNDED', ...related })
  const refunds = [{ status: 'COMPLETED', amount: { value: '10.00' } }]
  it.says['GET /v2/checkout/orders/O1'] = order('COMPLETED', { payments: { captures: [capture()], refunds } })
  it.says['GET /v1/customer/disputes'] = { items: [{ dispute_id: 'D1', status: 'RESOLVED' }] }
  it.says['GET /v1/customer/disputes/D1'] = { dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } }
  expect(await paypal.payment('CAP1')).toMatchObject({ refunded: 1_000, dispute: 'lost', state: 'succeeded' })
  const move = (id: string, code: string, value: string, more: object = {}) => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_status: 'S',
      transaction_amount: { value, currency_code: 'USD' },
      transaction_initiation_date: '2027-01-03T10:00:00Z',
      ...more,
    },
  })
  const transaction_details = [
    move('CAP1', 'T0006', '50.00', { custom_field: 'ours-1', fee_amount: { value: '-1.99' } }),
    move('R1', 'T1107', '-10.00', { paypal_reference_id: 'CAP1' }),
    move('W1', 'T0400', '-30.00'),
  ]
  it.says['GET /v1/reporting/transactions'] = { transaction_details, total_pages: 1 }
  const since = new Date(Date.now() - 86_400_000)
  expect(await collected(paypal.payments(since))).toMatchObject([
    { id: 'CAP1', reference: 'ours-1', amount: 5_000, fee: 199, refunded: 1_000 },
  ])
  expect(await collected(paypal.payouts(since))).toMatchObject([{ id: 'W1', amount: 3_000, state: 'paid' }])
})

test('PayPal: a revoked token is asked for anew; wrong credentials say which', async () => {
  let count = 0
  it.says['POST /v1/oauth2/token'] = () => ({ access_token: `token-${++count}`, expires_in: 32_400 })
  const fresh = paypalGateway({ ...gatewayKeys.paypal, clientSecret: 'another' }, { base: it.base, timeout: 300 })
  it.says['GET /v1/notifications/webhooks'] = ({ headers }) =>
    headers.authorization === 'Bearer token-1' ? { http: 401 } : { webhooks: [] }
  it.says['POST /v1/notifications/webhooks'] = { id: 'W2' }
  expect(await fresh.registerWebhook('https://crm.example.org/hook')).toEqual({ id: 'W2', secret: '' })
  expect(count).toBe(2)
  it.says['POST /v1/oauth2/token'] = { http: 401, error: 'invalid_client', error_description: 'paypal-wrong' }
  const wrong = paypalGateway({ ...gatewayKeys.paypal, clientSecret: 'paypal-wrong' }, { base: it.base, timeout: 300 })
  const error = await wrong.account().catch(it => it)
  expect(error).toMatchObject({ name: 'GatewayRefused', field: 'clientSecret' })
  expect(error.message).not.toContain('paypal-wrong')
})
