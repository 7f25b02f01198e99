import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { asVisitor } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { dice } from '#people/rules/seeded-random.ts'
import { aChurch } from '#testing/church.ts'
import { completeEndedCampaigns } from './campaigns/service.ts'
import { verifyCampaignTotals } from './service/campaign-totals.ts'
import { sendThanks } from './service/thanks.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' }).format(clock.now())
const plain = (amount: number, more: object = {}) => ({
  key: randomUUID(),
  receivedOn: today(),
  method: 'cash' as const,
  lines: [{ amount }],
  ...more,
})
const aPerson = (church: Church, firstName = 'Ann', email = `${randomUUID()}@example.org`) =>
  church.staff.people.create({ firstName, lastName: 'Miller', points: [{ kind: 'email', value: email }] })
/** An amount that stands nowhere by accident. */
const AMOUNT = 8_765_432

async function withGift() {
  const church = await aChurch()
  const ann = await aPerson(church)
  const roof = await church.finance.givingCampaigns.create({ name: 'New roof', goal: 10_000_000 })
  const batch = await church.finance.givingBatches.create({ name: 'Sunday', day: today() })
  const gift = await church.finance.gifts.record(
    plain(0, { personId: ann.id, batchId: batch.id, lines: [{ amount: AMOUNT, campaignId: roof.id }] }),
  )
  const pledge = await church.finance.pledges.create({
    personId: ann.id,
    campaignId: roof.id,
    amount: AMOUNT,
    frequency: 'once',
    startDate: today(),
  })
  await church.settle()
  return { church, ann, roof, batch, gift, pledge }
}

test('no role without giving.read is told of a gift: calls, rows, timeline, audit, search', async () => {
  const { church, ann, batch, gift, pledge } = await withGift()
  for (const role of ['admin', 'staff', 'pastor', 'volunteer', 'viewer'] as const) {
    const client = church[role]
    const calls = [
      client.gifts.list({}),
      client.gifts.get(gift),
      client.gifts.export({}),
      client.donors.list({}),
      client.donors.history({ personId: ann.id }),
      client.givingBatches.list({}),
      client.givingBatches.get(batch),
      client.pledges.list({}),
      client.pledges.get(pledge),
      client.giving.period({}),
      client.giving.analytics({ from: '2020-01-01', to: today() }),
      client.gifts.void({ id: gift.id, reason: 'x' }),
      client.gifts.record(plain(1)),
      client.gifts.thank({ ids: [gift.id], subject: 'a', text: 'b' }),
    ]
    for (const answer of await Promise.allSettled(calls))
      expect(answer, role).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } })
  }
  const told = JSON.stringify([
    await church.staff.timeline.list({ personId: ann.id }),
    await church.staff.people.get({ id: ann.id }),
    await church.admin.audit.list({}),
  ])
  expect(told).not.toContain('gift.received')
  expect(JSON.stringify(await church.finance.timeline.list({ personId: ann.id }))).toContain('gift.received')
  for (const form of [String(AMOUNT), '87,654', '87654']) expect(told).not.toContain(form)
})

test('the database itself hides rows from jobs and visitors without the right; sums of one gift are for those who may see gifts', async () => {
  const { church, roof } = await withGift()
  const counts = sql`select (select count(*) from gifts)::int as gifts, (select count(*) from gift_lines)::int as lines,
    (select count(*) from giving_batches)::int as batches, (select count(*) from pledges)::int as pledges,
    (select count(*) from giving_campaign_totals)::int as totals, (select count(*) from giving_campaign_donors)::int as donors`
  const nothing = { gifts: 0, lines: 0, batches: 0, pledges: 0, totals: 0, donors: 0 }
  const visitor = { claims: null, clientId: church.id, requestId: 'test', ip: '127.0.0.1', userAgent: 'test' }
  const { rows } = await asVisitor(visitor, church.id, ctx => ctx.db.execute<Record<string, unknown>>(counts))
  expect(rows).toEqual([nothing])
  expect((await church.inside(ctx => ctx.db.execute<Record<string, unknown>>(counts))).rows[0]).toMatchObject({
    gifts: 1,
    lines: 1,
  })
  expect(await church.viewer.givingCampaigns.get(roof)).toMatchObject({ raised: null, donorCount: null })
  await expect(church.volunteer.givingCampaigns.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.volunteer.giving.figures({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an anonymous gift leaves nothing on the timeline, and a voided one takes its entry back', async () => {
  const church = await aChurch()
  const ann = await aPerson(church)
  const entries = async () =>
    (await church.finance.timeline.list({ personId: ann.id })).items.filter(one => one.type === 'gift.received').length
  await church.finance.gifts.record(plain(100, { personId: ann.id, anonymousPublic: true }))
  const open = await church.finance.gifts.record(plain(200, { personId: ann.id }))
  await church.settle()
  expect(await entries()).toBe(1)
  await church.finance.gifts.void({ id: open.id, reason: 'Twice' })
  await church.settle()
  expect(await entries()).toBe(0)
})

test('card numbers are refused in every field that takes text', async () => {
  const church = await aChurch()
  const card = '4242 4242 4242 4242'
  const refused = (field: string) => ({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: expect.arrayContaining([field]) }] },
  })
  for (const field of ['note', 'checkNumber', 'envelope', 'description', 'goodsDescription', 'tributeName'])
    await expect(church.finance.gifts.record(plain(100, { [field]: card })), field).rejects.toMatchObject(
      refused(field),
    )
  await expect(church.finance.gifts.record(plain(0, { lines: [{ amount: 1, memo: card }] }))).rejects.toMatchObject(
    refused('memo'),
  )
  await expect(church.finance.gifts.record(plain(1, { newDonor: { lastName: card } }))).rejects.toMatchObject(
    refused('lastName'),
  )
  await expect(church.finance.funds.create({ name: card, code: 'card' })).rejects.toMatchObject(refused('name'))
  await expect(
    church.finance.givingCampaigns.create({ name: 'Roof', goal: 1, description: card }),
  ).rejects.toMatchObject(refused('description'))
  await expect(church.finance.givingBatches.create({ name: card, day: today() })).rejects.toMatchObject(refused('name'))
  expect((await church.finance.gifts.list({})).items).toEqual([])
})

test('archived funds take no new gifts, keep theirs, and used ones are never deleted; keywords are unique', async () => {
  const church = await aChurch()
  const fund = await church.finance.funds.create({ name: 'Missions', code: 'Missions' })
  expect(fund.code).toBe('missions')
  await expect(church.finance.funds.create({ name: 'Other', code: 'MISSIONS' })).rejects.toMatchObject({
    data: { issues: [{ path: ['code'] }] },
  })
  const gift = await church.finance.gifts.record(plain(0, { lines: [{ amount: 500, fundId: fund.id }] }))
  await church.finance.funds.archive({ id: fund.id })
  await expect(church.finance.gifts.record(plain(0, { lines: [{ amount: 1, fundId: fund.id }] }))).rejects.toThrow(
    'archived',
  )
  await church.finance.gifts.update({ id: gift.id, version: gift.version, lines: [{ amount: 600, fundId: fund.id }] })
  await expect(church.finance.funds.remove({ id: fund.id })).rejects.toThrow('Archive it instead')
  const { items } = await church.finance.funds.list({})
  expect(items.map(({ name, isDefault }) => [name, isDefault])).toEqual([['General', true]])
  await expect(church.finance.funds.archive({ id: items[0]!.id })).rejects.toThrow('default')
})

test('a campaign’s currency is fixed after the first gift, and its end date ends it; the goal does not', async () => {
  const church = await aChurch()
  const roof = await church.finance.givingCampaigns.create({
    name: 'Roof',
    goal: 1_000,
    currency: 'EUR',
    endDate: today(),
  })
  await expect(church.finance.gifts.record(plain(0, { lines: [{ amount: 5, campaignId: roof.id }] }))).rejects.toThrow(
    'EUR',
  )
  await church.finance.gifts.record(plain(0, { currency: 'EUR', lines: [{ amount: 1_280, campaignId: roof.id }] }))
  const full = await church.finance.givingCampaigns.get(roof)
  expect(full).toMatchObject({ raised: 1_280, status: 'active', donorCount: 0 })
  await expect(
    church.finance.givingCampaigns.update({ id: roof.id, version: full.version, currency: 'USD' }),
  ).rejects.toThrow('first gift')
  await expect(
    church.finance.givingCampaigns.update({ id: roof.id, version: full.version, startDate: '2999-01-01' }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['endDate'] }] } })
  clock.advance(days(2))
  try {
    await church.inside(completeEndedCampaigns)
  } finally {
    clock.reset()
  }
  expect((await church.finance.givingCampaigns.get(roof)).status).toBe('completed')
})

test('thanks are sent once in 24 hours unless they are confirmed, and never with an amount', async () => {
  const church = await aChurch()
  const email = `${randomUUID()}@example.org`
  const gift = await church.finance.gifts.record(plain(4_200, { personId: (await aPerson(church, 'Ann', email)).id }))
  const unknown = await church.finance.gifts.record(plain(300))
  const mail = { subject: 'Thank you', text: 'Dear {firstName|friend},\n\nThank you for {fund}.' }
  expect(await church.finance.gifts.thank({ ids: [gift.id, unknown.id], ...mail })).toEqual({
    sent: 1,
    withoutAddress: 1,
    notAllowed: 0,
    recent: [],
  })
  expect(await church.finance.gifts.thank({ ids: [gift.id], ...mail })).toMatchObject({ sent: 0, recent: [gift.id] })
  expect(await church.finance.gifts.thank({ ids: [gift.id], ...mail, again: true })).toMatchObject({ sent: 1 })
  clock.advance(hours(25))
  try {
    const later = await church.inside(ctx => sendThanks(ctx, { ids: [gift.id], ...mail, again: false }))
    expect(later).toMatchObject({ sent: 1 })
  } finally {
    clock.reset()
  }
  const { rows } = await church.inside(ctx =>
    ctx.db.execute<{ body_text: string }>(sql`select body_text from messages where recipient = ${email}`),
  )
  expect(rows[0]?.body_text).toContain('Dear Ann,')
  expect(rows[0]?.body_text).not.toContain('42')
})

test('a new donor becomes a person once, and a pledge counts what was given for it', async () => {
  const church = await aChurch()
  const newDonor = { firstName: 'Zoe', lastName: 'King', email: 'zoe@example.org' }
  const [first, second] = [
    await church.finance.gifts.record(plain(100, { newDonor })),
    await church.finance.gifts.record(plain(200, { newDonor })),
  ]
  expect(first.personId).toBe(second.personId)
  const roof = await church.finance.givingCampaigns.create({ name: 'Roof', goal: 1_000 })
  const pledge = await church.finance.pledges.create({
    personId: first.personId,
    campaignId: roof.id,
    amount: 500,
    frequency: 'once',
    startDate: today(),
  })
  await church.finance.gifts.record(
    plain(0, { personId: first.personId, lines: [{ amount: 500, campaignId: roof.id }, { amount: 50 }] }),
  )
  expect(await church.finance.pledges.get(pledge)).toMatchObject({ pledged: 500, given: 500, fulfilled: true })
  const { items } = await church.finance.donors.list({})
  expect(items).toMatchObject([
    { name: 'Zoe King', gifts: 3, totals: [{ currency: 'USD', amount: 850 }], lapsed: false },
  ])
  const analytics = await church.finance.giving.analytics({ from: `${today().slice(0, 4)}-01-01`, to: today() })
  expect(analytics).toMatchObject({ newDonors: 1, pledged: 500, pledgeGiven: 500 })
})

test('the CSV runs nothing in a spreadsheet', async () => {
  const church = await aChurch()
  const newDonor = { firstName: '=HYPERLINK("http://example.org")', lastName: 'X' }
  await church.finance.gifts.record(plain(100, { newDonor, note: '@SUM(1+1)' }))
  const { csv } = await church.finance.gifts.export({})
  expect(csv).toContain("'=HYPERLINK")
  expect(csv).toContain("'@SUM")
  await expect(church.staff.gifts.export({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

interface Known {
  id: string
  currency: string
  campaign: number | null
  donor: number | null
  amount: number
  method: 'cash' | 'bank'
}
test('500 random gifts, corrections and voids in three currencies add up to an independent count', {
  timeout: 240_000,
}, async () => {
  const church = await aChurch()
  const roll = dice(7)
  const currencies = ['USD', 'EUR', 'JPY']
  const campaigns = await Promise.all(
    currencies.map(currency => church.finance.givingCampaigns.create({ name: currency, goal: 1, currency })),
  )
  const people = await Promise.all(Array.from({ length: 6 }, (_, i) => aPerson(church, `P${i}`)))
  const known: Known[] = []
  const draw = () => {
    const at = roll.below(3)
    return {
      at,
      currency: currencies[at]!,
      campaign: roll.below(3) > 0 ? at : null,
      donor: roll.below(4) > 0 ? roll.below(6) : null,
      amount: 1 + roll.below(900_000),
      method: roll.below(2) ? ('cash' as const) : ('bank' as const),
    }
  }
  const linesOf = ({ amount, campaign }: { amount: number; campaign: number | null }) => {
    const campaignId = campaign === null ? null : campaigns[campaign]!.id
    const part = Math.floor(amount / 3)
    return part > 0
      ? [
          { amount: part, campaignId },
          { amount: amount - part, campaignId },
        ]
      : [{ amount, campaignId }]
  }
  for (let i = 0; i < 500; i++) {
    const one = known[roll.below(Math.max(1, known.length))]
    const what = roll.below(10)
    if (!one || what < 6) {
      const { at: _, ...next } = draw()
      const personId = next.donor === null ? null : people[next.donor]!.id
      const { id } = await church.finance.gifts.record(
        plain(0, {
          personId,
          currency: next.currency,
          method: next.method,
          confirmed: true,
          lines: linesOf(next),
        }),
      )
      known.push({ id, ...next })
    } else if (what < 9) {
      const next = { ...draw(), currency: one.currency }
      next.campaign = next.campaign === null ? null : currencies.indexOf(one.currency)
      const { version } = await church.finance.gifts.get(one)
      const personId = next.donor === null ? null : people[next.donor]!.id
      await church.finance.gifts.update({ id: one.id, version, personId, method: next.method, lines: linesOf(next) })
      Object.assign(one, { campaign: next.campaign, donor: next.donor, amount: next.amount, method: next.method })
    } else {
      await church.finance.gifts.void({ id: one.id, reason: 'Random' })
      known.splice(known.indexOf(one), 1)
    }
  }
  const sum = (test: (one: Known) => boolean) => known.filter(test).reduce((all, { amount }) => all + amount, 0)
  for (const [at, campaign] of campaigns.entries()) {
    const donors = new Set(known.filter(one => one.campaign === at && one.donor !== null).map(one => one.donor)).size
    expect(await church.finance.givingCampaigns.get(campaign)).toMatchObject({
      raised: sum(one => one.campaign === at),
      donorCount: donors,
    })
  }
  const { totals } = await church.finance.giving.figures({})
  const accounts = await church.inside(ctx => balances(ctx, ''))
  for (const currency of currencies) {
    const mine = known.filter(one => one.currency === currency)
    expect(totals.find(one => one.currency === currency)).toMatchObject({
      total: sum(one => one.currency === currency),
      gifts: mine.length,
    })
    const account = (key: string) =>
      accounts
        .filter(one => one.currency === currency && one.key.startsWith(key))
        .reduce((all, one) => all + one.amount, 0)
    expect(account('undeposited')).toBe(sum(one => one.currency === currency && one.method === 'cash'))
    expect(account('bank')).toBe(sum(one => one.currency === currency && one.method === 'bank'))
    expect(account('fund:')).toBe(sum(one => one.currency === currency))
  }
  await church.inside(prove)
  await church.inside(verifyCampaignTotals)
})
