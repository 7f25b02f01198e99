import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { balances, closeThrough, prove } from '#ledger/service.ts'
import { aChurch } from '#testing/church.ts'
import { verifyCampaignTotals } from './service/campaign-totals.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const todayIn = (zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(clock.now())
const today = () => todayIn('America/New_York')
const plain = (amount: number, more: object = {}) => ({
  key: randomUUID(),
  receivedOn: today(),
  method: 'cash' as const,
  lines: [{ amount }],
  ...more,
})
const aPerson = (church: Church, firstName = 'Ann') =>
  church.staff.people.create({
    firstName,
    lastName: 'Miller',
    points: [{ kind: 'email', value: `${randomUUID()}@example.org` }],
  })
const booked = async (church: Church) =>
  Object.fromEntries(
    (await church.inside(ctx => balances(ctx, ''))).map(one => [
      `${one.key.replace(/:.*/, '')} ${one.currency}`,
      one.amount,
    ]),
  )
const aCampaign = (church: Church, more: object = {}) =>
  church.finance.givingCampaigns.create({ name: 'New roof', goal: 100_000, ...more })

test('a gift is recorded once for each key, split over funds, booked, and counted in its campaign', async () => {
  const church = await aChurch()
  const ann = await aPerson(church)
  const missions = await church.finance.funds.create({ name: 'Missions', code: 'Missions' })
  const roof = await aCampaign(church)
  const gift = plain(0, {
    personId: ann.id,
    method: 'check',
    checkNumber: '1001',
    lines: [
      { amount: 7_000, campaignId: roof.id },
      { amount: 3_000, fundId: missions.id },
    ],
  })
  const made = await Promise.all([1, 2, 3].map(() => church.finance.gifts.record(gift)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const other = { ...gift, lines: [{ amount: 7 }] }
  await expect(church.finance.gifts.record(other)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(made[0]).toMatchObject({ total: 10_000, donor: 'Ann Miller', status: 'succeeded', source: 'manual' })
  expect(await booked(church)).toMatchObject({ 'undeposited USD': 10_000 })
  expect(await church.finance.givingCampaigns.get({ id: roof.id })).toMatchObject({ raised: 7_000, donorCount: 1 })
  const { totals } = await church.finance.giving.figures({})
  expect(totals).toEqual([{ currency: 'USD', total: 10_000, gifts: 1, donors: 1, average: 10_000 }])
})

test('a correction reverses and posts again; a void keeps the gift and takes it out of every total', async () => {
  const church = await aChurch()
  const [ann, ben] = [await aPerson(church), await aPerson(church, 'Ben')]
  const roof = await aCampaign(church)
  const gift = await church.finance.gifts.record(
    plain(0, { personId: ann.id, lines: [{ amount: 5_000, campaignId: roof.id }] }),
  )
  const { id } = gift
  const corrected = await church.finance.gifts.update({
    id,
    version: gift.version,
    personId: ben.id,
    method: 'bank',
    lines: [{ amount: 6_500, campaignId: roof.id }],
  })
  expect(corrected).toMatchObject({ total: 6_500, donor: 'Ben Miller' })
  expect(await booked(church)).toMatchObject({ 'undeposited USD': 0, 'bank USD': 6_500, 'fund USD': 6_500 })
  expect(await church.finance.givingCampaigns.get({ id: roof.id })).toMatchObject({ raised: 6_500, donorCount: 1 })
  await expect(church.finance.gifts.update({ id, version: gift.version, note: 'late' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await church.finance.gifts.void({ id, reason: 'Check came back' })).toMatchObject({
    status: 'reversed',
    voidReason: 'Check came back',
  })
  expect(await booked(church)).toMatchObject({ 'bank USD': 0, 'fund USD': 0 })
  expect(await church.finance.givingCampaigns.get({ id: roof.id })).toMatchObject({ raised: 0, donorCount: 0 })
  expect((await church.finance.gifts.list({})).items.map(({ status }) => status)).toEqual(['reversed'])
  expect((await church.finance.giving.figures({})).totals).toEqual([])
  await church.inside(prove)
  await church.inside(verifyCampaignTotals)
})

test('the same donor, amount, day and check is asked about, and recorded when confirmed', async () => {
  const church = await aChurch()
  const ann = await aPerson(church)
  const gift = { personId: ann.id, method: 'check', checkNumber: '7' }
  await church.finance.gifts.record(plain(2_500, gift))
  await expect(church.finance.gifts.record(plain(2_500, gift))).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { duplicate: expect.any(String) },
  })
  await church.finance.gifts.record(plain(2_500, { ...gift, checkNumber: '8' }))
  await church.finance.gifts.record(plain(2_500, { ...gift, confirmed: true }))
  const both = await Promise.allSettled(
    [1, 2].map(() => church.finance.gifts.record(plain(9_900, { personId: ann.id }))),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // Loose cash of nobody known is no duplicate.
  for (const _ of [1, 2]) await church.finance.gifts.record(plain(500))
})

test('the day of a gift is the church’s: Dec 31 stays in its year, tomorrow is refused, and so is a closed day', async () => {
  const church = await aChurch()
  const refused = { code: 'BAD_REQUEST', data: { issues: [{ path: ['receivedOn'] }] } }
  const tomorrow =
    todayIn('Pacific/Kiritimati') > today()
      ? todayIn('Pacific/Kiritimati')
      : new Date(Date.parse(today()) + days(1)).toISOString().slice(0, 10)
  await expect(church.finance.gifts.record(plain(100, { receivedOn: tomorrow }))).rejects.toMatchObject(refused)
  const lastYear = Number(today().slice(0, 4)) - 1
  const gift = await church.finance.gifts.record(plain(4_000, { receivedOn: `${lastYear}-12-31` }))
  expect(gift.receivedOn).toBe(`${lastYear}-12-31`)
  expect((await church.finance.giving.figures({ range: 'lastYear' })).totals).toMatchObject([{ total: 4_000 }])
  expect((await church.finance.giving.figures({ range: 'ytd' })).totals).toEqual([])
  await church.inside(ctx => closeThrough(ctx, `${lastYear}-12-31`))
  await expect(church.finance.gifts.record(plain(100, { receivedOn: `${lastYear}-12-31` }))).rejects.toMatchObject({
    ...refused,
    message: /books are closed/,
  })
  await expect(
    church.finance.gifts.update({ id: gift.id, version: gift.version, lines: [{ amount: 1 }] }),
  ).rejects.toMatchObject(refused)
  // Words may still be corrected, and a void counts today.
  await church.finance.gifts.update({ id: gift.id, version: gift.version, note: 'Thanked by phone' })
  await church.finance.gifts.void({ id: gift.id, reason: 'Entered twice' })
  await church.inside(prove)
})

test('two people count a batch; of two who close at once one wins; the deposit moves the money to the bank', async () => {
  const church = await aChurch()
  const second = await church.addMember('finance')
  const batch = await church.finance.givingBatches.create({ name: 'Sunday', day: today(), controlTotal: 12_500 })
  await church.finance.gifts.record(plain(2_500, { batchId: batch.id }))
  const check = await church.finance.gifts.record(
    plain(10_000, { batchId: batch.id, method: 'check', checkNumber: '12' }),
  )
  await expect(church.finance.gifts.record(plain(1, { batchId: batch.id, method: 'bank' }))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const sheet = {
    id: batch.id,
    denominations: [
      { value: 2_000, count: 1 },
      { value: 500, count: 1 },
    ],
    checksTotal: 10_000,
  }
  await expect(church.finance.givingBatches.deposit({ id: batch.id, depositedOn: today() })).rejects.toThrow(
    'Two people',
  )
  const counts = await Promise.allSettled([
    church.finance.givingBatches.count(sheet),
    second.client.givingBatches.count(sheet),
  ])
  expect(counts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const first = counts[0]!.status === 'fulfilled' ? church.finance : second.client
  const other = first === church.finance ? second.client : church.finance
  await expect(first.givingBatches.confirm({ id: batch.id, total: 12_500 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(other.givingBatches.confirm({ id: batch.id, total: 12_400 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(church.finance.gifts.record(plain(100, { batchId: batch.id }))).rejects.toMatchObject({
    data: { issues: [{ path: ['batchId'] }] },
  })
  const closes = await Promise.allSettled(
    [other, church.owner].map(one => one.givingBatches.confirm({ id: batch.id, total: 12_500 })),
  )
  expect(closes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { base64 } = await church.finance.givingBatches.slip({ id: batch.id })
  expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect(
    await church.finance.givingBatches.deposit({ id: batch.id, depositedOn: today(), reference: 'Bag 4' }),
  ).toMatchObject({ status: 'deposited' })
  expect(await booked(church)).toMatchObject({ 'bank USD': 12_500, 'undeposited USD': 0 })
  await church.finance.gifts.void({ id: check.id, reason: 'Returned by the bank' })
  expect(await booked(church)).toMatchObject({ 'bank USD': 2_500, 'undeposited USD': 0, 'fund USD': 2_500 })
  await church.inside(prove)
})
