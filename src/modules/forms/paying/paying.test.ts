import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { mailbox, query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { type Church, fill, inboxOf, open, pageOf, pat, peopleOf, post } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import type { Definition } from '../rules/definition.ts'
import { field } from '../rules/definition.ts'

afterEach(() => clock.reset())

const room = field('room', 'choice', 'Room', {
  required: true,
  options: ['Dorm', 'Cabin'],
  prices: [8_000, 12_050],
  places: [null, 1],
})
const shirts = field('shirts', 'payment', 'T-shirts', {
  payment: { kind: 'quantity', amount: 1_500, least: null, most: 5 },
})
const extra = field('extra', 'payment', 'Help someone else come', {
  payment: { kind: 'open', amount: 0, least: 500, most: null },
})

async function retreat(church?: Church, change: Partial<Definition> = {}) {
  const grace = church ?? (await aChurch())
  const made = await grace.staff.forms.create({ template: 'blank', name: 'Retreat' })
  const fields = [...made.draft.fields, room, shirts, extra]
  const { id, version } = made
  const saved = await grace.staff.forms.update({ id, version, draft: { ...made.draft, fields, ...change } })
  const form = await grace.staff.forms.publish(saved)
  return { church: grace, form, at: `/f/${form.slug}` }
}

/** Sends the form and answers the page where it is paid. */
async function register(at: string, answers: Record<string, string>) {
  const { answer, body } = await fill(at, { ...pat(), ...answers })
  expect(answer.status).toBe(200)
  return { pay: (await answer.json()).pay as string, body }
}
const checkout = async (pay: string) => {
  const answer = await open(pay, { method: 'POST', redirect: 'manual' })
  return { status: answer.status, url: answer.headers.get('location') ?? '', text: await answer.text() }
}
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])
async function books(church: Church) {
  await asBooks(church, prove)
  const rows = await asBooks(church, ctx => balances(ctx, ''))
  return Object.fromEntries(rows.filter(one => one.amount !== 0).map(one => [one.key, one.amount]))
}
const one = async (church: Church) => (await inboxOf(church))[0]!

test('a registration waits to be paid, is read once it is, and is refunded from its submission; the books end even', async () => {
  const { church, at } = await retreat()
  expect(await pageOf(at)).toContain('Cabin ($120.50)')
  const { pay, body } = await register(at, { room: 'Cabin', shirts: '2', extra: '$20' })
  const summary = await pageOf(pay)
  for (const said of ['Room: Cabin', '$120.50', 'T-shirts (2 × $15.00)', '$30.00', '$170.50'])
    expect(summary).toContain(said)
  expect(await one(church)).toMatchObject({ state: 'unpaid', payment: { state: 'unpaid', total: 17_050 } })
  expect(await peopleOf(church)).toEqual([])
  // Sent twice, and clicked twice, it is one payment.
  await post(at, body)
  const [first, second] = [await checkout(pay), await checkout(pay)]
  expect([first.status, second.url]).toEqual([303, first.url])
  await payAt(first.url)
  await deliverGatewayNotices()
  expect(await inboxOf(church)).toHaveLength(1)
  const paid = await one(church)
  expect(paid).toMatchObject({ state: 'processed', payment: { state: 'paid' } })
  expect(await peopleOf(church)).toHaveLength(1)
  expect(await pageOf(pay)).not.toContain('<form')
  expect((await checkout(pay)).url).toBe('')
  const { sales, 'due:forms': due } = await books(church)
  expect([sales, due]).toEqual([17_050, undefined])

  await expect(church.staff.formSubmissions.refund({ id: paid.id, amount: 1, reason: '' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(church.owner.formSubmissions.refund({ id: paid.id, amount: 17_051, reason: 'x' })).rejects.toMatchObject(
    { code: 'BAD_REQUEST' },
  )
  await church.finance.formSubmissions.refund({ id: paid.id, amount: 7_050, reason: 'Sick' })
  await deliverGatewayNotices()
  expect(await one(church)).toMatchObject({ payment: { state: 'partially_refunded', refunded: 7_050 } })
  await church.finance.formSubmissions.refund({ id: paid.id, amount: 10_000, reason: 'Canceled' })
  await deliverGatewayNotices()
  expect(await one(church)).toMatchObject({ state: 'processed', payment: { state: 'refunded' } })
  expect(await books(church)).toMatchObject({ fees: expect.any(Number) })
  expect((await books(church)).sales).toBeUndefined()
  const { csv } = await church.owner.formSubmissions.export({})
  expect(csv).toContain('Payment,Amount,Refunded,Currency')
  expect(csv).toContain('Refunded,170.50,170.50,USD')
})

test('the sum is made of what was chosen: prices that a browser sends, wrong quantities and hidden options count for nothing', async () => {
  const { church, at } = await retreat()
  const cheats = { prices: '1', total: '1', amount: '1', 'room.price': '0' }
  for (const [answers, problem] of [
    [{ room: 'Penthouse' }, 'room'],
    [{ room: 'Dorm', shirts: '-3' }, 'shirts'],
    [{ room: 'Dorm', shirts: '6' }, 'shirts'],
    [{ room: 'Dorm', shirts: '1.5' }, 'shirts'],
    [{ room: 'Dorm', extra: '-20' }, 'extra'],
    [{ room: 'Dorm', extra: '4.99' }, 'extra'],
    [{ room: 'Dorm', extra: '10.005' }, 'extra'],
    [{ room: 'Dorm', extra: '999999999' }, 'form'],
  ] as const) {
    const { answer } = await fill(at, { ...pat(), ...answers })
    expect([answer.status, Object.keys((await answer.json()).problems)]).toEqual([400, [problem]])
  }
  expect(await inboxOf(church)).toEqual([])
  await register(at, { room: 'Dorm', ...cheats })
  expect(await one(church)).toMatchObject({ payment: { total: 8_000 } })
})

test('a page keeps the price that it shows for a day; after that it is shown the new one', async () => {
  const { church, form, at } = await retreat()
  const early = await pageOf(at)
  const { draft, version } = await church.staff.forms.get(form)
  const dearer = draft.fields.map(one => (one.key === 'room' ? { ...one, prices: [9_000, 14_000] } : one))
  const { id } = form
  await church.staff.forms.publish(
    await church.staff.forms.update({ id, version, draft: { ...draft, fields: dearer } }),
  )
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(early)![1]!
  const sent = (key: string) =>
    post(at, new URLSearchParams({ ...pat(), room: 'Dorm', key, token: hidden('token') }).toString())
  clock.advance(hours(2))
  expect((await sent(crypto.randomUUID())).status).toBe(200)
  expect(await one(church)).toMatchObject({ payment: { total: 8_000 } })
  clock.advance(days(1))
  const late = await sent(crypto.randomUUID())
  expect([late.status, (await late.json()).problems.form]).toEqual([
    400,
    expect.stringContaining('prices may have changed'),
  ])
  const page = await post(at, new URLSearchParams({ ...pat(), room: 'Dorm', token: hidden('token') }).toString(), {
    accept: 'text/html',
  })
  const html = await page.text()
  expect(html).toContain('Dorm ($90.00)')
  expect(html).not.toContain(hidden('token'))
})

test('of two buyers of the last place one pays; it is free again when nobody does, and a late payer is told', async () => {
  const { church, at } = await retreat()
  const [first, page] = [await register(at, { room: 'Cabin' }), await pageOf(at)]
  expect(page).toContain('Cabin ($120.50) (full)')
  const { answer } = await fill(at, { ...pat(), room: 'Cabin' })
  expect((await answer.json()).problems.room).toContain('full now')
  clock.advance(hours(2))
  const second = await register(at, { room: 'Cabin' })
  const refused = await checkout(first.pay)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('full now')])
  const { url } = await checkout(second.pay)
  await payAt(url)
  await deliverGatewayNotices()
  expect((await inboxOf(church)).map(row => row.state).sort()).toEqual(['processed', 'unpaid'])
  clock.advance(days(8))
  expect((await open(first.pay)).status).toBe(404)
})

test('who pays after their place went to someone else gets their money back, and is not registered', async () => {
  const { church, at } = await retreat()
  const first = await register(at, { room: 'Cabin' })
  const late = await checkout(first.pay)
  clock.advance(hours(2))
  const second = await register(at, { room: 'Cabin' })
  const { url } = await checkout(second.pay)
  await payAt(url)
  await deliverGatewayNotices()
  await payAt(late.url)
  await deliverGatewayNotices()
  expect((await inboxOf(church)).map(row => row.state).sort()).toEqual(['processed', 'unpaid'])
  const rows = await query('select amount, refunded from payments where client_id = $1 order by id', [church.id])
  expect(rows.map(row => Number(row.refunded))).toEqual([Number(rows[0].amount), 0])
})

test('back from the gateway before its webhook it is paid, and without JavaScript all of it works', async () => {
  const { church, at } = await retreat()
  const html = await pageOf(at)
  clock.advance(minutes(1))
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!
  const words = { ...pat(), room: 'Dorm', key: hidden('key'), token: hidden('token') }
  const sent = await post(at, new URLSearchParams(words).toString(), { accept: 'text/html' })
  expect(sent.status).toBe(303)
  const pay = sent.headers.get('location')!
  expect((await open(pay)).headers.get('content-security-policy')).toMatch(/form-action 'self' https:;/)
  const { url } = await checkout(pay)
  const [{ id }] = await query('select id from payments where client_id = $1', [church.id])
  // Nobody has paid yet: the address alone says nothing.
  const early = await open(`/pay/${church.id}/${id}?canceled=1`, { redirect: 'manual' })
  expect(await pageOf(early.headers.get('location')!)).toContain('Nothing was charged')
  expect(await one(church)).toMatchObject({ state: 'unpaid' })
  await payAt(url)
  const back = await open(`/pay/${church.id}/${id}`, { redirect: 'manual' })
  expect(back.headers.get('location')).toContain(`${pay}?payment=`)
  expect(await pageOf(back.headers.get('location')!)).toContain('<th scope="row">Paid</th>')
  await runWaitingJobs()
  expect(await one(church)).toMatchObject({ state: 'processed' })
  await deliverGatewayNotices()
  expect((await books(church)).sales).toBe(8_000)
  expect(await pageOf(pay)).toContain('$80.00')
})

test('what was not paid is listed with a link that can be sent again; tax is added where the church collects it', async () => {
  const { church, at } = await retreat()
  await church.owner.paymentSettings.saveMethods({
    ...(await church.owner.paymentSettings.read({})).methods,
    collectTax: true,
    taxRates: [{ name: 'Sales tax', region: 'US-TX', basisPoints: 825, from: '2020-01-01' }],
  })
  const who = pat()
  const { answer } = await fill(at, { ...who, room: 'Dorm', extra: '10' })
  const { pay } = await answer.json()
  expect(await pageOf(pay)).toContain('Sales tax (US-TX)')
  const unpaid = await one(church)
  // 8.25% of the room, and nothing of what they give on top.
  expect(unpaid.payment).toMatchObject({ total: 8_000 + 660 + 1_000 })
  await church.staff.formSubmissions.sendPayLink({ id: unpaid.id })
  const [mail] = await mailbox(who.email, 'form-pay')
  const link = /\/f\/[^\s"<)]+\/pay\/[^\s"<)]+/.exec(mail.body_text)![0]
  const { url } = await checkout(link)
  await payAt(url)
  await deliverGatewayNotices()
  expect(await books(church)).toMatchObject({ sales: 9_000, tax: 660 })
  await expect(church.staff.formSubmissions.sendPayLink({ id: unpaid.id })).rejects.toMatchObject({ code: 'CONFLICT' })
})
