import { beforeAll, expect, test } from 'vitest'
import { charge, checkout, collected, gatewayKeys, gatewayServer, refund } from '#testing/gateway-server.ts'
import { type Gateway, GatewayRefused } from '../index.ts'
import { timedSignature } from '../rules/signatures.ts'
import { cloverGateway } from './clover.ts'
import { thrivecartGateway } from './thrivecart.ts'

const it = gatewayServer()
let clover: Gateway
let thrivecart: Gateway
beforeAll(() => {
  clover = cloverGateway(gatewayKeys.clover, { api: it.base, ecommerce: it.base, timeout: 2_000 })
  thrivecart = thrivecartGateway(gatewayKeys.thrivecart, { base: it.base, timeout: 2_000 })
})

const cloverCharge = (changes: object = {}) => ({
  id: 'CH1',
  amount: 5_000,
  amount_refunded: 0,
  currency: 'usd',
  status: 'succeeded',
  created: 1_790_000_000_000,
  source: { brand: 'VISA', last4: '4242', exp_month: '4', exp_year: '2031' },
  ...changes,
})

test('Clover: its page, the notice that brings the payment, refunds and the list', async () => {
  const made = { href: 'https://checkout.clover.com/1', checkoutSessionId: 'S1', expirationTime: 1_790_000_900_000 }
  it.says['POST /invoicingcheckoutservice/v1/checkouts'] = made
  const page = await clover.checkout({ ...checkout, save: false })
  expect(page).toEqual({ id: 'S1', url: made.href, expiresAt: new Date(1_790_000_900_000) })
  expect(it.asked[0]).toMatchObject({
    headers: { 'x-clover-merchant-id': 'M1', authorization: 'Bearer clover-secret' },
    body: {
      customer: { firstName: 'Pat', lastName: 'Lee' },
      shoppingCart: { lineItems: [{ price: 5_000, unitQty: 1 }] },
    },
  })
  await expect(clover.checkout({ ...checkout, save: false, currency: 'EUR' })).rejects.toMatchObject({
    field: 'currency',
  })
  it.says['GET /v1/charges/CH1'] = cloverCharge({ amount_refunded: 1_000 })
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
    return clover.verifyWebhook(body, new Headers({ 'clover-signature': signature }))
  }
  expect(await notice('APPROVED')).toMatchObject({ about: 'checkout', objectId: 'S1', facts })
  expect(await notice('DECLINED')).toMatchObject({ about: 'other', facts: null })
  it.says['POST /v1/refunds'] = { id: 'RF1', status: 'succeeded', amount: 1_000 }
  expect(await clover.refund({ ...refund, paymentId: 'CH1' })).toEqual({ id: 'RF1', state: 'succeeded', amount: 1_000 })
  expect(it.asked.at(-1)).toMatchObject({ key: 'r1', body: { charge: 'CH1', amount: 1_000 } })
  it.says['GET /v1/charges'] = ({ body }) =>
    body.starting_after
      ? { data: [cloverCharge({ id: 'CH0', created: 1_789_000_000_000 })], has_more: false }
      : { data: [cloverCharge()], has_more: true }
  expect((await collected(clover.payments(new Date(0)))).map(one => one.id)).toEqual(['CH0', 'CH1'])
  it.says['POST /v1/charges'] = {
    http: 402,
    error: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'DECLINED' },
  }
  await expect(clover.charge(charge)).rejects.toMatchObject({ name: 'Declined', code: 'insufficient_funds' })
})

test('Clover and ThriveCart say which setting is wrong, and what they can’t do', async () => {
  it.says['GET /v3/merchants/M1'] = { id: 'M1', name: 'Grace Church' }
  expect(await clover.account()).toMatchObject({ id: 'M1', name: 'Grace Church', mode: 'test' })
  it.says['GET /v3/merchants/M1'] = { http: 401, message: 'clover-secret is no key' }
  await expect(clover.account()).rejects.toMatchObject({ field: 'apiKey' })
  it.says['GET /v3/merchants/M1'] = { http: 404, message: 'none' }
  await expect(clover.account()).rejects.toMatchObject({ field: 'merchantId' })
  it.says['GET /ping'] = { account_id: 12, account_name: 'grace', account_full_name: 'Grace Church' }
  expect(await thrivecart.account()).toMatchObject({ id: 'grace', name: 'Grace Church' })
  it.says['GET /ping'] = { account_name: 'hope' }
  await expect(thrivecart.account()).rejects.toMatchObject({ field: 'accountId' })
  it.says['GET /ping'] = { http: 403, error: 'no' }
  await expect(thrivecart.account()).rejects.toMatchObject({ field: 'apiToken' })
  for (const call of [
    () => clover.registerWebhook('x'),
    () => thrivecart.refund(refund),
    () => thrivecart.checkout(checkout),
  ])
    await expect(call()).rejects.toBeInstanceOf(GatewayRefused)
})
