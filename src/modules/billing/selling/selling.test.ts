import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { deliverNotices, inTrial, later, portal, priceOf, subscribed } from '#testing/billing.ts'
import { type aChurch, aUser } from '#testing/church.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const operator = async () => (await aUser({ admin: true })).client.subscriptions
const soldTo = async (admin: Awaited<ReturnType<typeof operator>>, church: Church) =>
  (await admin.list({ limit: 200 })).items.find(
    ({ clientId, status }) => clientId === church.id && status !== 'canceled',
  )!

test('subscriptions of every account, newest first, found by name and state', async () => {
  const admin = await operator()
  const [first, second] = [await inTrial('Starter'), await subscribed('4242', 'Enterprise')]
  await later(second, 15)
  const { items } = await admin.list({})
  expect(items[0]).toMatchObject({
    clientId: second.id,
    plan: 'Enterprise',
    status: 'active',
    unitAmount: 19_900,
    buyer: second.people.owner.email,
  })
  expect(items.some(({ clientId }) => clientId === first.id)).toBe(true)
  expect((await admin.list({ status: 'trialing' })).items.every(({ status }) => status === 'trialing')).toBe(true)
  expect(
    (await admin.list({ search: second.people.owner.email })).items.every(({ clientId }) => clientId === second.id),
  ).toBe(true)
  expect((await admin.list({ search: '100%_nothing' })).items).toEqual([])
  const { csv } = await admin.export({ search: second.people.owner.email })
  expect(csv).toContain(`${second.people.owner.email},Enterprise,active,199.00,USD,month`)
  const page = await admin.list({ limit: 1 })
  expect((await admin.list({ limit: 1, cursor: page.nextCursor! })).items[0]!.id).not.toBe(page.items[0]!.id)
})

test('cancel at the end or now, resume, extend a trial, give for free, change the plan', async () => {
  const admin = await operator()
  const church = await inTrial('Starter')
  const { id, trialEnd } = await soldTo(admin, church)
  const extended = await admin.extendTrial({ id, days: 10 })
  expect(extended.trialEnd!.getTime() - trialEnd!.getTime()).toBe(days(10))
  expect(await admin.cancel({ id, when: 'period_end' })).toMatchObject({ cancelAtPeriodEnd: true, status: 'trialing' })
  expect(await admin.resume({ id })).toMatchObject({ cancelAtPeriodEnd: false })
  expect(await admin.comp({ id, free: true })).toMatchObject({ comp: true })
  await later(church, 40)
  expect(await soldTo(admin, church)).toMatchObject({ status: 'active' })
  expect((await church.owner.subscription.read({})).invoices[0]).toMatchObject({ status: 'paid', amountDue: 0 })
  const priceId = await priceOf('Enterprise')
  expect(await admin.change({ id, priceId, when: 'now' })).toMatchObject({ plan: 'Enterprise' })
  expect(await admin.cancel({ id, when: 'now' })).toMatchObject({ status: 'canceled' })
  await expect(admin.extendTrial({ id, days: 1 })).rejects.toMatchObject({ message: 'Only a trial can be extended.' })
  await expect(admin.resume({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('refunds as the terms say: none for partial months, annual plans within 30 days', async () => {
  const admin = await operator()
  const monthly = await subscribed()
  await later(monthly, 15)
  const { id } = await soldTo(admin, monthly)
  const { items } = await admin.invoices({ id })
  expect(items).toMatchObject([{ whyNot: 'There are no refunds for partial months.' }])
  await expect(admin.refund({ id, invoiceId: items[0]!.id })).rejects.toMatchObject({
    message: 'There are no refunds for partial months.',
  })

  const annual = await subscribed('4242', 'Starter', 'year')
  await later(annual, 15)
  const sold = await soldTo(admin, annual)
  const [invoice] = (await admin.invoices({ id: sold.id })).items
  expect(invoice).toMatchObject({ amountPaid: 29_000, whyNot: null })
  await admin.refund({ id: sold.id, invoiceId: invoice!.id })
  await deliverNotices()
  expect((await annual.owner.subscription.read({})).invoices[0]).toMatchObject({ amountRefunded: 29_000 })
  await expect(admin.refund({ id: sold.id, invoiceId: invoice!.id })).rejects.toMatchObject({
    message: 'There is nothing left to refund.',
  })

  const late = await subscribed('4242', 'Starter', 'year')
  await later(late, 15)
  clock.advance(days(46))
  const old = (await admin.invoices({ id: (await soldTo(admin, late)).id })).items[0]!
  clock.reset()
  expect(old.whyNot).toBe('Annual plans can’t be refunded after 30 days.')
})

test('an open invoice is tried once more', async () => {
  const admin = await operator()
  const church = await subscribed('0341')
  await later(church, 15)
  const { id } = await soldTo(admin, church)
  const [invoice] = (await admin.invoices({ id })).items
  expect(await admin.collect({ id, invoiceId: invoice!.id })).toEqual({ paid: false })
  expect(await portal(church, 'card', '4242')).toBeNull()
  expect(await admin.collect({ id, invoiceId: invoice!.id })).toEqual({ paid: true })
})

test('an invoice of another subscription is not found', async () => {
  const admin = await operator()
  const [one, other] = [await subscribed(), await subscribed()]
  for (const church of [one, other]) await later(church, 15)
  const [mine, theirs] = [await soldTo(admin, one), await soldTo(admin, other)]
  const [invoice] = (await admin.invoices({ id: theirs.id })).items
  await expect(admin.refund({ id: mine.id, invoiceId: invoice!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
