import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob, outerJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { aChurch } from '#testing/church.ts'
import { query } from '#testing/flock.ts'
import { hiddenIn } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { aBrowser } from '#testing/portal.ts'
import { aServer } from '#testing/web.ts'
import { applyGatewayFacts } from '../service/gateway-facts.ts'
import { paymentById } from '../service/start.ts'
import { payments } from '../tables.ts'
import { chargeDueSubscription, enqueueDueSubscriptions } from './service/charges.ts'
import { onPaymentChanged } from './service/payment-updates.ts'
import { planCharges } from './tables.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
type Outcome = Parameters<typeof payAt>[1]
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving', 'pastoral'])
/** To noon of a day in New York, where churches of tests are. */
const goTo = (day: string) => clock.advance(Date.parse(`${day}T17:00:00Z`) - clock.ms())
const aPlan = (church: Church, more = {}) =>
  church.finance.salePlans.create({
    name: 'Basic Plan',
    amount: 2_900,
    currency: 'USD',
    interval: 'month',
    trialDays: 0,
    ...more,
  })
type Plan = Awaited<ReturnType<typeof aPlan>>

/** Sends the form of the plan's page. */
async function send(plan: Plan, fields: Record<string, string> = {}, html?: string) {
  const server = await aServer()
  const page = html ?? (await (await server.send(plan.path)).text())
  clock.advance(minutes(1))
  const email = fields.email ?? `${randomUUID()}@example.org`
  const who = { firstName: 'Maria', lastName: 'Lopez', email }
  const hidden = { _opened: hiddenIn(page, '_opened'), key: hiddenIn(page, 'key') }
  const answer = await server.send(plan.path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...hidden, ...who, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
  })
  return { email, page, status: answer.status, location: answer.headers.get('location') ?? '', answer }
}
async function hear(church: Church) {
  await deliverGatewayNotices()
  await church.settle()
}
async function subscribe(church: Church, plan: Plan, fields: Record<string, string> = {}, outcome: Outcome = 'visa') {
  const sent = await send(plan, fields)
  await payAt(sent.location, outcome)
  await hear(church)
  return sent
}
async function pass(church: Church, day: string) {
  goTo(day)
  await asBooks(church, enqueueDueSubscriptions)
  await church.settle()
  await hear(church)
}
const all = async (church: Church, more = {}) => (await church.finance.planSubscriptions.list(more)).items
const only = async (church: Church) => church.finance.planSubscriptions.get({ id: (await all(church))[0]!.id })
const mails = async (email: string): Promise<{ subject: string; text: string }[]> =>
  query(
    `select subject, body_text as text from messages where recipient = $1 and kind = 'plan_subscription' order by created_at, id`,
    email,
  )
const paymentsOf = (church: Church) =>
  asBooks(church, ctx =>
    ctx.db.select().from(payments).where(eq(payments.module, 'subscriptions')).orderBy(payments.id),
  )
async function books(church: Church) {
  await asBooks(church, prove)
  return Object.fromEntries((await asBooks(church, ctx => balances(ctx, ''))).map(one => [one.key, one.amount]))
}

test('a plan’s page leads to the gateway; once paid there is a person, a receipt, and a date on which the card is charged', async () => {
  const church = await aChurch()
  goTo('2027-01-31')
  await church.owner.paymentSettings.saveMethods({
    ...(await church.owner.paymentSettings.read({})).methods,
    collectTax: true,
    taxRates: [{ name: 'Tax', region: '', basisPoints: 1_000, from: '2020-01-01' }],
  })
  const plan = await aPlan(church)
  const { email, page } = await subscribe(church, plan)
  expect(page).toContain('You pay $31.90 today. The next payment is on Feb 28, 2027')
  const begun = await only(church)
  expect(begun).toMatchObject({
    state: 'active',
    name: 'Maria Lopez',
    email,
    amount: 2_900,
    last4: '4242',
    nextOn: '2027-02-28',
    personId: expect.any(String),
    charges: [{ state: 'paid', total: 3_190, tax: 290 }],
  })
  expect(await church.staff.people.get({ id: begun.personId! })).toMatchObject({ firstName: 'Maria' })
  await pass(church, '2027-02-27')
  await pass(church, '2027-02-28')
  // Two workers at once, and the day is looked at again.
  const outer = outerJob(church.id, 'test', 'test', ['giving', 'pastoral'])
  goTo('2027-03-31')
  await Promise.all([chargeDueSubscription(outer, begun.id), chargeDueSubscription(outer, begun.id)])
  await pass(church, '2027-03-31')
  expect(await only(church)).toMatchObject({ state: 'active', nextOn: '2027-04-30', charges: [{}, {}, {}] })
  expect(await paymentsOf(church)).toHaveLength(3)
  expect((await mails(email)).map(one => one.subject)).toEqual(Array(3).fill('Receipt for Basic Plan'))
  expect((await mails(email))[0]!.text).toContain('$31.90')
  expect(await books(church)).toMatchObject({ 'due:subscriptions': 0, sales: 8_700, tax: 870 })
  expect(await church.finance.salePlans.preview({ id: plan.id })).toEqual({ subscribers: 1 })
})

test('the days of a trial lengthen the first period', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const { page } = await subscribe(church, await aPlan(church, { trialDays: 14 }))
  expect(page).toContain('14 extra days')
  expect(await only(church)).toMatchObject({ nextOn: '2027-02-24' })
})

test('two clicks are one subscription and one payment; a notice that comes twice, or before the payer, counts once', async () => {
  const church = await aChurch()
  const plan = await aPlan(church)
  const html = await (await (await aServer()).send(plan.path)).text()
  const email = `${randomUUID()}@example.org`
  const [one, two] = await Promise.all([send(plan, { email }, html), send(plan, { email }, html)])
  expect([one.status, two.status]).toEqual([303, 303])
  expect(await paymentsOf(church)).toHaveLength(1)
  await payAt(one.location)
  const [payment] = await paymentsOf(church)
  await hear(church)
  const told = { paymentId: payment!.id, module: 'subscriptions', refId: payment!.refId }
  for (let times = 0; times < 2; times++) await asBooks(church, ctx => onPaymentChanged(ctx, told))
  expect(await all(church)).toHaveLength(1)
  expect(await mails(email)).toHaveLength(1)
  const back = await (await aServer()).send(`${plan.path}?payment=${payment!.id}`)
  expect(await back.text()).toContain('Your subscription has begun')
  // The form once more, after it was paid.
  const again = await send(plan, { email }, html)
  expect([again.status, await again.answer.text()]).toEqual([409, expect.stringContaining('paid already')])
})

test('the payer comes back and no notice arrives: the gateway is asked', async () => {
  const church = await aChurch()
  const plan = await aPlan(church)
  const { location } = await send(plan)
  await payAt(location)
  const [payment] = await paymentsOf(church)
  await (await aServer()).send(`/pay/${church.id}/${payment!.id}`, { redirect: 'manual' })
  await church.settle()
  expect(await all(church)).toMatchObject([{ state: 'active' }])
})

test('a declined first charge begins nothing, and an address alone says nothing', async () => {
  const church = await aChurch()
  const plan = await aPlan(church)
  const { location, page } = await send(plan)
  await expect(payAt(location, 'funds')).rejects.toThrow('Declined')
  await hear(church)
  expect(await all(church)).toEqual([])
  const [payment] = await paymentsOf(church)
  const back = await (await (await aServer()).send(`${plan.path}?payment=${payment!.id}&canceled=1`)).text()
  expect(back).toContain('nothing was charged')
  // The same form goes on to pay the same subscription.
  expect(hiddenIn(back, 'key')).toBe(hiddenIn(page, 'key'))
  await payAt((await send(plan, {}, back)).location)
  await hear(church)
  expect(await all(church)).toMatchObject([{ state: 'active' }])
})

test('a plan archived meanwhile is not sold; who was at the gateway already has it; no gateway, no sale', async () => {
  const church = await aChurch()
  const [plan] = [await aPlan(church), await aPlan(church, { name: 'Pro Plan' })]
  const [html, early] = [await (await (await aServer()).send(plan.path)).text(), await send(plan)]
  await church.finance.salePlans.update({ id: plan.id, version: plan.version, state: 'archived' })
  const late = await send(plan, {}, html)
  expect([late.status, await late.answer.text()]).toEqual([409, expect.stringContaining('no longer available')])
  await payAt(early.location)
  await hear(church)
  expect(await all(church)).toHaveLength(1)
  await expect(church.finance.salePlans.remove({ id: plan.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const paypal = await aPlan(church, { name: 'Other', gateways: ['clover'] })
  expect(await (await (await aServer()).send(paypal.path)).text()).toContain('not possible right now')
  expect((await (await aServer()).send(`/plans/${'0'.repeat(32)}`)).status).toBe(404)
})

test('a new price is for new subscribers, or for everyone at their next renewal', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const plan = await aPlan(church)
  await subscribe(church, plan)
  const kept = await church.finance.salePlans.update({ id: plan.id, version: plan.version, amount: 3_500 })
  await pass(church, '2027-02-10')
  expect((await only(church)).charges.map(one => one.total)).toEqual([2_900, 2_900])
  const moved = { id: plan.id, version: kept.version, amount: 4_000, existing: 'move' } as const
  await church.finance.salePlans.update(moved)
  await pass(church, '2027-03-10')
  expect((await only(church)).charges.map(one => one.total)).toEqual([4_000, 2_900, 2_900])
})

test('a card that declines later is tried on days 1, 3, 5 and 7, then the subscription is past due until another card pays', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const { email } = await subscribe(church, await aPlan(church), {}, 'later')
  for (const day of ['10', '11', '13', '15']) {
    await pass(church, `2027-02-${day}`)
    expect(await only(church)).toMatchObject({ state: 'active' })
  }
  await pass(church, '2027-02-17')
  expect(await only(church)).toMatchObject({ state: 'past_due', failures: 5, problem: expect.stringMatching(/./) })
  expect((await mails(email)).at(-1)!.subject).toContain('needs a new card')
  await pass(church, '2027-02-20')
  expect(await paymentsOf(church)).toHaveLength(6)
  const browser = await aBrowser(church)
  await browser.signIn(email)
  const { id } = await only(church)
  expect(await (await browser.get('/subscriptions')).text()).toContain('Please use another card')
  const paying = await browser.post('/subscriptions/card', { id })
  await payAt(paying.headers.get('location')!, 'visa')
  await hear(church)
  expect(await only(church)).toMatchObject({ state: 'active', failures: 0, nextOn: '2027-03-10', last4: '4242' })
  expect((await only(church)).charges).toHaveLength(2)
})

test('canceled by its subscriber, who sees only their own, or by staff; refunded in part by finance alone', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const plan = await aPlan(church)
  const { email } = await subscribe(church, plan)
  const first = await only(church)
  const other = await subscribe(church, plan, { firstName: 'Olga' })
  const stranger = await aBrowser(church)
  await stranger.signIn(other.email)
  await stranger.post('/subscriptions', { id: first.id })
  expect(await church.finance.planSubscriptions.get({ id: first.id })).toMatchObject({ state: 'active' })
  const own = await aBrowser(church)
  await own.signIn(email)
  await own.post('/subscriptions', { id: first.id })
  expect(await church.finance.planSubscriptions.get({ id: first.id })).toMatchObject({
    state: 'canceled',
    canceledBy: 'subscriber',
  })
  expect(await (await own.get('/subscriptions')).text()).toContain('Canceled. Paid through Feb 10, 2027')
  const [second] = await all(church, { state: 'active' })
  await church.owner.planSubscriptions.cancel({ id: second!.id })
  await expect(church.owner.planSubscriptions.cancel({ id: second!.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await pass(church, '2027-02-10')
  expect(await paymentsOf(church)).toHaveLength(2)
  const asked = { id: first.id, chargeId: first.charges[0]!.id, amount: 900, reason: 'Asked' }
  for (const role of ['admin', 'staff', 'pastor', 'volunteer', 'viewer'] as const) {
    await expect(church[role].planSubscriptions.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(church[role].planSubscriptions.refund(asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  await church.finance.planSubscriptions.refund(asked)
  await church.settle()
  await hear(church)
  const charges = [{ state: 'partially_refunded', refunded: 900 }]
  expect(await church.finance.planSubscriptions.get({ id: first.id })).toMatchObject({ charges })
  expect(await books(church)).toMatchObject({ 'due:subscriptions': 0, sales: 4_900 })
  await expect(church.finance.planSubscriptions.refund({ ...asked, amount: 2_001 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('another currency than was asked for begins nothing; a debit that the bank returns makes it past due', async () => {
  const church = await aChurch()
  const plan = await aPlan(church)
  await send(plan)
  const [payment] = await paymentsOf(church)
  const facts = {
    id: `pi_${payment!.id}`,
    reference: payment!.id,
    amount: 2_900,
    currency: 'USD',
    fee: 30,
    refunded: 0,
    dispute: null,
    disputeFee: 0,
    method: null,
    problem: null,
    paidAt: clock.now(),
    payoutId: null,
    state: 'succeeded' as const,
    saved: null,
  }
  await asBooks(church, ctx => applyGatewayFacts(ctx, payment!.id, { ...facts, currency: 'EUR' }))
  await church.settle()
  expect(await all(church)).toEqual([])
  await asBooks(church, ctx => applyGatewayFacts(ctx, payment!.id, facts))
  await church.settle()
  expect(await all(church)).toMatchObject([{ state: 'active' }])
  clock.advance(minutes(1))
  await asBooks(church, ctx => applyGatewayFacts(ctx, payment!.id, { ...facts, state: 'failed' }))
  await church.settle()
  expect(await all(church)).toMatchObject([{ state: 'past_due' }])
  expect(await asBooks(church, ctx => paymentById(ctx, payment!.id))).toMatchObject({ state: 'failed' })
  expect(await asBooks(church, ctx => ctx.db.select().from(planCharges))).toMatchObject([{ settledAt: null }])
  expect(await books(church)).toMatchObject({ 'due:subscriptions': 0, sales: 0 })
})

test('what is wrong is said at its field; a card number typed into a field is refused and not shown again', async () => {
  const church = await aChurch()
  const plan = await aPlan(church)
  const { status, answer } = await send(plan, { firstName: '4242 4242 4242 4242', email: 'none' })
  const html = await answer.text()
  expect(status).toBe(422)
  expect(html).not.toContain('4242')
  expect(html).toContain('name@example.org')
  expect(await paymentsOf(church)).toEqual([])
})
