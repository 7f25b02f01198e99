import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob, outerJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { purgeOldLinks } from '#portal/service/links.ts'
import { aChurch } from '#testing/church.ts'
import { query } from '#testing/flock.ts'
import { hiddenIn } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { aBrowser, slugOf } from '#testing/portal.ts'
import { aServer } from '#testing/web.ts'
import { chargeRecurringGift, enqueueDueCharges, onRecurringPaymentChanged, todayOf } from './service/charges.ts'
import { startCardReplacement } from './service.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving', 'pastoral'])

/** To noon of a day in New York, where churches of tests are. */
const goTo = (day: string) => clock.advance(Date.parse(`${day}T17:00:00Z`) - clock.ms())

/** Someone gives on the page and comes back; the answer is their email address. */
async function give(church: Church, fields: Record<string, string>, outcome: Parameters<typeof payAt>[1] = 'visa') {
  const { send } = await aServer()
  const path = `/give/${await slugOf(church)}`
  const html = await (await send(path)).text()
  clock.advance(minutes(1))
  const email = `${randomUUID()}@example.org`
  const body = {
    _opened: hiddenIn(html, '_opened'),
    key: hiddenIn(html, 'key'),
    firstName: 'Maria',
    lastName: 'Lopez',
    email,
  }
  const answer = await send(path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...body, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
  })
  if (answer.status !== 303) return { email, status: answer.status, html: await answer.text() }
  await payAt(answer.headers.get('location')!, outcome)
  await deliverGatewayNotices()
  await church.settle()
  return { email, status: 303, html }
}
const only = async (church: Church) => (await church.finance.recurringGifts.list({})).items[0]!
const gifts = async (church: Church) => (await church.owner.gifts.list({})).items
/** The day comes: what is due is charged, and the gateway tells. */
async function pass(church: Church, day?: string) {
  if (day) goTo(day)
  await asBooks(church, enqueueDueCharges)
  await church.settle()
  await deliverGatewayNotices()
  await church.settle()
}
const mails = (email: string) =>
  query(
    `select subject, body_text as text from messages where recipient = $1 and kind = 'recurring_gift' order by created_at`,
    email,
  )

test('a schedule begins with the first paid gift, keeps the 31st, and charges each date once', async () => {
  const church = await aChurch()
  goTo('2027-01-31')
  await give(church, { other: '50', every: 'monthly', cover: 'yes' })
  expect(await only(church)).toMatchObject({
    status: 'active',
    amount: 5_000,
    coverFees: true,
    last4: '4242',
    nextOn: '2027-02-28',
  })
  await pass(church, '2027-02-27')
  expect(await gifts(church)).toHaveLength(1)
  await pass(church, '2027-02-28')
  await pass(church)
  expect((await gifts(church)).map(one => [one.status, one.total])).toEqual([
    ['succeeded', 5_181],
    ['succeeded', 5_181],
  ])
  expect((await only(church)).nextOn).toBe('2027-03-31')
  // Two workers at once, and a third that comes late.
  goTo('2027-03-31')
  const { id } = await only(church)
  const outer = outerJob(church.id, 'test', 'test', ['giving', 'pastoral'])
  await Promise.all([chargeRecurringGift(outer, id), chargeRecurringGift(outer, id)])
  await pass(church)
  await chargeRecurringGift(outer, id)
  await pass(church)
  expect(await gifts(church)).toHaveLength(3)
  expect((await only(church)).nextOn).toBe('2027-04-30')
  // The church was off for two months: they are not made up for.
  await pass(church, '2027-07-02')
  await pass(church)
  expect(await gifts(church)).toHaveLength(4)
  expect((await only(church)).nextOn).toBe('2027-07-31')
  await asBooks(church, prove)
  const due = (await asBooks(church, ctx => balances(ctx, 'due:')))[0]
  expect(due!.amount).toBe(0)
})

test('nothing begins with a gift that is not paid, or once only; a wrong day is said at its field', async () => {
  const church = await aChurch()
  goTo('2027-01-15')
  const { html, status } = await give(church, { other: '50', every: 'weekly', nextOn: '2027-01-15' })
  expect([status, html]).toEqual([422, expect.stringContaining('a day after today and within a year')])
  await expect(give(church, { other: '50', every: 'weekly' }, 'funds')).rejects.toThrow('Declined')
  await give(church, { other: '50' })
  expect((await church.finance.recurringGifts.list({})).items).toEqual([])
  await give(church, { other: '50', every: 'weekly', nextOn: '2027-02-03' })
  expect((await only(church)).nextOn).toBe('2027-02-03')
})

test('a declined card is tried on day 1, 3, 5 and 7; then the team hears of it, and a new card by the link of the mail recovers', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const { email } = await give(church, { other: '50', every: 'monthly' }, 'later')
  await pass(church, '2027-02-10')
  expect(await only(church)).toMatchObject({ status: 'active', failures: 1, nextOn: '2027-02-10' })
  for (const day of ['2027-02-11', '2027-02-12', '2027-02-13', '2027-02-15', '2027-02-17']) await pass(church, day)
  expect(await only(church)).toMatchObject({ status: 'past_due', failures: 5 })
  expect((await gifts(church)).filter(one => one.status === 'succeeded')).toHaveLength(1)
  expect(await church.finance.giving.needs({})).toMatchObject({ pastDue: 1, disputed: 0, batches: 0 })
  await expect(church.staff.giving.needs({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const told = await mails(email)
  expect(told.map(one => one.subject)).toEqual([
    ...Array(4).fill('Your recurring gift could not be charged'),
    'Your recurring gift needs a new card',
  ])
  expect(told[0].text).not.toMatch(/\$|50\.00/)
  expect((await church.finance.notifications.list({})).items[0]!.title).toBe('A recurring gift needs a new card')
  const browser = await aBrowser(church)
  const link = new URL(/http\S+\/sign-in\/\S+/.exec(told.at(-1)!.text)![0]).pathname
  await browser.post(link.slice(link.indexOf('/sign-in')), {})
  expect(await (await browser.get('/giving')).text()).toContain('Please use another card')
  const { id } = await only(church)
  const post = (fields: Record<string, string>) => browser.post('/giving', fields)
  const checkout = await browser.post('/giving/card', { id })
  await payAt(checkout.headers.get('location')!)
  await deliverGatewayNotices()
  await church.settle()
  expect(await only(church)).toMatchObject({ status: 'active', failures: 0, nextOn: '2027-03-10' })
  await pass(church, '2027-03-10')
  expect((await gifts(church)).filter(one => one.status === 'succeeded')).toHaveLength(3)

  // Skip, pause, another amount, and away; another person's gift is unknown.
  await post({ id, action: 'skip' })
  expect((await only(church)).nextOn).toBe('2027-05-10')
  await post({ id, action: 'pause', until: '2027-06-01' })
  expect(await only(church)).toMatchObject({ status: 'paused', pausedUntil: '2027-06-01' })
  await pass(church, '2027-05-10')
  expect((await gifts(church)).filter(one => one.status === 'succeeded')).toHaveLength(3)
  await browser.signIn(email)
  await post({ id, action: 'resume' })
  const changed = await post({ id, action: 'change', amount: '75', every: 'weekly', nextOn: '2027-05-20' })
  expect(changed.headers.get('location')).toMatch(/giving$/)
  expect(await only(church)).toMatchObject({ amount: 7_500, frequency: 'weekly', nextOn: '2027-05-20' })
  const wrong = await post({ id, action: 'change', amount: 'x' })
  expect(wrong.headers.get('location')).toContain('problem=')
  await give(church, { other: '20', every: 'monthly' })
  const others = (await only(church)).id
  await post({ id: others, action: 'cancel' })
  expect((await church.finance.recurringGifts.get({ id: others })).status).toBe('active')
  await post({ id, action: 'cancel' })
  expect((await church.finance.recurringGifts.get({ id })).status).toBe('ended')
})

test('a fund that is archived under a recurring gift still gets it until staff move it; staff alone see any of it', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const roof = await church.finance.funds.create({ name: 'Roof', code: 'roof' })
  const other = await church.finance.funds.create({ name: 'Youth', code: 'youth' })
  await give(church, { other: '50', every: 'monthly', fund: roof.id })
  await church.finance.funds.archive({ id: roof.id })
  await pass(church, '2027-02-10')
  expect((await gifts(church))[0]!.lines[0]!.fund).toBe('Roof')
  expect((await only(church)).lines).toMatchObject([{ fund: 'Roof', archived: true }])
  expect(await church.finance.recurringGifts.moveFund({ from: roof.id, to: other.id })).toEqual({ moved: 1 })
  await pass(church, '2027-03-10')
  expect((await gifts(church))[0]!.lines[0]!.fund).toBe('Youth')
  const { id, version } = await only(church)
  const both = await Promise.allSettled(
    [1, 2].map(n =>
      church.finance.recurringGifts.update({ id, version, lines: [{ fundId: other.id, amount: n * 1_000 }] }),
    ),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await church.owner.people.trash({ selection: { ids: [(await gifts(church))[0]!.personId!] } })
  await pass(church, '2027-04-10')
  expect(await only(church)).toMatchObject({ status: 'ended', endedReason: 'person' })
  expect(await gifts(church)).toHaveLength(3)
  await expect(church.staff.recurringGifts.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const hidden = await asJob(church.id, 'test', 'test', ctx =>
    ctx.db.execute<object>(sql`select id from recurring_gifts`),
  )
  expect(hidden.rows).toEqual([])
  expect(await asBooks(church, async ctx => todayOf(ctx))).toBe('2027-04-10')
  clock.advance(days(1) + hours(1))
})

test('a pause that ends by itself makes nothing up: the next charge is on the next date', async () => {
  const church = await aChurch()
  goTo('2027-01-05')
  await give(church, { other: '50', every: 'monthly' })
  await church.finance.recurringGifts.pause({ id: (await only(church)).id, until: '2027-02-20' })
  await pass(church, '2027-02-05')
  await pass(church, '2027-02-20')
  await pass(church)
  expect(await only(church)).toMatchObject({ status: 'active', pausedUntil: null, nextOn: '2027-03-05' })
  expect(await gifts(church)).toHaveLength(1)
  await pass(church, '2027-03-05')
  expect(await gifts(church)).toHaveLength(2)
  // One that ends on a date of the schedule gives on that day.
  await church.finance.recurringGifts.pause({ id: (await only(church)).id, until: '2027-05-05' })
  await pass(church, '2027-05-05')
  await pass(church)
  expect(await gifts(church)).toHaveLength(3)
  expect((await only(church)).nextOn).toBe('2027-06-05')
})

test('another amount keeps the campaign and the shares of funds; another card pays the covered fee too', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const roof = await church.finance.funds.create({ name: 'Roof', code: 'roof' })
  const general = (await church.owner.funds.list({})).items.find(one => one.isDefault)!
  const campaign = await church.owner.givingCampaigns.create({ name: 'New roof', goal: 10_000, fundId: roof.id })
  const { email } = await give(church, {
    every: 'monthly',
    cover: 'yes',
    [`fund_${general.id}`]: '60',
    [`fund_${roof.id}`]: '40',
  })
  const { id, version, lines } = await only(church)
  await church.finance.recurringGifts.update({
    id,
    version,
    lines: lines.map(one => ({
      fundId: one.fundId,
      amount: one.amount,
      campaignId: one.fundId === roof.id ? campaign.id : null,
    })),
  })
  const browser = await aBrowser(church)
  await browser.signIn(email)
  await browser.post('/giving', { id, action: 'change', amount: '50' })
  const changed = (await only(church)).lines.map(one => [one.fund, one.amount, one.campaignId])
  expect(changed.sort()).toEqual([
    ['General', 3_000, null],
    ['Roof', 2_000, campaign.id],
  ])
  const checkout = await browser.post('/giving/card', { id })
  await payAt(checkout.headers.get('location')!)
  await deliverGatewayNotices()
  await church.settle()
  const [gift] = await gifts(church)
  expect([gift!.status, gift!.total]).toEqual(['succeeded', 5_181])
  await asBooks(church, prove)
})

test('a refund of an earlier gift moves no date; a card that was declined for the next gift can be replaced again', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  await give(church, { other: '50', every: 'monthly' })
  await pass(church, '2027-02-10')
  await pass(church, '2027-03-10')
  const [, second] = await gifts(church)
  await church.finance.gifts.refund({ id: second!.id, amount: 1_000, reason: 'Asked' })
  await church.settle()
  await deliverGatewayNotices()
  expect(await only(church)).toMatchObject({ status: 'active', nextOn: '2027-04-10' })
  expect((await gifts(church))[1]).toMatchObject({ status: 'partially_refunded' })
  const { id, personId } = await only(church)
  const wanted = { id, personId: personId!, returnPath: '/' }
  const first = await asBooks(church, ctx => startCardReplacement(ctx, wanted))
  expect(await asBooks(church, ctx => startCardReplacement(ctx, wanted))).toBe(first)
  await query(`update payments set state = 'failed' where id = $1`, first)
  await query(`update gifts set status = 'failed' where payment_id = $1`, first)
  expect(await asBooks(church, ctx => startCardReplacement(ctx, wanted))).not.toBe(first)
})

test('a bank debit that comes back after it had arrived is told to the team once', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  await give(church, { other: '50', every: 'monthly' })
  await pass(church, '2027-02-10')
  const [last] = await gifts(church)
  await query(`update payments set state = 'failed' where ref_id = $1`, last!.id)
  for (let n = 0; n < 2; n++) {
    const [{ id }] = await query('select id from payments where ref_id = $1', last!.id)
    await asBooks(church, ctx => onRecurringPaymentChanged(ctx, id, last!.id))
  }
  const news = (await church.finance.notifications.list({})).items.filter(one =>
    one.title.startsWith('The bank returned'),
  )
  expect(news).toHaveLength(1)
  expect(await only(church)).toMatchObject({ status: 'active', nextOn: '2027-03-10' })
})

test('turning a gateway off warns of the schedules that it charges, and not of those that ended', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  await give(church, { other: '50', every: 'monthly' })
  await give(church, { other: '20', every: 'weekly' })
  const turnOff = async () => {
    const { gateways } = await church.owner.paymentSettings.read({})
    const { version, environment } = gateways.find(({ gateway }) => gateway === 'stripe')!
    const off = { gateway: 'stripe', version, environment, enabled: false, credentials: {}, confirmed: false } as const
    return church.owner.paymentSettings.saveGateway(off)
  }
  await expect(turnOff()).rejects.toMatchObject({
    code: 'IN_USE',
    message: '2 recurring payments use this gateway. Turning it off stops them.',
  })
  const { items } = await church.finance.recurringGifts.list({})
  await church.finance.recurringGifts.cancel({ id: items[0]!.id })
  await expect(turnOff()).rejects.toMatchObject({ code: 'IN_USE', data: { count: 1 } })
  await church.finance.recurringGifts.cancel({ id: items[1]!.id })
  expect((await turnOff()).gateways.find(({ gateway }) => gateway === 'stripe')).toMatchObject({ enabled: false })
})

test('the link of a mail about a declined card works until after the next try', async () => {
  const church = await aChurch()
  goTo('2027-01-10')
  const { email } = await give(church, { other: '50', every: 'monthly' }, 'later')
  await pass(church, '2027-02-10')
  const [told] = await mails(email)
  clock.advance(hours(71))
  await asBooks(church, purgeOldLinks)
  const browser = await aBrowser(church)
  const link = new URL(/http\S+\/sign-in\/\S+/.exec(told.text)![0]).pathname
  await browser.post(link.slice(link.indexOf('/sign-in')), {})
  expect(await (await browser.get('/giving')).text()).toContain('Recurring')
})
