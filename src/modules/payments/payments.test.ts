import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob, outerJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import {
  decideDispute,
  openDispute,
  passDays,
  payOutNow,
  returnDebit,
} from '#providers/payments/sandbox/acts/service.ts'
import { noticeTaken, waitingNotices } from '#providers/payments/sandbox/notices/service.ts'
import { aChurch } from '#testing/church.ts'
import { query } from '#testing/flock.ts'
import { deliverGatewayNotices, payAt, postGatewayNotice } from '#testing/gateways.ts'
import { aServer } from '#testing/web.ts'
import { applyGatewayFacts } from './service/gateway-facts.ts'
import { pollOpenPayments, pollPayment } from './service/payment-status.ts'
import { reconcileGateway } from './service/reconciliation.ts'
import { refundPayment, refundsOf, retryUnansweredRefunds } from './service/refunds.ts'
import { chargeSaved, checkoutUrl, type NewPayment, paymentById, startPayment } from './service/start.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])
const outside = (church: Church) => outerJob(church.id, 'test', 'test', ['giving'])

const wanted = (more: Partial<NewPayment> = {}): NewPayment => ({
  module: 'donations',
  refId: randomUUID(),
  amount: 5_000,
  currency: 'USD',
  description: 'Sunday offering',
  payer: { name: 'Pat Lee', email: 'pat@example.org' },
  returnPath: '/give/grace/missions',
  key: randomUUID(),
  ...more,
})
const begin = async (church: Church, more: Partial<NewPayment> = {}) => {
  const { id } = await asBooks(church, ctx => startPayment(ctx, wanted(more)))
  return { id, url: await checkoutUrl(outside(church), id) }
}
const read = (church: Church, id: string) => asBooks(church, ctx => paymentById(ctx, id))
const paid = async (church: Church, more: Partial<NewPayment> = {}) => {
  const { id, url } = await begin(church, more)
  await payAt(url)
  await deliverGatewayNotices()
  return read(church, id)
}
const books = async (church: Church) => {
  await asBooks(church, prove)
  const rows = await asBooks(church, ctx => balances(ctx, ''))
  return Object.fromEntries(rows.filter(one => one.amount !== 0).map(one => [one.key, one.amount]))
}

test('what a gateway says five times, in any order, is paid and booked once', async () => {
  const church = await aChurch()
  const { id, url } = await begin(church)
  await payAt(url)
  const waiting = await waitingNotices(church.id)
  expect(waiting.length).toBeGreaterThan(0)
  const five = Array.from({ length: 5 }, () => [...waiting].reverse()).flat()
  const answers = await Promise.all(five.map(postGatewayNotice))
  expect(answers.every(one => one.status === 200)).toBe(true)
  await church.settle()
  expect(await read(church, id)).toMatchObject({ state: 'succeeded', fee: 175, brand: 'Visa', last4: '4242' })
  expect(await books(church)).toEqual({ 'clearing:stripe': 4_825, 'due:donations': 5_000, fees: 175 })
  const { items } = await church.owner.paymentSettings.events({})
  expect(items).toHaveLength(waiting.length)
  await church.owner.paymentSettings.replay({ id: items[0]!.id })
  await church.settle()
  expect(await books(church)).toEqual({ 'clearing:stripe': 4_825, 'due:donations': 5_000, fees: 175 })
})

test('who comes back before the webhook is told at once; who never comes back and of whom nothing is heard is found by the sweep', async () => {
  const church = await aChurch()
  const one = await begin(church)
  await payAt(one.url)
  const { send } = await aServer()
  const back = await send(`/pay/${church.id}/${one.id}`, { redirect: 'manual' })
  expect([back.status, back.headers.get('location')]).toEqual([303, `/give/grace/missions?payment=${one.id}`])
  expect((await read(church, one.id)).state).toBe('succeeded')
  const two = await begin(church)
  await payAt(two.url)
  await noticeTaken('', ...(await waitingNotices(church.id)).map(notice => notice.id))
  expect((await read(church, two.id)).state).toBe('created')
  clock.advance(minutes(11))
  await asBooks(church, pollOpenPayments)
  await church.settle()
  expect((await read(church, two.id)).state).toBe('succeeded')
  expect(await books(church)).toMatchObject({ 'due:donations': 10_000 })
})

test('a page is the same one until it ends; the same key is one payment, and for something else it is a mistake', async () => {
  const church = await aChurch()
  const input = wanted()
  const all = await Promise.all([1, 2, 3].map(() => asBooks(church, ctx => startPayment(ctx, input))))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  const urls = [await checkoutUrl(outside(church), all[0]!.id), await checkoutUrl(outside(church), all[0]!.id)]
  expect(urls[0]).toBe(urls[1])
  await expect(asBooks(church, ctx => startPayment(ctx, { ...input, amount: 1 }))).rejects.toThrow('something else')
  await passDays(2, church.id)
  clock.advance(days(2))
  await pollPayment(outside(church), all[0]!.id)
  expect((await read(church, all[0]!.id)).state).toBe('expired')
  const next = await checkoutUrl(outside(church), all[0]!.id)
  expect(next).not.toBe(urls[0])
  await payAt(next)
  await deliverGatewayNotices()
  expect((await read(church, all[0]!.id)).state).toBe('succeeded')
})

test('more than was paid never goes back, also by two at once; what the gateway pays back by itself is booked too', async () => {
  const church = await aChurch()
  const { id } = await paid(church)
  const refund = (amount: number) =>
    asBooks(church, ctx => refundPayment(ctx, { paymentId: id, amount, reason: 'Asked' }))
  const both = await Promise.allSettled([refund(3_000), refund(3_000)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await church.settle()
  await deliverGatewayNotices()
  expect(await read(church, id)).toMatchObject({ refunded: 3_000, state: 'succeeded' })
  await expect(refund(2_001)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await refund(2_000)
  await deliverGatewayNotices()
  expect(await books(church)).toEqual({ 'clearing:stripe': -175, fees: 175 })
})

test('a refund whose gateway did not answer is asked for again, and ends as failed once its key may be forgotten', async () => {
  const church = await aChurch()
  const { id } = await paid(church)
  const lost = async (amount: number, age: number) => {
    const [row] = await query(
      `insert into payment_refunds (client_id, payment_id, amount, reason, created_at) values ($1, $2, $3, '', $4) returning id`,
      church.id,
      id,
      amount,
      new Date(clock.ms() - age),
    )
    await asBooks(church, retryUnansweredRefunds)
    await church.settle()
    return (await asBooks(church, ctx => refundsOf(ctx, id))).find(one => one.id === row!.id)
  }
  expect(await lost(1_000, minutes(11))).toMatchObject({ state: 'succeeded' })
  expect(await read(church, id)).toMatchObject({ refunded: 1_000 })
  const old = await lost(500, hours(13))
  expect(old).toMatchObject({ state: 'failed', problem: expect.stringContaining('Nothing was refunded') })
  expect(await read(church, id)).toMatchObject({ refunded: 1_000 })
  const open = await asBooks(church, ctx => refundPayment(ctx, { paymentId: id, amount: 4_000, reason: '' }))
  expect(open.amount).toBe(4_000)
})

test('a dispute takes the money away, and brings it back once it is won; nothing is refunded meanwhile', async () => {
  const church = await aChurch()
  const { id, externalId } = await paid(church)
  await openDispute(externalId!)
  await deliverGatewayNotices()
  expect(await read(church, id)).toMatchObject({ dispute: 'open' })
  expect((await books(church))['due:donations']).toBeUndefined()
  await expect(
    asBooks(church, ctx => refundPayment(ctx, { paymentId: id, amount: 100, reason: '' })),
  ).rejects.toMatchObject({ code: 'DISPUTED' })
  await decideDispute(externalId!, 'won')
  await deliverGatewayNotices()
  expect(await books(church)).toMatchObject({ 'due:donations': 5_000 })
})

test('a bank debit is pending for days, can’t be refunded meanwhile, and may come back', async () => {
  const church = await aChurch()
  const { methods: set } = await church.owner.paymentSettings.read({})
  await church.owner.paymentSettings.saveMethods({ ...set, ach: true })
  const one = await begin(church, { method: 'ach' })
  const two = await begin(church, { method: 'ach' })
  for (const { url } of [one, two]) await payAt(url, 'ach')
  await deliverGatewayNotices()
  expect(await read(church, one.id)).toMatchObject({ state: 'pending', method: 'ach' })
  await expect(
    asBooks(church, ctx => refundPayment(ctx, { paymentId: one.id, amount: 100, reason: '' })),
  ).rejects.toMatchObject({ code: 'NOT_SETTLED' })
  expect(await books(church)).toEqual({})
  await returnDebit((await read(church, two.id)).externalId!)
  await passDays(5, church.id)
  await deliverGatewayNotices()
  expect(await read(church, one.id)).toMatchObject({ state: 'succeeded' })
  expect(await read(church, two.id)).toMatchObject({ state: 'failed' })
  expect(await books(church)).toMatchObject({ 'due:donations': 5_000 })
})

test('a kept card is charged later, once for each key; a decline is told, and charges nothing', async () => {
  const church = await aChurch()
  const first = await paid(church, { save: true })
  expect(first.savedId).not.toBeNull()
  const input = { ...wanted({ amount: 2_000 }), savedId: first.savedId! }
  const charges = await Promise.all([1, 2].map(() => asBooks(church, ctx => chargeSaved(ctx, input))))
  expect(charges[0]!.id).toBe(charges[1]!.id)
  await church.settle()
  await deliverGatewayNotices()
  expect(await read(church, charges[0]!.id)).toMatchObject({ state: 'succeeded', amount: 2_000 })
  expect(await books(church)).toMatchObject({ 'due:donations': 7_000 })
})

test('a charge of which nothing is known is not asked for again once its gateway may have forgotten the key', async () => {
  const church = await aChurch()
  const { savedId } = await paid(church, { save: true })
  const { id } = await asBooks(church, ctx => chargeSaved(ctx, { ...wanted(), savedId: savedId! }))
  await query(
    `update payments set state = 'unknown', created_at = $2 where id = $1`,
    id,
    new Date(clock.ms() - hours(13)),
  )
  await pollPayment(outside(church), id)
  expect(await read(church, id)).toMatchObject({ state: 'unknown', externalId: null })
  await query(`update payments set created_at = $2 where id = $1`, id, new Date(clock.ms() - hours(1)))
  await pollPayment(outside(church), id)
  expect(await read(church, id)).toMatchObject({ state: 'succeeded' })
})

test('paid in another amount or currency than was asked for is never booked', async () => {
  const church = await aChurch()
  const { id } = await begin(church)
  const facts = {
    id: 'pi_other',
    reference: id,
    state: 'succeeded' as const,
    amount: 5_000,
    currency: 'EUR',
    fee: null,
    refunded: 0,
    dispute: null,
    disputeFee: 0,
    method: null,
    saved: null,
    problem: null,
    paidAt: clock.now(),
    payoutId: null,
  }
  await asBooks(church, ctx => applyGatewayFacts(ctx, id, facts))
  await asBooks(church, ctx => applyGatewayFacts(ctx, id, { ...facts, currency: 'USD', amount: 4_999 }))
  expect(await read(church, id)).toMatchObject({ state: 'created', problemCode: 'mismatch' })
  expect(await books(church)).toEqual({})
})

test('what no webhook told is found at night, and payouts reach the bank; differences are listed until they agree', async () => {
  const church = await aChurch()
  const { id, url } = await begin(church)
  await payAt(url)
  await payOutNow('stripe', church.id)
  await noticeTaken('', ...(await waitingNotices(church.id)).map(notice => notice.id))
  await reconcileGateway(outside(church), 'stripe')
  expect(await read(church, id)).toMatchObject({ state: 'succeeded' })
  await passDays(3, church.id)
  await deliverGatewayNotices()
  await reconcileGateway(outside(church), 'stripe')
  expect(await books(church)).toEqual({ bank: 4_825, 'due:donations': 5_000, fees: 175 })
  expect((await church.owner.paymentSettings.differences({})).items).toEqual([])
})

test('a notice with a wrong signature, an altered body or for another account is refused and leaves nothing', async () => {
  const [church, other] = [await aChurch(), await aChurch()]
  const { url } = await begin(church)
  await payAt(url)
  const [notice] = await waitingNotices(church.id)
  const path = (to: string) => `/functions/v1/stripe-webhook?t=${to}`
  const wrong = [
    { ...notice!, body: `${notice!.body} ` },
    { ...notice!, path: path(other.id) },
    { ...notice!, path: path(randomUUID()) },
    { ...notice!, path: path('nobody') },
    { ...notice!, headers: {} },
  ]
  for (const one of wrong) expect((await postGatewayNotice(one)).status).toBe(400)
  for (const one of [church, other]) expect((await one.owner.paymentSettings.events({})).items).toEqual([])
})

test('secrets are kept sealed, and nothing of them comes back; wrong ones are refused at their field', async () => {
  const church = await aChurch()
  const save = (credentials: Record<string, string>) =>
    church.owner.paymentSettings.saveGateway({ gateway: 'stripe', enabled: true, version: null, credentials })
  await expect(save({ publishableKey: 'pk_test_1', secretKey: 'sk_live_1' })).rejects.toMatchObject({
    data: { issues: [{ path: ['credentials', 'secretKey'] }] },
  })
  const state = await church.owner.paymentSettings.read({})
  expect(state.gateways.map(({ gateway, enabled, mode }) => [gateway, enabled, mode])).toEqual([
    ['stripe', true, 'sandbox'],
    ['paypal', false, 'sandbox'],
    ['clover', false, 'sandbox'],
    ['thrivecart', false, 'sandbox'],
  ])
})

test('at least one method stays on, and of two who save at once the second is told', async () => {
  const church = await aChurch()
  const { methods: set } = await church.owner.paymentSettings.read({})
  await expect(
    church.owner.paymentSettings.saveMethods({ ...set, cards: false, ach: false, wallets: false }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const both = await Promise.allSettled(
    ['GRACE CHURCH', 'GRACE CHAPEL'].map(descriptor =>
      church.owner.paymentSettings.saveMethods({ ...set, descriptor }),
    ),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(church.owner.paymentSettings.saveMethods({ ...set, descriptor: 'GR*CE' })).rejects.toThrow()
})
