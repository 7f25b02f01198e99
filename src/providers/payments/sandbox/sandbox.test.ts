import { expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { asActor } from '#kernel/run.ts'
import { aChurch } from '#testing/church.ts'
import { payAt } from '#testing/gateways.ts'
import { aServer } from '#testing/web.ts'
import { BadSignature, Declined, type Gateway, type GatewayName, GatewayRefused, gatewayFor } from '../index.ts'
import { decideDispute, openDispute, passDays, payOutNow, returnDebit, thrivecartOrder } from './acts/service.ts'
import { noticeTaken, postDue, type SignedNotice, waitingNotices } from './notices/service.ts'
import { choose } from './pages/service.ts'

let keys = 0
const input = (changes: object = {}) => ({
  reference: 'ours-1',
  amount: 5_000,
  currency: 'USD',
  description: 'Sunday offering',
  payer: { name: 'Pat Lee', email: 'pat@example.org' },
  methods: ['card', 'wallet', 'ach', 'paypal'] as const,
  save: false,
  descriptor: null,
  returnUrl: 'https://grace.example.org/thanks',
  cancelUrl: 'https://grace.example.org/give',
  key: `key-${++keys}`,
  ...changes,
})
const at = async (gateway: GatewayName = 'stripe') => {
  const church = await aChurch()
  return { id: church.id, gateway: gatewayFor({ kind: 'sandbox', gateway, clientId: church.id }) }
}
const paid = async (gateway: Gateway, outcome: Parameters<typeof payAt>[1] = 'visa', changes: object = {}) => {
  const page = await gateway.checkout(input(changes))
  await payAt(page.url, outcome)
  return (await gateway.checkoutResult(page.id)).payment!
}
const collected = async <T>(all: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}
/** Takes what waits, each proven by the gateway's own check. */
const told = async (id: string, gateway: Gateway) => {
  const waiting = await waitingNotices(id)
  const notices = []
  for (const { headers, body } of waiting) notices.push(await gateway.verifyWebhook(body, new Headers(headers)))
  await noticeTaken('', ...waiting.map(one => one.id))
  return notices
}

test('a key is one page, a page is paid once, and its payment comes back with our reference and the fee', async () => {
  const { gateway } = await at()
  const asked = input()
  const [page, again] = [await gateway.checkout(asked), await gateway.checkout(asked)]
  expect(again).toEqual(page)
  await expect(gateway.checkout({ ...asked, amount: 1 })).rejects.toMatchObject({
    name: 'GatewayRefused',
    field: 'key',
  })
  expect(await gateway.checkoutResult(page.id)).toMatchObject({ state: 'open', payment: null, reference: 'ours-1' })
  await Promise.all([payAt(page.url), payAt(page.url), payAt(page.url)])
  expect(await gateway.checkoutResult(page.id)).toMatchObject({
    state: 'complete',
    payment: {
      reference: 'ours-1',
      state: 'succeeded',
      amount: 5_000,
      fee: 175,
      method: { brand: 'Visa', last4: '4242' },
    },
  })
  expect(await collected(gateway.payments(new Date(0)))).toHaveLength(1)
})

test('a decline leaves the page open; a bank that asks is answered', async () => {
  const { gateway } = await at()
  const page = await gateway.checkout(input())
  await expect(payAt(page.url, 'funds')).rejects.toMatchObject({ name: 'Declined', code: 'insufficient_funds' })
  await expect(payAt(page.url, 'expired')).rejects.toMatchObject({ code: 'expired_card' })
  await expect(payAt(page.url, 'later')).rejects.toThrow('not offered')
  expect(await payAt(page.url, 'confirm')).toEqual({ confirm: true })
  await expect(payAt(page.url, 'confirm', 'no')).rejects.toMatchObject({ code: 'authentication_required' })
  expect((await gateway.checkoutResult(page.id)).state).toBe('open')
  expect(await payAt(page.url, 'confirm', 'yes')).toEqual({ to: 'https://grace.example.org/thanks' })
  expect((await gateway.checkoutResult(page.id)).payment?.state).toBe('succeeded')
})

test('a bank debit waits four days, can’t be refunded before, and may come back', async () => {
  const { id, gateway } = await at()
  const [good, bad] = [await paid(gateway, 'ach'), await paid(gateway, 'ach_returns')]
  expect(good).toMatchObject({ state: 'pending', fee: null, paidAt: null })
  const refund = { paymentId: good.id, amount: 100, currency: 'USD', key: 'early' }
  await expect(gateway.refund(refund)).rejects.toThrow('before it has settled')
  await told(id, gateway)
  await passDays(3, id)
  expect((await gateway.payment(good.id)).state).toBe('pending')
  await passDays(5, id)
  expect(await gateway.payment(good.id)).toMatchObject({ state: 'succeeded', fee: 40 })
  expect(await gateway.payment(bad.id)).toMatchObject({ state: 'failed', problem: { code: 'bank_account_returned' } })
  const types = (await told(id, gateway)).map(notice => notice.type)
  expect(types).toEqual(
    expect.arrayContaining(['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed']),
  )
  await returnDebit(good.id)
  expect(await gateway.payment(good.id)).toMatchObject({ dispute: 'lost', disputeFee: 1_500 })
})

test('refunds: the same key is one refund, more than is left is refused', async () => {
  const { id, gateway } = await at()
  const payment = await paid(gateway)
  const refund = { paymentId: payment.id, amount: 3_000, currency: 'USD', key: 'r1' }
  const [first, second] = await Promise.all([gateway.refund(refund), gateway.refund(refund)])
  expect(second).toEqual(first)
  expect((await gateway.payment(payment.id)).refunded).toBe(3_000)
  await expect(gateway.refund({ ...refund, amount: 2_001, key: 'r2' })).rejects.toMatchObject({ field: 'amount' })
  await gateway.refund({ ...refund, amount: 2_000, key: 'r2' })
  expect((await gateway.payment(payment.id)).refunded).toBe(5_000)
  expect((await told(id, gateway)).filter(one => one.type === 'charge.refunded').map(one => one.objectId)).toEqual([
    payment.id,
    payment.id,
  ])
})

test('a kept method is charged while nobody is there, once for a key; one that declines later, declines each time', async () => {
  const { gateway } = await at()
  const ask = { reference: 'ours-2', payer: input().payer, customerId: null, currency: 'USD' }
  const pages = { returnUrl: 'https://grace.example.org/a', cancelUrl: 'https://grace.example.org/b' }
  const keep = async (key: string, outcome: 'visa' | 'later') => {
    const page = await gateway.saveMethod({ ...ask, ...pages, key })
    await payAt(page.url, outcome)
    const result = await gateway.checkoutResult(page.id)
    expect(result).toMatchObject({ state: 'complete', payment: null })
    return result.saved!
  }
  const [good, bad] = [await keep('s1', 'visa'), await keep('s2', 'later')]
  const charge = { reference: 'ours-3', amount: 2_500, currency: 'USD', description: 'Monthly gift', descriptor: null }
  const [one, two] = await Promise.all([
    gateway.charge({ ...charge, saved: good, key: 'c1' }),
    gateway.charge({ ...charge, saved: good, key: 'c1' }),
  ])
  expect(two).toEqual(one)
  expect(one).toMatchObject({ state: 'succeeded', reference: 'ours-3', saved: good })
  for (const _ of [1, 2])
    await expect(gateway.charge({ ...charge, saved: bad, key: 'c2' })).rejects.toBeInstanceOf(Declined)
  expect(await collected(gateway.payments(new Date(0)))).toMatchObject([{ state: 'succeeded' }, { state: 'failed' }])
})

test('what is paid out is what came less fees, refunds and disputes', async () => {
  const { id, gateway } = await at()
  const [kept, refunded, disputed] = [await paid(gateway), await paid(gateway), await paid(gateway)]
  await gateway.refund({ paymentId: refunded.id, amount: 1_000, currency: 'USD', key: 'r' })
  await openDispute(disputed.id)
  const [payoutId] = await payOutNow('stripe', id)
  const net = 5_000 - 175
  expect(await collected(gateway.payouts(new Date(0)))).toMatchObject([
    { id: payoutId, state: 'paid', amount: net + (net - 1_000) + (-175 - 1_500), currency: 'USD' },
  ])
  expect((await gateway.payment(kept.id)).payoutId).toBe(payoutId)
  expect(await payOutNow('stripe', id)).toEqual([])
  await decideDispute(disputed.id, 'won')
  await payOutNow('stripe', id)
  expect((await collected(gateway.payouts(new Date(0)))).map(one => one.amount)).toEqual([6_975, 5_000])
})

test('PayPal takes the money when it is asked for; its notices are signed by its key', async () => {
  const { id, gateway } = await at('paypal')
  const page = await gateway.checkout(input())
  await payAt(page.url, 'paypal')
  expect(await told(id, gateway)).toMatchObject([
    { type: 'CHECKOUT.ORDER.APPROVED', about: 'checkout', objectId: page.id },
  ])
  expect(await collected(gateway.payments(new Date(0)))).toEqual([])
  const { payment } = await gateway.checkoutResult(page.id)
  expect(payment).toMatchObject({ state: 'succeeded', fee: 199, method: { kind: 'paypal' } })
  await gateway.refund({ paymentId: payment!.id, amount: 100, currency: 'USD', key: 'r' })
  await openDispute(payment!.id)
  const notices = await told(id, gateway)
  // In any order: two of the same millisecond have none.
  expect(new Set(notices.map(notice => `${notice.type} ${notice.objectId}`))).toEqual(
    new Set([
      `PAYMENT.CAPTURE.COMPLETED ${payment!.id}`,
      `PAYMENT.CAPTURE.REFUNDED ${payment!.id}`,
      `CUSTOMER.DISPUTE.CREATED ${payment!.id}`,
    ]),
  )
})

test('Clover and ThriveCart tell in their own way', async () => {
  const { id, gateway } = await at('clover')
  const payment = await paid(gateway)
  const [notice] = await told(id, gateway)
  expect(notice).toMatchObject({ about: 'checkout', type: 'PAYMENT.APPROVED', paymentId: payment.id })
  const cart = gatewayFor({ kind: 'sandbox', gateway: 'thrivecart', clientId: id })
  await expect(cart.checkout(input())).rejects.toBeInstanceOf(GatewayRefused)
  const order = await thrivecartOrder(id, { reference: 'ours-9', amount: 2_500 })
  const facts = { id: order, reference: 'ours-9', amount: 2_500, currency: 'USD', state: 'succeeded', refunded: 0 }
  expect(await told(id, cart)).toMatchObject([{ about: 'payment', type: 'order.success', facts }])
})

test('a notice of one church proves nothing at another, nor altered, nor late', async () => {
  const [grace, hope] = [await at(), await at()]
  await paid(grace.gateway)
  const { headers, body } = (await waitingNotices(grace.id))[0]!
  await expect(hope.gateway.verifyWebhook(body, new Headers(headers))).rejects.toBeInstanceOf(BadSignature)
  await expect(grace.gateway.verifyWebhook(`${body} `, new Headers(headers))).rejects.toBeInstanceOf(BadSignature)
  clock.advance(301_000)
  await expect(grace.gateway.verifyWebhook(body, new Headers(headers))).rejects.toThrow('too old')
  await expect(
    hope.gateway.payment((await collected(grace.gateway.payments(new Date(0))))[0]!.id),
  ).rejects.toBeInstanceOf(GatewayRefused)
})

test('a page ends in its time, and says so', async () => {
  const { id, gateway } = await at()
  const page = await gateway.checkout(input())
  clock.advance(hours(25))
  await passDays(0, id)
  await expect(payAt(page.url)).rejects.toThrow('expired')
  expect((await gateway.checkoutResult(page.id)).state).toBe('expired')
  expect((await told(id, gateway)).map(one => one.type)).toEqual(['checkout.session.expired'])
  clock.advance(days(1))
})

test('no call is made inside a transaction', async () => {
  const { id, gateway } = await at()
  const inside = asActor(id, { type: 'system' }, 'test', async () => gateway.payment('pi_1'))
  await expect(inside).rejects.toThrow('inside a transaction')
})

test('the page offers only what was asked for, takes a choice without scripts, and no card number', async () => {
  const { gateway } = await at()
  const { send } = await aServer()
  const page = await gateway.checkout(input({ methods: ['card'] }))
  const path = new URL(page.url).pathname
  const text = await (await send(path)).text()
  expect(text).toContain('No money moves')
  expect(text).toContain('$50.00')
  expect(text).not.toContain('Bank debit')
  expect(text).not.toMatch(/type="(text|tel|number)"|<script/)
  const post = (body: object) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body as Record<string, string>),
    })
  const declined = await post({ outcome: 'funds' })
  expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('not enough funds')])
  expect((await post({ outcome: 'ach' })).status).toBe(402)
  const done = await post({ outcome: 'visa' })
  expect([done.status, done.headers.get('location')]).toEqual([303, 'https://grace.example.org/thanks'])
  expect(done.headers.get('content-security-policy')).toContain('https://grace.example.org')
  expect((await send('/sandbox/pay/cs_sbxnone')).status).toBe(404)
  await expect(choose('cs_sbxnone', 'visa')).rejects.toThrow()
})

test('on one’s own machine a page plays the bank; to everyone else it is not there', async () => {
  const { id, gateway } = await at()
  const payment = await paid(gateway, 'ach')
  const { send } = await aServer()
  const path = `/sandbox/bank?church=${id}`
  expect(await (await send(path)).text()).toContain(`value="${payment.id}"`)
  const press = (act: string, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ act, id: payment.id }),
    })
  expect((await press('return', { origin: 'https://evil.example.org' })).status).toBe(404)
  expect((await send(path, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
  expect((await press('dispute')).status).toBe(400)
  expect((await press('return')).status).toBe(303)
  expect((await gateway.payment(payment.id)).state).toBe('failed')
})

test('a notice that is not taken is posted again later each time, and in the end given up', async () => {
  const { id, gateway } = await at('clover')
  await noticeTaken('', ...(await waitingNotices()).map(one => one.id))
  await paid(gateway)
  const posted: string[] = []
  const refuse = async ({ path, body, headers }: SignedNotice) => {
    await gateway.verifyWebhook(body, new Headers(headers))
    return posted.push(path) < 0
  }
  expect([await postDue(refuse), await postDue(refuse)]).toEqual([1, 0])
  expect(posted).toEqual([`/functions/v1/clover-webhook?t=${id}`])
  clock.advance(31_000)
  expect([await postDue(refuse), await postDue(refuse)]).toEqual([1, 0])
  clock.advance(31_000)
  expect(await postDue(refuse)).toBe(0)
  for (let i = 0; i < 20; i++) {
    clock.advance(hours(1))
    await postDue(refuse)
  }
  expect(posted).toHaveLength(12)
  await paid(gateway)
  expect(await postDue(async () => true)).toBe(1)
  expect(await waitingNotices(id)).toEqual([])
})
