import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob, outerJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { kept } from '#payments/rules/states.ts'
import { applyGatewayFacts } from '#payments/service/gateway-facts.ts'
import { reconcileGateway } from '#payments/service/reconciliation.ts'
import { refundPayment, refundsOf } from '#payments/service/refunds.ts'
import { checkoutUrl, type Payment, paymentById } from '#payments/service/start.ts'
import type { PaymentFacts } from '#providers/payments/index.ts'
import { failRefund } from '#providers/payments/sandbox/acts/service.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { startGift } from './service.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])

const outside = (church: Church) => outerJob(church.id, 'test', 'test', ['giving'])

async function aFund(church: Church): Promise<string> {
  const code = `F${randomUUID().slice(0, 6)}`
  return (await church.finance.funds.create({ name: code, code })).id
}

/** The same numbers each time, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A gift of three lines, not paid yet. */
async function pending(church: Church, amounts: number[]) {
  const [one, two] = [await aFund(church), await aFund(church)]
  const lines = amounts.map((amount, i) => ({ fundId: i === 1 ? two : one, amount }))
  const amount = amounts.reduce((sum, part) => sum + part, 0)
  return asBooks(church, ctx =>
    startGift(ctx, {
      request: {
        amount,
        lines,
        cover: false,
        method: null,
        anonymous: false,
        tribute: null,
        tributeName: '',
        note: '',
        firstName: 'Pat',
        lastName: 'Lee',
        email: `${randomUUID()}@example.org`,
        phone: '',
        address: {},
      } as Parameters<typeof startGift>[1]['request'],
      campaign: undefined,
      fee: { basisPoints: 0, fixed: 0 },
      currency: 'USD',
      key: randomUUID(),
      path: '/give/x',
      description: 'Gift',
    }),
  )
}

async function books(church: Church) {
  await asBooks(church, prove)
  const sums: Record<string, number> = {}
  for (const { key, amount } of await asBooks(church, ctx => balances(ctx, ''))) {
    const name = key.replace(/:.*-.*/, '')
    sums[name] = (sums[name] ?? 0) + amount
  }
  return sums
}

const lineSums = async (church: Church, payment: Payment) =>
  (
    await query(
      `select sum(l.amount) - sum(l.refunded) as left, bool_and(l.counts) as counts, max(g.booked) as booked from gifts g
     join gift_lines l on l.gift_id = g.id where g.client_id = $1 and g.payment_id = $2 group by g.id`,
      [church.id, payment.id],
    )
  )[0]

test.each([1, 2, 3, 4, 5, 6])(
  'any sequence of refunds, disputes and returns leaves nothing between payment and gift (%i)',
  async seed => {
    const [church, roll] = [await aChurch(), dice(seed)]
    const amounts = [1 + roll(5_000), 1 + roll(5_000), 1 + roll(5_000)]
    const amount = amounts.reduce((sum, part) => sum + part, 0)
    const id = await pending(church, amounts)
    const begun = clock.now()
    for (let step = 0; step < 12; step++) {
      clock.advance(minutes(1))
      const facts: PaymentFacts = {
        id: 'pi_1',
        reference: id,
        amount,
        currency: 'USD',
        fee: [null, 30, 45, 60][roll(4)]!,
        state: step === 0 || roll(5) > 0 ? 'succeeded' : 'failed',
        refunded: roll(3) === 0 ? roll(amount + 1) : 0,
        dispute: ([null, null, 'open', 'won', 'lost'] as const)[roll(5)]!,
        disputeFee: roll(4) === 0 ? 1_500 : 0,
        method: null,
        saved: null,
        problem: null,
        paidAt: begun,
        payoutId: null,
      }
      // One of four is an older word.
      const asOf = roll(4) === 0 ? new Date(clock.ms() - minutes(3)) : clock.now()
      for (let times = 1 + roll(2); times > 0; times--)
        await asBooks(church, ctx => applyGatewayFacts(ctx, id, facts, asOf))
      if (roll(3) > 0) await church.settle()
    }
    await church.settle()
    const payment = await asBooks(church, ctx => paymentById(ctx, id))
    const { 'due:donations': due, 'clearing:stripe': clearing, fund, fees = 0, disputes = 0 } = await books(church)
    const rest = kept(payment)
    expect({ due, fund, clearing }).toEqual({ due: 0, fund: rest, clearing: rest - fees - disputes })
    const gift = await lineSums(church, payment)
    expect(Number(gift.booked)).toBe(rest)
    if (gift.counts) expect(Number(gift.left)).toBe(rest)
  },
)

test('of what a gateway said, the older word comes later and changes nothing', async () => {
  const church = await aChurch()
  const id = await pending(church, [1_000, 500, 500])
  const facts = (more: Partial<PaymentFacts>): PaymentFacts => ({
    id: 'pi_1',
    reference: id,
    amount: 2_000,
    currency: 'USD',
    fee: 50,
    state: 'succeeded',
    refunded: 0,
    dispute: null,
    disputeFee: 0,
    method: null,
    saved: null,
    problem: null,
    paidAt: clock.now(),
    payoutId: null,
    ...more,
  })
  const early = clock.now()
  clock.advance(minutes(5))
  await asBooks(church, ctx => applyGatewayFacts(ctx, id, facts({ dispute: 'won' })))
  await asBooks(church, ctx => applyGatewayFacts(ctx, id, facts({ dispute: 'open' }), early))
  await asBooks(church, ctx => applyGatewayFacts(ctx, id, facts({ state: 'failed' }), early))
  await church.settle()
  expect(await asBooks(church, ctx => paymentById(ctx, id))).toMatchObject({ state: 'succeeded', dispute: 'won' })
  expect(await books(church)).toMatchObject({ 'due:donations': 0, fund: 2_000 })
})

test('a gift under dispute keeps its funds; a dispute that opens a second time takes the money away again', async () => {
  const church = await aChurch()
  const id = await pending(church, [1_000, 500, 500])
  const say = async (dispute: PaymentFacts['dispute'], refunded = 0) => {
    clock.advance(minutes(1))
    await asBooks(church, ctx =>
      applyGatewayFacts(ctx, id, {
        id: 'pi_1',
        reference: id,
        amount: 2_000,
        currency: 'USD',
        fee: null,
        state: 'succeeded',
        refunded,
        dispute,
        disputeFee: 0,
        method: null,
        saved: null,
        problem: null,
        paidAt: clock.now(),
        payoutId: null,
      }),
    )
    await church.settle()
    return (await books(church)).fund
  }
  expect(await say(null)).toBe(2_000)
  expect(await say('open')).toBe(0)
  const { items } = await church.owner.gifts.list({})
  const { id: giftId, version, lines } = await church.owner.gifts.get({ id: items[0]!.id })
  const other = await aFund(church)
  const moved = lines.map(line => ({ ...line, fundId: other }))
  await expect(church.owner.gifts.update({ id: giftId, version, lines: moved })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('disputed'),
  })
  expect(await say('won')).toBe(2_000)
  expect(await say('open')).toBe(0)
  // The church gives the money back by itself while the bank decides.
  expect(await say('open', 2_000)).toBe(0)
  expect(await say('won', 2_000)).toBe(0)
})

test('a refund that the bank could not credit is undone by an entry of its own, and may be asked for again', async () => {
  const church = await aChurch()
  const id = await pending(church, [1_000, 500, 500])
  await payAt(await checkoutUrl(outside(church), id))
  await deliverGatewayNotices()
  const refund = async (amount: number) => {
    await asBooks(church, ctx => refundPayment(ctx, { paymentId: id, amount, reason: 'Asked for' }))
    await deliverGatewayNotices()
  }
  await refund(300)
  await refund(700)
  const { items } = await church.owner.gifts.list({})
  expect([items[0]!.status, (await books(church)).fund]).toEqual(['partially_refunded', 1_000])
  const { externalId } = await asBooks(church, ctx => paymentById(ctx, id))
  await failRefund(externalId!, 700)
  for (const _ of [1, 2]) {
    clock.advance(minutes(5))
    await reconcileGateway(outside(church), 'stripe')
    await church.settle()
  }
  expect(await asBooks(church, ctx => paymentById(ctx, id))).toMatchObject({ refunded: 300, booked: 1_700 })
  expect((await asBooks(church, ctx => refundsOf(ctx, id))).map(({ state }) => state)).toEqual(['succeeded', 'failed'])
  expect(await books(church)).toMatchObject({ 'due:donations': 0, fund: 1_700 })
  const memos = await query(
    `select memo from ledger_entries where client_id = $1 and key like 'payment:%' order by created_at`,
    [church.id],
  )
  expect(memos.map(({ memo }) => memo)).toEqual(['Payment', 'Fee', 'Refund', 'Refund', 'Refund failed'])
  expect((await church.owner.paymentSettings.differences({})).items).toEqual([])
  expect(
    (await church.finance.notifications.list({})).items.filter(one => one.title === 'A refund failed'),
  ).toHaveLength(1)
  await refund(1_700)
  expect((await church.owner.gifts.list({})).items[0]!.status).toBe('refunded')
  expect((await books(church)).fund).toBe(0)
})
