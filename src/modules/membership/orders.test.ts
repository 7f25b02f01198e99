import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { asJob } from '#kernel/run.ts'
import { canRead } from '#learning/service/state.ts'
import { enqueueDueSubscriptions } from '#payments/subscriptions/service/charges.ts'
import { aChurch } from '#testing/church.ts'
import { aCourse, aLesson, aSite, atCourses } from '#testing/courses.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { aBrowser, somebody } from '#testing/portal.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
type Outcome = Parameters<typeof payAt>[1]
/** To noon of a day in New York, where churches of tests are. */
const goTo = (day: string) => clock.advance(Date.parse(`${day}T17:00:00Z`) - clock.ms())
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving', 'pastoral'])

async function hear(church: Church) {
  await deliverGatewayNotices()
  await church.settle()
}
async function pass(church: Church, day: string) {
  goTo(day)
  await asBooks(church, enqueueDueSubscriptions)
  await church.settle()
  await hear(church)
}

let count = 0
/** A site with one lesson behind an offer, and someone signed in. */
async function atOffer(offer: object) {
  const church = await aChurch()
  const lesson = aLesson()
  const course = await aCourse(church, [lesson])
  const site = await aSite(church, [course.id], offer)
  const email = `buyer${++count}@example.org`
  const { id } = await somebody(church, 'Bea', email)
  const browser = await aBrowser(church)
  await browser.signIn(email)
  const learner = await atCourses(browser.cookie)
  const take = (more: Record<string, string> = {}, key: string = randomUUID()) =>
    learner.post(site.base, { offer: site.offer.id, key, ...more })
  const reads = () => church.inside(ctx => canRead(ctx, id, lesson.id))
  const pay = async (more: Record<string, string> = {}, outcome: Outcome = 'visa') => {
    const sent = await take(more)
    await payAt(sent.headers.get('location')!, outcome)
    await hear(church)
  }
  const revenue = async () => (await church.owner.membershipSites.get({ id: site.id })).revenue
  return { church, site, course, learner, personId: id, email, browser, take, reads, pay, revenue }
}

test('a one-time purchase opens the course once it is paid, and a refund closes it', async () => {
  const { church, learner, site, take, reads, revenue } = await atOffer({ kind: 'once', amount: 2_500 })
  expect(await learner.text(site.base)).toContain('$25.00')
  const key = randomUUID()
  const [first, second] = [await take({}, key), await take({}, key)]
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect(await reads()).toBe(false)
  await payAt(first.headers.get('location')!)
  await hear(church)
  expect(await reads()).toBe(true)
  expect(await revenue()).toBe(2_500)
  const { refundSale } = await import('#payments/sales/service.ts')
  await asBooks(church, async ctx => {
    const { rows } = await ctx.db.execute<{ ref_id: string }>(sql`select ref_id from sales`)
    const { ref_id: refId } = rows[0]!
    await refundSale(ctx, { module: 'membership', refId, amount: 2_500, reason: 'Changed their mind' })
  })
  for (let again = 0; again < 2; again++) await hear(church)
  expect(await reads()).toBe(false)
  expect(await revenue()).toBe(0)
  expect(await learner.text(site.base)).toContain('$25.00')
})

test('a declined card opens nothing; the next try does', async () => {
  const { pay, reads } = await atOffer({ kind: 'once', amount: 2_500 })
  await expect(pay({}, 'funds')).rejects.toThrow('Declined')
  expect(await reads()).toBe(false)
  await pay()
  expect(await reads()).toBe(true)
})

test('a subscription that lapses leaves a week, locks, and opens again with everything done once it is paid', async () => {
  goTo('2027-01-10')
  const { church, pay, reads, revenue, learner, course, site, browser, email } = await atOffer({
    kind: 'subscription',
    amount: 900,
    interval: 'month',
  })
  expect(await learner.text(site.base)).toContain('$9.00 monthly')
  await pay({}, 'later')
  expect(await reads()).toBe(true)
  expect(await revenue()).toBe(900)
  for (const day of ['2027-02-10', '2027-02-11', '2027-02-13', '2027-02-15', '2027-02-17', '2027-02-24'])
    await pass(church, day)
  const { items } = await church.finance.planSubscriptions.list({})
  expect(items[0]).toMatchObject({ state: 'past_due' })
  expect(await reads()).toBe(true)
  clock.advance(days(8))
  expect(await reads()).toBe(false)
  const [lapsed] = (await church.owner.learners.list({ courseId: course.id })).items
  expect(lapsed).toMatchObject({ isActive: false })
  await browser.signIn(email)
  const paying = await browser.post('/subscriptions/card', { id: items[0]!.id })
  await payAt(paying.headers.get('location')!, 'visa')
  await hear(church)
  expect(await reads()).toBe(true)
  expect(await revenue()).toBe(1_800)
})

test('a payment plan is paid off after its payments, and the course stays open', async () => {
  goTo('2027-01-10')
  const { church, pay, reads, revenue } = await atOffer({
    kind: 'installments',
    amount: 1_000,
    interval: 'month',
    times: 2,
  })
  await pay()
  await pass(church, '2027-02-10')
  expect(await revenue()).toBe(2_000)
  const [subscription] = (await church.finance.planSubscriptions.list({})).items
  expect(subscription).toMatchObject({ state: 'canceled', canceledBy: 'finished' })
  await pass(church, '2027-03-10')
  expect(await revenue()).toBe(2_000)
  clock.advance(days(200))
  expect(await reads()).toBe(true)
})

test('pay what you can takes 0 without a question, and says what is wrong with an amount', async () => {
  const { take, reads, revenue } = await atOffer({ kind: 'choose', amount: 1_500 })
  const wrong = await take({ amount: '0.20' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Online payments begin at $0.50. You can also enter 0')
  expect(await (await take({ amount: 'a lot' })).text()).toContain('Please enter an amount')
  expect((await take({ amount: '0' })).headers.get('location')).toContain('done=joined')
  expect(await reads()).toBe(true)
  expect(await revenue()).toBe(0)
})

test('an offer for a group is for its people: others don’t see it, and can’t take it by its id', async () => {
  const { church, site, personId, learner, take, reads } = await atOffer({ kind: 'free' })
  const group = await church.owner.groups.create({ name: 'Helpers', description: '' })
  const { id, version } = await church.owner.membershipOffers.get({ id: site.offer.id })
  await church.owner.membershipOffers.update({ id, version, isOn: false })
  const made = await church.owner.membershipOffers.create({
    siteId: site.id,
    name: 'Helpers',
    kind: 'audience',
    audience: 'group',
    audienceId: group.id,
  })
  expect(await learner.text(site.base)).not.toContain('Helpers')
  await take({ offer: made.id })
  expect(await reads()).toBe(false)
  const person = await church.owner.people.get({ id: personId })
  await church.owner.people.update({ id: personId, version: person.version, groupIds: [group.id] })
  expect(await learner.text(site.base)).toContain('Helpers')
  await take({ offer: made.id })
  expect(await reads()).toBe(true)
})

test('prices are set by people who may change payments', async () => {
  const { church, site } = await atOffer({ kind: 'free' })
  const paid = { siteId: site.id, name: 'Paid', kind: 'once' as const, amount: 500 }
  await expect(church.staff.membershipOffers.create(paid)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.owner.membershipOffers.create({ ...paid, amount: 10 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})
