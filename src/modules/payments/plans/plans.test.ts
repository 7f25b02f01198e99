import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { gatewaysText, syncOf } from './rules.ts'
import { salePrices } from './tables.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const made = (church: Church, more = {}) =>
  church.finance.salePlans.create({ name: 'Basic Plan', amount: 2_900, currency: 'USD', interval: 'month', ...more })
const pricesOf = (church: Church, planId: string) =>
  church.inside(ctx => ctx.db.select().from(salePrices).where(eq(salePrices.planId, planId)).orderBy(salePrices.id))
const soldTo = (church: Church, planId: string, sold: number) =>
  church.inside(ctx => ctx.db.update(salePrices).set({ sold }).where(eq(salePrices.planId, planId)))

test('a plan begins active with a trial of 14 days, at every enabled gateway; only the owner and finance have any', async () => {
  const church = await aChurch()
  const plan = await made(church)
  expect(plan).toMatchObject({
    state: 'active',
    trialDays: 14,
    gateways: null,
    sold: 0,
    amount: 2_900,
    interval: 'month',
    sync: [{ gateway: 'stripe', state: 'synced' }],
  })
  for (const role of ['admin', 'staff', 'pastor', 'volunteer', 'viewer'] as const)
    await expect(church[role].salePlans.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const other = await aChurch('Hope')
  await expect(other.owner.salePlans.get({ id: plan.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  [{ amount: 49 }, 'amount'],
  [{ trialDays: 91 }, 'trialDays'],
  [{ name: ' ' }, 'name'],
  [{ gateways: [] }, 'gateways'],
  [{ description: '4242 4242 4242 4242' }, 'description'],
])('%j is refused on its field', async (more, field) => {
  const church = await aChurch()
  const error = await made(church, more).catch(error => error)
  expect(error.code).toBe('BAD_REQUEST')
  expect(JSON.stringify(error.data)).toContain(field)
})

test('a new price is a row of its own: who subscribed keeps theirs, or moves when they next renew', async () => {
  const church = await aChurch()
  const plan = await made(church)
  await soldTo(church, plan.id, 3)
  expect(await church.finance.salePlans.preview({ id: plan.id })).toEqual({ subscribers: 0 })
  const { version, id } = plan
  const kept = await church.finance.salePlans.update({ id, version, amount: 3_500 })
  expect(kept).toMatchObject({ amount: 3_500, sold: 3 })
  expect((await pricesOf(church, id)).map(one => [one.amount, one.movesAtRenewal, one.replacedAt !== null])).toEqual([
    [2_900, false, true],
    [3_500, false, false],
  ])
  await expect(church.owner.salePlans.update({ id, version, name: 'Other' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const yearly = { id, version: kept.version, amount: 30_000, interval: 'year', existing: 'move' } as const
  expect(await church.finance.salePlans.update(yearly)).toMatchObject({ amount: 30_000, interval: 'year' })
  expect((await pricesOf(church, id)).map(one => one.movesAtRenewal)).toEqual([true, true, false])
})

test('the last active plan is archived on purpose only; a sold one is never deleted', async () => {
  const church = await aChurch()
  const [one, two] = [await made(church), await made(church, { name: 'Pro Plan', amount: 7_900 })]
  await soldTo(church, one.id, 1)
  await church.finance.salePlans.update({ id: one.id, version: one.version, state: 'archived' })
  const last = { id: two.id, version: two.version, state: 'inactive' } as const
  await expect(church.finance.salePlans.update(last)).rejects.toMatchObject({ code: 'CONFLICT' })
  await church.finance.salePlans.update({ ...last, confirmed: true })
  await expect(church.finance.salePlans.remove({ id: one.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await church.finance.salePlans.remove({ id: two.id })
  expect((await church.finance.salePlans.list({})).items).toEqual([])
  expect((await church.finance.salePlans.list({ archived: true })).items).toMatchObject([{ id: one.id }])
})

test('gateways are named as the table shows them', () => {
  expect([gatewaysText(null), gatewaysText(['stripe', 'paypal'])]).toEqual(['All', 'Stripe and PayPal'])
  expect(syncOf(['stripe', 'paypal'], ['stripe'])).toEqual([
    { gateway: 'stripe', state: 'synced' },
    { gateway: 'paypal', state: 'pending' },
  ])
})
