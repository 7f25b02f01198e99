import { generateKeyPairSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { exponent } from '#kernel/money.ts'
import { BadSignature, GatewayRefused } from '../index.ts'
import { fromDecimal, fromGateway, toGateway, toPaypal } from './amounts.ts'
import { cloverNotice, paypalNotice, stripeNotice, thrivecartNotice } from './notices.ts'
import { isPaypalCert, paypalSignature, paypalText, timedProblem, timedSignature } from './signatures.ts'
import { listFee } from './terms.ts'

const BODY = '{"id":"evt_test_1","type":"checkout.session.completed"}'
const AT = 1_700_000_000
const V1 = 'fe00a76ea0f04f4316e631fdd0b66f6c4afb6befcf5a599ba4d6c0b040fe2ae0'
const headers = (of: Record<string, string>) => new Headers(of)

test('Stripe and Clover sign as their official vectors say', () => {
  expect(timedSignature('whsec_test', BODY, AT)).toBe(`t=${AT},v1=${V1}`)
  const clover = '89662b1bee15a77d874db7b488942f7a8d6e0f9f84a05ac03f486ec0c97a9430'
  expect(timedSignature('abc', '{"ok":true}', 1_642_599_079)).toBe(`t=1642599079,v1=${clover}`)
  expect(timedProblem(`t=1642599079,v1=${clover}`, 'abc', '{"ok":true}', 1_642_599_100)).toBeUndefined()
})

test('one of several signatures is enough; one byte, five minutes or no secret are not', () => {
  const check = (header: string | null, { secret = 'whsec_test', body = BODY, now = AT } = {}) =>
    timedProblem(header, secret, body, now)
  expect(check(`t=${AT},v1=${'0'.repeat(64)},v0=x,v1=${V1}`)).toBeUndefined()
  expect(check(`t=${AT}, v1=${V1}`, { now: AT + 300 })).toBeUndefined()
  expect(check(`t=${AT},v1=${V1}`, { now: AT + 301 })).toContain('too old')
  expect(check(`t=${AT},v1=${V1}`, { now: AT - 301 })).toContain('too old')
  expect(check(`t=${AT},v1=${V1}`, { body: BODY.replace('_1', '_2') })).toContain('does not match')
  expect(check(`t=${AT},v1=${V1.slice(0, -1)}`)).toContain('does not match')
  expect(check(`t=${AT + 1},v1=${V1}`)).toContain('does not match')
  expect(check(`t=${AT},v0=${V1}`)).toContain('malformed')
  for (const odd of [null, '', 't=,v1=', `v1=${V1}`, `t=x,v1=${V1}`]) expect(check(odd)).toContain('malformed')
  expect(check(timedSignature('', BODY, AT), { secret: '' })).toContain('no signing secret')
})

test('PayPal signs the checksum of the body with the key of a certificate of its own', async () => {
  expect(crc32('{"id":"WH-1"}')).toBe(838_965_618)
  expect(paypalText({ id: 'T1', time: '2027-01-01T00:00:00Z' }, 'W1', '{"id":"WH-1"}')).toBe(
    'T1|2027-01-01T00:00:00Z|W1|838965618',
  )
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: pem,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const body = '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"CAP1"}}'
  const sent = (changes: Record<string, string> = {}) =>
    headers({
      'paypal-transmission-id': 'T1',
      'paypal-transmission-time': '2027-01-01T00:00:00Z',
      'paypal-transmission-sig': paypalSignature(
        paypalText({ id: 'T1', time: '2027-01-01T00:00:00Z' }, 'W1', body),
        keys.privateKey,
      ),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/certs/1',
      ...changes,
    })
  let fetched = 0
  const pemAt = async () => {
    fetched++
    return keys.publicKey
  }
  expect(await paypalNotice(body, sent(), 'W1', pemAt)).toMatchObject({
    id: 'WH-1',
    about: 'payment',
    objectId: 'CAP1',
  })
  for (const [text, changes, webhook] of [
    [`${body} `, {}, 'W1'],
    [body, {}, 'W2'],
    [body, { 'paypal-transmission-id': 'T2' }, 'W1'],
    [body, { 'paypal-auth-algo': 'none' }, 'W1'],
    [body, { 'paypal-transmission-sig': '' }, 'W1'],
    [body, {}, ''],
  ] as const)
    await expect(paypalNotice(text, sent(changes), webhook, pemAt)).rejects.toBeInstanceOf(BadSignature)
  fetched = 0
  const foreign = sent({ 'paypal-cert-url': 'https://paypal.com.example.org/certs/1' })
  await expect(paypalNotice(body, foreign, 'W1', pemAt)).rejects.toThrow('certificate')
  expect(fetched).toBe(0)
})

test('certificates come from hosts below paypal.com over HTTPS alone', () => {
  expect(['https://api.paypal.com/x', 'https://api.sandbox.paypal.com/x'].every(isPaypalCert)).toBe(true)
  const bad = ['http://api.paypal.com/x', 'https://evilpaypal.com/x', 'https://paypal.com.evil.org/x', 'nonsense', '']
  const worse = ['https://api.paypal.com@evil.org/x', 'https://api.paypal.com:8443/x', 'https://evil.org/.paypal.com']
  expect([...bad, ...worse].some(isPaypalCert)).toBe(false)
})

test('notices of Stripe name what they are about', () => {
  const about = (type: string, object: object) => {
    const body = JSON.stringify({ id: 'evt_1', type, created: AT, data: { object } })
    return stripeNotice(body, headers({ 'stripe-signature': timedSignature('s', body, AT) }), 's', AT * 1_000)
  }
  expect(about('checkout.session.completed', { id: 'cs_1' })).toMatchObject({ about: 'checkout', objectId: 'cs_1' })
  expect(about('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' })).toMatchObject({ objectId: 'pi_1' })
  expect(about('charge.dispute.created', { id: 'dp_1', payment_intent: { id: 'pi_1' } }).objectId).toBe('pi_1')
  expect(about('payout.paid', { id: 'po_1' })).toMatchObject({ about: 'payout', sentAt: new Date(AT * 1_000) })
  expect(about('customer.updated', { id: 'cus_1' }).about).toBe('other')
  const attempt = { id: 'pi_1', metadata: { lampstand_by: 'checkout' } }
  expect(about('payment_intent.payment_failed', attempt).about).toBe('other')
  const error = { last_payment_error: { payment_method: { card: { fingerprint: 'fp_1', last4: '0002' } } } }
  const metadata = { lampstand_by: 'checkout', lampstand_payment: 'ours-1' }
  expect(about('payment_intent.payment_failed', { id: 'pi_1', ...error, metadata }).declined).toEqual({
    reference: 'ours-1',
    card: 'fp_1',
  })
  expect(about('payment_intent.payment_failed', { id: 'pi_1', metadata: { lampstand_by: 'charge' } }).about).toBe(
    'payment',
  )
})

test('Clover names page and payment', () => {
  const body = '{"id":"PAY1","data":"CS1","type":"PAYMENT","status":"APPROVED","createdTime":1700000000000}'
  const signed = headers({ 'clover-signature': timedSignature('abc', body, AT) })
  expect(cloverNotice(body, signed, 'abc', AT * 1_000)).toMatchObject({
    about: 'checkout',
    objectId: 'CS1',
    paymentId: 'PAY1',
    state: 'succeeded',
    sentAt: new Date(AT * 1_000),
  })
  expect(() => cloverNotice(body, signed, 'abd', AT * 1_000)).toThrow(BadSignature)
})

test('ThriveCart brings its secret word and hundredths, as a form or as JSON', () => {
  const form = new URLSearchParams({
    event: 'order.success',
    thrivecart_secret: 'word',
    order_id: '77',
    currency: 'USD',
    'order[total]': '1499',
    'order[processor]': 'stripe',
    'passthrough[reference]': 'ours-1',
  }).toString()
  const notice = thrivecartNotice(form, 'word')
  expect(notice).toMatchObject({ type: 'order.success', about: 'payment', objectId: '77' })
  expect(notice.facts).toMatchObject({ reference: 'ours-1', amount: 1_499, currency: 'USD', state: 'succeeded' })
  expect(thrivecartNotice(form, 'word').id).toBe(notice.id)
  expect(() => thrivecartNotice(form, 'other')).toThrow(BadSignature)
  expect(() => thrivecartNotice(form.replace('thrivecart_secret=word', 'thrivecart_secret='), '')).toThrow(BadSignature)
  const refund = { event: 'order.refund', thrivecart_secret: 'word', order_id: 77, currency: 'USD' }
  const told = thrivecartNotice(JSON.stringify({ ...refund, order: { total: 1499 }, refund: { amount: 500 } }), 'word')
  expect(told.facts).toMatchObject({ amount: 1_499, refunded: 500 })
  expect(thrivecartNotice('event=__proto__&thrivecart_secret=word&__proto__[x]=1', 'word').about).toBe('other')
})

test('amounts are counted as each gateway counts and return unchanged', () => {
  const whole = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
  for (const currency of whole) expect([currency, toGateway('stripe', 500, currency)]).toEqual([currency, 500])
  for (const currency of ['ISK', 'UGX']) expect(toGateway('stripe', 500, currency)).toBe(50_000)
  for (const currency of ['USD', 'EUR', 'GBP', 'CAD', 'AUD']) expect(toGateway('stripe', 1_999, currency)).toBe(1_999)
  for (const currency of ['BHD', 'JOD', 'KWD', 'OMR', 'TND']) {
    expect(toGateway('stripe', 5_120, currency)).toBe(5_120)
    expect(() => toGateway('stripe', 5_124, currency)).toThrow(GatewayRefused)
  }
  for (const currency of [...whole, 'ISK', 'UGX', 'USD', 'KWD'])
    expect(fromGateway('stripe', toGateway('stripe', 12_340, currency), currency)).toBe(12_340)
  expect([toPaypal(1_999, 'USD'), toPaypal(5, 'USD'), toPaypal(500, 'JPY')]).toEqual(['19.99', '0.05', '500'])
  for (const currency of ['HUF', 'TWD']) expect(toPaypal(500 * 10 ** exponent(currency), currency)).toBe('500')
  expect(() => toPaypal(50_001, 'TWD')).toThrow('too many digits')
  expect([fromDecimal('19.99', 'USD'), fromDecimal('-3.5', 'USD'), fromDecimal('500', 'JPY')]).toEqual([
    1_999, -350, 500,
  ])
})

test('list prices: by method, with the most that a bank debit costs', () => {
  expect([listFee('stripe', 'card', 10_000), listFee('stripe', 'wallet', 10_000)]).toEqual([320, 320])
  expect([listFee('stripe', 'ach', 10_000), listFee('stripe', 'ach', 1_000_000)]).toEqual([80, 500])
  expect([listFee('paypal', 'paypal', 10_000), listFee('clover', 'card', 10_000)]).toEqual([348, 360])
})
