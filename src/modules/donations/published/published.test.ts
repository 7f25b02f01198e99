import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { localDay } from '#clients/rules/local-day.ts'
import { clock, days } from '#kernel/clock.ts'
import { asJob } from '#kernel/run.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { accountsWithDueSums, publishSums } from './service.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const roles = ['admin', 'staff', 'pastor', 'viewer'] as const

async function aCampaign() {
  const church = await aChurch()
  const roof = await church.finance.givingCampaigns.create({ name: 'New roof', goal: 1_000_000, showDonors: true })
  const give = async (amount: number, more: object = {}) => {
    const email = `${randomUUID()}@example.org`
    const person = await church.staff.people.create({
      firstName: 'Ann',
      lastName: 'Miller',
      points: [{ kind: 'email', value: email }],
    })
    return church.finance.gifts.record({
      key: randomUUID(),
      receivedOn: localDay(clock.now(), 'America/New_York'),
      method: 'cash',
      lines: [{ amount, campaignId: roof.id }],
      personId: person.id,
      ...more,
    })
  }
  const [{ slug }] = await query('select slug from clients where id = $1', [church.id])
  const page = async () => (await (await aServer()).send(`/give/${slug}/new-roof`)).text()
  return { church, roof, give, page }
}
/** What the job does on the next day of the church. */
async function nextDay(church: Church) {
  clock.advance(days(1))
  await asJob(church.id, 'test', 'test', ctx => publishSums(ctx), ['giving'])
}
const seenBy = async (church: Church, id: string, role: (typeof roles)[number] | 'finance') => {
  const { raised, donorCount } = await church[role].givingCampaigns.get({ id })
  const { totals, isHidden } = await church[role].giving.figures({ range: 'all' })
  return { raised, donorCount, total: totals[0]?.total ?? null, isHidden }
}

test('a single gift shows no amount to roles without giving.read or on the public page, today and later', async () => {
  const { church, roof, give, page } = await aCampaign()
  await give(8_765_432, { anonymousPublic: true })
  for (const when of ['today', 'later']) {
    for (const role of roles)
      expect(await seenBy(church, roof.id, role), `${role} ${when}`).toEqual({
        raised: null,
        donorCount: null,
        total: null,
        isHidden: true,
      })
    const html = await page()
    expect(html).toContain('shown once 5 people have given')
    expect(html).not.toContain('87,654')
    await nextDay(church)
  }
  expect(await seenBy(church, roof.id, 'finance')).toMatchObject({ raised: 8_765_432, total: 8_765_432 })
})

test('sums are as of the beginning of a day, and change once five more people have given', async () => {
  const { church, roof, give, page } = await aCampaign()
  for (let i = 0; i < 5; i++) await give(1_000)
  const hidden = { raised: null, donorCount: null, total: null, isHidden: true }
  expect(await seenBy(church, roof.id, 'viewer')).toEqual(hidden)
  await nextDay(church)
  const five = { raised: 5_000, donorCount: 5, total: 5_000, isHidden: false }
  expect(await seenBy(church, roof.id, 'viewer')).toEqual(five)
  expect(await page()).toContain('5 donors')
  const last = await give(70_000)
  await nextDay(church)
  expect(await seenBy(church, roof.id, 'viewer')).toEqual(five)
  expect(await seenBy(church, roof.id, 'finance')).toMatchObject({ raised: 75_000 })
  // A correction is no news of its own either.
  await church.finance.gifts.void({ id: last.id, reason: 'Twice' })
  await nextDay(church)
  expect(await seenBy(church, roof.id, 'viewer')).toEqual(five)
  for (let i = 0; i < 5; i++) await give(2_000)
  expect(await seenBy(church, roof.id, 'staff')).toEqual(five)
  await nextDay(church)
  expect(await seenBy(church, roof.id, 'staff')).toEqual({
    raised: 15_000,
    donorCount: 10,
    total: 15_000,
    isHidden: false,
  })
})

test('five gifts of one person, or of nobody known, are no five givers', async () => {
  const { church, roof, give } = await aCampaign()
  const { personId } = await give(1_000)
  for (let i = 0; i < 5; i++) await give(1_001 + i, { personId })
  for (let i = 0; i < 5; i++) await give(2_001 + i, { personId: undefined })
  await nextDay(church)
  expect(await seenBy(church, roof.id, 'viewer')).toMatchObject({ raised: null, isHidden: true })
})

test('a range is hidden where what the year has besides it is of fewer than five people', async () => {
  const { church, give } = await aCampaign()
  await give(70_000, { receivedOn: '2020-05-05' })
  for (let i = 0; i < 6; i++) await give(1_000)
  await nextDay(church)
  const shown = async (range: 'all' | 'ytd') => (await church.viewer.giving.figures({ range })).totals[0]?.total ?? null
  expect(await shown('all')).toBe(76_000)
  expect(await shown('ytd')).toBeNull()
})

test('each church is looked at once in each of its days', async () => {
  const { church, give } = await aCampaign()
  await give(1_000)
  const due = () =>
    asJob(
      church.id,
      'test',
      'test',
      async ctx => {
        const { rows } = await ctx.db.execute<{ id: string }>(accountsWithDueSums(clock.now()))
        return rows.some(({ id }) => id === church.id)
      },
      ['giving'],
    )
  expect(await due()).toBe(true)
  await asJob(church.id, 'test', 'test', ctx => publishSums(ctx), ['giving'])
  expect(await due()).toBe(false)
  clock.advance(days(1))
  expect(await due()).toBe(true)
})
