import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import type { PaymentFacts } from '#providers/payments/index.ts'
import { aChurch } from '#testing/church.ts'
import { kept } from '../rules/states.ts'
import { applyGatewayFacts } from '../service/gateway-facts.ts'
import { type Payment, paymentById } from '../service/start.ts'
import { taxWithin } from './rules.ts'
import { followSale, payFor, saleOf, startSale } from './service.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])

/** The same numbers each time, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
const payer = { payer: { name: 'Pat', email: 'pat@example.org' }, description: 'Retreat', returnPath: '/' }

async function books(church: Church) {
  await asBooks(church, prove)
  return Object.fromEntries((await asBooks(church, ctx => balances(ctx, ''))).map(one => [one.key, one.amount]))
}

const factsOf = ({ id, amount }: Payment, more: Partial<PaymentFacts>): PaymentFacts => ({
  id: `pi_${id}`,
  reference: id,
  amount,
  currency: 'USD',
  fee: 30,
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

async function aSale(church: Church, unit: number) {
  const refId = randomUUID()
  const ref = { module: 'forms', refId }
  const lines = [
    { label: 'Room', quantity: 1, unit, taxed: true },
    { label: 'Gift', quantity: 1, unit: 777, taxed: false },
  ]
  await church.owner.paymentSettings.saveMethods({
    ...(await church.owner.paymentSettings.read({})).methods,
    collectTax: true,
    taxRates: [{ name: 'Tax', region: '', basisPoints: 825, from: '2020-01-01' }],
  })
  await asBooks(church, ctx => startSale(ctx, { ...ref, lines, currency: 'USD' }))
  return ref
}

test.each([1, 2, 3, 4, 5, 6])(
  'after any sequence of payments, refunds, disputes and returns nothing is left in between (%i)',
  async seed => {
    const [church, roll] = [await aChurch(), dice(seed)]
    const ref = await aSale(church, 1 + roll(20_000))
    const follow = () => asBooks(church, ctx => followSale(ctx, ref))
    const all: Payment[] = [await asBooks(church, ctx => payFor(ctx, ref, payer))]
    for (let step = 0; step < 14; step++) {
      clock.advance(minutes(1))
      const one = all[roll(all.length)]!
      const facts = factsOf(one, {
        state: step === 0 || roll(5) > 0 ? 'succeeded' : 'failed',
        refunded: roll(3) === 0 ? roll(one.amount + 1) : 0,
        dispute: ([null, null, 'open', 'won', 'lost'] as const)[roll(5)]!,
      })
      for (let times = 1 + roll(2); times > 0; times--)
        await asBooks(church, ctx => applyGatewayFacts(ctx, one.id, facts))
      if (roll(3) > 0) await follow()
      // After one that was returned there is another.
      const { state } = (await asBooks(church, ctx => saleOf(ctx, ref)))!
      if (state === 'returned') {
        await follow()
        const next = await asBooks(church, ctx => payFor(ctx, ref, payer)).catch(() => undefined)
        if (next && !all.some(({ id }) => id === next.id)) all.push(next)
      }
    }
    await Promise.all([follow(), follow()])
    const now = await asBooks(church, ctx => Promise.all(all.map(({ id }) => paymentById(ctx, id))))
    const collected = now.reduce((sum, one) => sum + kept(one), 0)
    const sale = (await asBooks(church, ctx => saleOf(ctx, ref)))!
    const tax = taxWithin(sale, collected)
    const { 'due:forms': due = 0, sales = 0, tax: taxed = 0 } = await books(church)
    expect({ due, sales, taxed, booked: sale.booked }).toEqual({
      due: 0,
      sales: collected - tax,
      taxed: tax,
      booked: collected,
    })
  },
)

test('the same row is one sale, two clicks are one payment, and what is paid is not paid again', async () => {
  const church = await aChurch()
  const ref = await aSale(church, 10_000)
  const again = await asBooks(church, ctx => startSale(ctx, { ...ref, lines: [], currency: 'EUR' }))
  expect(again).toMatchObject({ total: 10_000 + 825 + 777, tax: 825, currency: 'USD' })
  const [one, two] = await Promise.all([1, 2].map(() => asBooks(church, ctx => payFor(ctx, ref, payer))))
  expect(one!.id).toBe(two!.id)
  await asBooks(church, ctx => applyGatewayFacts(ctx, one!.id, factsOf(one!, { state: 'failed' })))
  const next = await asBooks(church, ctx => payFor(ctx, ref, payer))
  expect(next.id).not.toBe(one!.id)
  await asBooks(church, ctx => applyGatewayFacts(ctx, next.id, factsOf(next, {})))
  await asBooks(church, ctx => followSale(ctx, ref))
  await expect(asBooks(church, ctx => payFor(ctx, ref, payer))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await books(church)).toMatchObject({ 'due:forms': 0, sales: 10_777, tax: 825 })
})
