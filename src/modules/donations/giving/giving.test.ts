import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { recordDecline } from '#payments/service/card-testing.ts'
import { applyGatewayFacts } from '#payments/service/gateway-facts.ts'
import { decideDispute, openDispute, passDays } from '#providers/payments/sandbox/acts/service.ts'
import { mailbox, query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { hiddenIn } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])
const pathOf = async (church: Church) =>
  `/give/${(await query('select slug from clients where id = $1', [church.id]))[0].slug}`
const giver = () => ({ firstName: 'Maria', lastName: 'Lopez', email: `${randomUUID()}@example.org` })

async function open(path: string) {
  const html = await (await (await aServer()).send(path)).text()
  return { html, guards: { _opened: hiddenIn(html, '_opened'), key: hiddenIn(html, 'key') } }
}
const send = (path: string, fields: Record<string, string>) => sendAs('Mozilla/5.0', path, fields)
const sendAs = async (agent: string, path: string, fields: Record<string, string>) =>
  (await aServer()).send(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    body: new URLSearchParams(fields).toString(),
  })
/** Fills the page in as people do, and answers the address of the gateway's page. */
async function give(path: string, fields: Record<string, string>) {
  const { guards } = await open(path)
  clock.advance(minutes(1))
  const answer = await send(path, { ...guards, ...fields })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!
}
const books = async (church: Church) => {
  await asBooks(church, prove)
  const rows = await asBooks(church, ctx => balances(ctx, ''))
  return Object.fromEntries(
    rows.filter(one => one.amount !== 0).map(one => [one.key.replace(/:.*-.*/, ''), one.amount]),
  )
}
const giftsOf = async (church: Church) => (await church.owner.gifts.list({})).items

test('a guest gives with the fee covered, is thanked once, and becomes a person; the books hold all of it', async () => {
  const church = await aChurch()
  const path = await pathOf(church)
  const who = giver()
  const url = await give(path, { other: '75', cover: 'yes', ...who })
  expect(await giftsOf(church)).toMatchObject([{ status: 'pending', total: 7_755 }])
  expect(await books(church)).toEqual({})
  await payAt(url)
  await deliverGatewayNotices()
  const [gift] = await giftsOf(church)
  expect(gift).toMatchObject({ status: 'succeeded', total: 7_755, source: 'online' })
  const person = await church.owner.people.get({ id: gift!.personId! })
  expect(person).toMatchObject({ firstName: 'Maria', lastName: 'Lopez' })
  expect(await books(church)).toEqual({ 'clearing:stripe': 7_500, fees: 255, fund: 7_755 })
  await church.settle()
  expect(await mailbox(who.email, 'gift_confirmation')).toHaveLength(1)
})

test('amounts for several funds are the gift; what is wrong is said at its field, and nothing is written', async () => {
  const church = await aChurch()
  const [general, missions] = await Promise.all([
    church.owner.funds.list({}).then(({ items }) => items[0]!),
    church.owner.funds.create({ name: 'Missions', code: 'missions', deductible: true }),
  ])
  const path = await pathOf(church)
  const { guards } = await open(path)
  clock.advance(minutes(1))
  for (const [fields, problem] of [
    [{}, 'Please choose an amount'],
    [{ other: '0' }, 'above zero'],
    [{ other: '-5' }, 'above zero'],
    [{ other: '12.345' }, 'such as 25'],
    [{ other: '0.10' }, 'smallest gift'],
    [{ other: '25', email: 'nobody' }, 'Email is invalid'],
    [{ other: '25', note: '4242 4242 4242 4242' }, 'card numbers'],
    [{ other: '25', firstName: '' }, 'first name'],
  ] as const) {
    const answer = await send(path, { ...guards, ...giver(), ...fields })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(problem)])
  }
  expect(await giftsOf(church)).toEqual([])
  const url = await give(path, {
    ...giver(),
    [`fund_${general.id}`]: '$30',
    [`fund_${missions.id}`]: '20.01',
    amount: '10000',
  })
  await payAt(url)
  await deliverGatewayNotices()
  const [gift] = await giftsOf(church)
  expect(gift!.total).toBe(5_001)
  expect(gift!.lines.map(({ amount }) => amount).sort()).toEqual([2_001, 3_000])
})

test('sent twice it is one gift; declined it is none; a person is made only once it is paid', async () => {
  const church = await aChurch()
  const path = await pathOf(church)
  const { guards } = await open(path)
  clock.advance(minutes(1))
  const fields = { ...guards, ...giver(), other: '25' }
  const urls = await Promise.all([1, 2, 3].map(async () => (await send(path, fields)).headers.get('location')))
  expect(new Set(urls).size).toBe(1)
  expect(await giftsOf(church)).toHaveLength(1)
  await expect(payAt(urls[0]!, 'funds')).rejects.toThrow()
  await deliverGatewayNotices()
  expect((await church.owner.people.list({})).items).toHaveLength(0)
  await payAt(urls[0]!)
  await deliverGatewayNotices()
  expect(await giftsOf(church)).toMatchObject([{ status: 'succeeded' }])
  expect((await church.owner.people.list({})).items).toHaveLength(1)
})

test('a refund comes off each fund in proportion, and a dispute takes the rest until it is won', async () => {
  const church = await aChurch()
  const missions = await church.owner.funds.create({ name: 'Missions', code: 'missions', deductible: true })
  const general = (await church.owner.funds.list({})).items.find(one => one.isDefault)!
  const url = await give(await pathOf(church), {
    ...giver(),
    [`fund_${general.id}`]: '66.67',
    [`fund_${missions.id}`]: '33.33',
  })
  await payAt(url)
  await deliverGatewayNotices()
  const [gift] = await giftsOf(church)
  const [payment] = await query('select external_id from payments where ref_id = $1', [gift!.id])
  const refund = (amount: number) => church.finance.gifts.refund({ id: gift!.id, amount, reason: 'Asked' })
  await refund(1_000)
  await deliverGatewayNotices()
  expect(await giftsOf(church)).toMatchObject([{ status: 'partially_refunded', refunded: 1_000 }])
  const funds = async () =>
    (await asBooks(church, ctx => balances(ctx, 'fund:'))).map(({ amount }) => amount).sort((a, b) => a - b)
  expect(await funds()).toEqual([3_000, 6_000])
  await openDispute(payment.external_id)
  await deliverGatewayNotices()
  expect(await giftsOf(church)).toMatchObject([{ status: 'disputed' }])
  expect(await funds()).toEqual([0, 0])
  await decideDispute(payment.external_id, 'won')
  await deliverGatewayNotices()
  expect(await funds()).toEqual([3_000, 6_000])
  await asBooks(church, prove)
})

test('a campaign’s page has its thermometer and its own fund; paused it takes nothing; another church’s is not found', async () => {
  const [church, other] = [await aChurch(), await aChurch()]
  const { items } = await church.owner.funds.list({})
  const campaign = await church.owner.givingCampaigns.create({
    name: 'New roof',
    goal: 10_000,
    fundId: items[0]!.id,
    showDonors: true,
  })
  const path = new URL(campaign.link).pathname
  await payAt(await give(path, { amount: '2500', ...giver() }))
  await deliverGatewayNotices()
  const { html } = await open(path)
  // One gift is no sum that visitors may see.
  expect(html).toContain('shown once 5 people have given')
  expect(html).not.toMatch(/25%|1 donor/)
  expect((await church.owner.givingCampaigns.list({})).items[0]).toMatchObject({ raised: 2_500, donorCount: 1 })
  await church.owner.givingCampaigns.pause({ id: campaign.id })
  const { send: ask } = await aServer()
  expect(await (await ask(path)).text()).toContain('This campaign is paused.')
  expect((await ask(`${await pathOf(other)}/${campaign.slug}`)).status).toBe(404)
  expect((await ask('/give/nowhere')).status).toBe(404)
})

test('refunded and disputed before anyone heard that it was paid: nothing stays between payments and gifts', async () => {
  const church = await aChurch()
  const url = await give(await pathOf(church), { ...giver(), other: '100' })
  await payAt(url)
  const id = url.split('/').at(-1)!
  const [page] = await query("select data->>'payment' as payment from payments_sandbox_objects where id = $1", [id])
  await openDispute(page.payment)
  await deliverGatewayNotices(all => all.toReversed())
  expect(await giftsOf(church)).toMatchObject([{ status: 'disputed' }])
  const rest = await books(church)
  expect([rest['due:donations'], rest.fund]).toEqual([undefined, undefined])
  await decideDispute(page.payment, 'won')
  await deliverGatewayNotices()
  expect(await books(church)).toMatchObject({ fund: 10_000 })
  expect((await books(church))['due:donations']).toBeUndefined()
})

test('a bank debit that comes back after a part of it was refunded leaves nothing behind', async () => {
  const church = await aChurch()
  const { methods } = await church.owner.paymentSettings.read({})
  await church.owner.paymentSettings.saveMethods({ ...methods, ach: true })
  await payAt(await give(await pathOf(church), { ...giver(), other: '100', method: 'ach' }), 'ach')
  await passDays(6, church.id)
  await deliverGatewayNotices()
  const [gift] = await giftsOf(church)
  expect(gift).toMatchObject({ status: 'succeeded' })
  await church.owner.gifts.refund({ id: gift!.id, amount: 4_000, reason: 'Asked' })
  await deliverGatewayNotices()
  const [payment] = await query('select * from payments where ref_id = $1', [gift!.id])
  const facts = {
    id: payment.external_id,
    reference: payment.id,
    state: 'failed' as const,
    amount: 10_000,
    currency: 'USD',
    fee: null,
    refunded: 4_000,
    dispute: null,
    disputeFee: 0,
    method: null,
    saved: null,
    problem: { code: 'returned', message: 'Account closed' },
    paidAt: clock.now(),
    payoutId: null,
  }
  await asBooks(church, ctx => applyGatewayFacts(ctx, payment.id, facts))
  await church.settle()
  expect(await giftsOf(church)).toMatchObject([{ status: 'failed' }])
  const rest = await books(church)
  expect([rest['due:donations'], rest.fund]).toEqual([undefined, undefined])
})

test('the form may lead to a gateway; a kiosk begins anew after each gift, and an embedded page leaves its frame to pay', async () => {
  const church = await aChurch()
  const path = await pathOf(church)
  const { send: fetchPage } = await aServer()
  const plain = await fetchPage(path)
  expect(plain.headers.get('content-security-policy')).toMatch(/form-action 'self' https:;/)
  expect(await (await fetchPage(`${path}?embed=1`)).text()).toContain('target="_top"')
  const { guards, html } = await open(`${path}?kiosk=1`)
  expect(html).toContain(`action="${path}?kiosk=1"`)
  clock.advance(minutes(1))
  const answer = await send(`${path}?kiosk=1`, { ...guards, other: '20', ...giver() })
  await payAt(answer.headers.get('location')!)
  await deliverGatewayNotices()
  const [{ id }] = await query('select id from payments where client_id = $1', [church.id])
  const back = await fetchPage(`/pay/${church.id}/${id}`, { redirect: 'manual' })
  expect(back.headers.get('location')).toBe(`${path}?kiosk=1&payment=${id}`)
  const thanks = await fetchPage(back.headers.get('location')!)
  expect(thanks.headers.get('refresh')).toBe(`20; url=${path}?kiosk=1`)
})

test('ways to collect: a counted QR code that stays the same, embed code, kiosk, and what to text once that is on', async () => {
  const church = await aChurch()
  const { id } = await church.finance.givingCampaigns.create({ name: 'Roof "2027"', goal: 100_000 })
  const ways = await church.finance.givingCampaigns.collect({ id })
  expect(ways.text).toBeNull()
  expect(ways.embed).toContain('title="Roof &quot;2027&quot;"')
  await church.finance.textGiving.save({ enabled: true })
  const again = await church.finance.givingCampaigns.collect({ id })
  expect(again).toMatchObject({ text: '$50 general', shortLink: ways.shortLink, qr: ways.qr })
  const seen = await (await aServer()).send(new URL(ways.shortLink).pathname, { redirect: 'manual' })
  expect(seen.headers.get('location')).toContain(new URL(ways.link).pathname)
})

test('a congregation on one network gives at the same time; declined cards are counted, for each device and the kiosk by itself', async () => {
  const church = await aChurch()
  const path = await pathOf(church)
  const { guards } = await open(path)
  clock.advance(minutes(1))
  const begin = (from = path, agent = 'Mozilla/5.0') =>
    sendAs(agent, from, { ...guards, key: randomUUID(), other: '25', ...giver() })
  for (let i = 0; i < 25; i++) expect((await begin()).status).toBe(303)
  for (let i = 0; i < 15; i++) {
    const [{ id }] = await query(
      'select id from payments where client_id = $1 order by created_at desc, id desc limit 1',
      [church.id],
    )
    await asBooks(church, ctx => recordDecline(ctx, id, '4242'))
  }
  const refused = await begin()
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('Several cards were declined on this device or network')
  expect((await begin(path, 'Another phone')).status).toBe(303)
  expect((await begin(`${path}?kiosk=1`)).status).toBe(303)
  clock.advance(minutes(61))
  expect((await begin()).status).toBe(303)
})

test('someone who changes the browser’s name is stopped by what their network’s cards were declined', async () => {
  const church = await aChurch()
  const path = await pathOf(church)
  await give(path, { other: '25', ...giver() })
  await query('update payment_tries set declines = 150 where client_id = $1', [church.id])
  const { guards } = await open(path)
  clock.advance(minutes(1))
  expect((await sendAs(randomUUID(), path, { ...guards, other: '25', ...giver() })).status).toBe(429)
})
