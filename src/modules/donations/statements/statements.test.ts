import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { outerJob } from '#kernel/run.ts'
import { mailbox, query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { aBrowser, somebody } from '#testing/portal.ts'
import { issueStatementBatch } from './service/statement-batches.ts'
import { issueStatements } from './service.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const period = { from: '2025-01-01', to: '2025-12-31' }
const charity = {
  legalName: 'Grace Church Inc.',
  address: '1 Main St\nAustin, TX 78701',
  taxId: '12-3456789',
  prefix: 'G-',
  placeIssued: '',
  signatory: 'Pat Miller',
  signatoryTitle: 'Treasurer',
  contact: 'office@grace.example',
  yearEnd: '12-31',
  emailReceipts: false,
}
const address = () => `${randomUUID()}@example.org`
const give = (church: Church, personId: string | null, amount: number, more: object = {}) =>
  church.finance.gifts.record({
    key: randomUUID(),
    receivedOn: '2025-03-02',
    method: 'check',
    confirmed: true,
    personId,
    lines: [{ amount }],
    ...more,
  })
async function ready() {
  const church = await aChurch()
  await church.owner.receiptSettings.save(charity)
  return church
}
async function made(church: Church, more: object = {}) {
  const run = await church.finance.givingStatements.create({ ...period, confirmed: true, ...more })
  await church.settle()
  return church.finance.givingStatements.get(run)
}
const statementsOf = async (church: Church, status?: 'issued') =>
  (await church.finance.givingReceipts.list({ kind: 'statement', ...(status && { status }) })).items

test('two who issue at once take numbers without a gap; the same gift is one receipt; a rollback gives its number back', async () => {
  const church = await ready()
  const ann = await somebody(church, 'Ann', address())
  const gifts = await Promise.all([1, 2, 3, 4].map(n => give(church, ann.id, n * 1_000)))
  const issued = await Promise.all(
    [...gifts, ...gifts].map(({ id }) => church.finance.givingReceipts.issue({ giftId: id })),
  )
  const numbers = [...new Set(issued.map(one => one.number))].sort()
  const year = clock.now().getUTCFullYear()
  expect(numbers).toEqual([1, 2, 3, 4].map(n => `G-${year}-0000${n}`))
  const unknown = await give(church, null, 500)
  await expect(church.finance.givingReceipts.issue({ giftId: unknown.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const last = await church.finance.givingReceipts.issue({ giftId: (await give(church, ann.id, 9_000)).id })
  expect(last.number).toBe(`G-${year}-00005`)
})

test('a receipt is never changed or deleted; a corrected one replaces it and both stay; its file is the same each time', async () => {
  const church = await ready()
  const ann = await somebody(church, 'Ann', address())
  const gift = await give(church, ann.id, 30_000, { goodsValue: 8_000, goodsDescription: 'Banquet' })
  const first = await church.finance.givingReceipts.issue({ giftId: gift.id })
  for (const change of [
    sql`update giving_receipts set snapshot = '{}' where id = ${first.id}`,
    sql`update giving_receipts set number = 'X' where id = ${first.id}`,
    sql`delete from giving_receipts where id = ${first.id}`,
  ])
    await expect(church.inside(ctx => ctx.db.execute(change))).rejects.toMatchObject({ cause: { code: 'GV004' } })
  const second = await church.finance.givingReceipts.reissue({ id: first.id, reason: 'Wrong address' })
  expect(second).toMatchObject({ replaces: first.id, reason: 'Wrong address', status: 'issued' })
  expect(await church.finance.givingReceipts.get(first)).toMatchObject({ status: 'replaced' })
  await expect(church.finance.givingReceipts.void({ id: first.id, reason: 'x' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const [row] = await church.inside(async ctx => {
    const { rows } = await ctx.db.execute<{ snapshot: any }>(
      sql`select snapshot from giving_receipts where id = ${second.id}`,
    )
    return rows
  })
  expect(row!.snapshot.sentences.join(' ')).toContain(`cancels and replaces receipt no. ${first.number}`)
  expect(row!.snapshot).toMatchObject({ totals: [{ amount: 30_000, eligible: 22_000, advantage: 8_000 }] })
})

test('statements: preflight blocks without the charity’s data, then everyone gets one; again only those whose figures changed', async () => {
  const church = await aChurch()
  const [ann, bob] = await Promise.all([somebody(church, 'Ann', address()), somebody(church, 'Bob', address())])
  const [gift] = await Promise.all([
    give(church, ann.id, 25_000),
    give(church, bob.id, 1_000),
    give(church, null, 700),
    give(church, ann.id, 5_000, { currency: 'EUR' }),
    give(church, bob.id, 0, { method: 'in-kind', description: 'A piano' }),
    give(church, bob.id, 999, { receivedOn: '2026-01-01' }),
  ])
  const before = await church.finance.givingStatements.preflight(period)
  expect(before).toMatchObject({ donors: 2, gifts: 4, blocked: true })
  expect(before.items.map(({ check, count }) => [check, count])).toEqual([
    ['charity', 2],
    ['address', 2],
    ['unreceipted', 1],
    ['unassigned', 1],
    ['currencies', 2],
  ])
  await expect(church.finance.givingStatements.create({ ...period, confirmed: true })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await church.owner.receiptSettings.save(charity)
  expect(await made(church)).toMatchObject({ state: 'done', total: 2, done: 2, issued: 2, replaced: 0, toEmail: 2 })
  const own = (await statementsOf(church)).find(one => one.personId === ann.id)!
  expect(own.totals.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['USD', 25_000],
    ['EUR', 5_000],
  ])
  expect(await made(church)).toMatchObject({ issued: 0, replaced: 0 })
  await church.finance.gifts.void({ id: gift.id, reason: 'Bounced' })
  await church.settle()
  expect(await church.finance.givingReceipts.get(own)).toMatchObject({ outdatedAt: expect.any(Date) })
  expect(
    (await church.finance.notifications.list({})).items.filter(one => one.type === 'giving-statement'),
  ).toHaveLength(1)
  expect(JSON.stringify(await church.staff.notifications.list({}))).not.toContain('giving-statement')
  expect(await made(church, { reason: 'Check bounced' })).toMatchObject({ issued: 0, replaced: 1 })
  const now = (await statementsOf(church, 'issued')).find(one => one.personId === ann.id)!
  expect(now).toMatchObject({ replaces: own.id, reason: 'Check bounced', totals: [{ currency: 'EUR' }] })
})

test('a run that stops in the middle goes on where it was, and a step that is repeated makes nobody two', async () => {
  const church = await ready()
  const names = ['Ann', 'Bob', 'Cal', 'Dee']
  for (const name of names) await give(church, (await somebody(church, name, address())).id, 1_000)
  const run = await church.finance.givingStatements.create({ ...period, confirmed: true })
  const job = outerJob(church.id, 'test', 'test', ['giving'])
  await expect(
    job.tx(async ctx => {
      await issueStatementBatch(ctx, run.id)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await statementsOf(church)).toHaveLength(0)
  await Promise.all([
    issueStatements(job, { runId: run.id }),
    issueStatements(job, { runId: run.id }),
    issueStatements(job, { runId: run.id }),
  ])
  await church.settle()
  const all = await statementsOf(church)
  expect(all.map(one => one.number.slice(-5)).sort()).toEqual(['00001', '00002', '00003', '00004'])
  expect(new Set(all.map(one => one.personId)).size).toBe(4)
})

test('a household gets one statement with everyone who gave; another scope for the same period is refused', async () => {
  const church = await ready()
  const [ann, bob] = await Promise.all([somebody(church, 'Ann', address()), somebody(church, 'Bob', address())])
  const members = [ann, bob].map(({ id }, i) => ({ personId: id, role: 'adult' as const, isPrimary: i === 0 }))
  await church.owner.households.create({ name: 'Miller', members })
  await give(church, ann.id, 1_000)
  await give(church, bob.id, 2_000)
  await made(church, { scope: 'household' })
  const all = await statementsOf(church)
  expect(all).toMatchObject([{ personId: ann.id, totals: [{ amount: 3_000 }] }])
  expect(all[0]!.donor).toMatch(/Ann Miller and Bob Miller|Bob Miller and Ann Miller/)
  await expect(church.finance.givingStatements.create({ ...period, confirmed: true })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('donors get a link by email without an amount, and their own file in the portal; another’s is not there', async () => {
  const church = await ready()
  const [annAt, bobAt] = [address(), address()]
  const [ann, bob] = await Promise.all([somebody(church, 'Ann', annAt), somebody(church, 'Bob', bobAt)])
  await give(church, ann.id, 8_765_400)
  await give(church, bob.id, 1_000)
  const run = await made(church)
  await church.finance.givingStatements.email(run)
  await church.finance.givingStatements.email(run)
  await church.settle()
  const mails = await mailbox(annAt, 'giving_receipt')
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toMatch(/87,?654/)
  expect(await church.finance.givingStatements.get(run)).toMatchObject({ emailed: 2, toEmail: 0, toPrint: 0 })
  const all = await statementsOf(church)
  const browser = await aBrowser(church)
  await browser.signIn(annAt)
  const page = await (await browser.get('/statements')).text()
  const [mine, theirs] = [ann, bob].map(one => all.find(row => row.personId === one.id)!)
  expect(page).toContain(mine!.id)
  expect(page).not.toContain(theirs!.id)
  const file = await browser.get(`/statements/${mine!.id}.pdf`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const [first, again] = [Buffer.from(await file.arrayBuffer()), await browser.get(`/statements/${mine!.id}.pdf`)]
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(Buffer.from(await again.arrayBuffer()).equals(first)).toBe(true)
  for (const wrong of [theirs!.id, randomUUID(), 'x', `${theirs!.id}%00`]) {
    const answer = await browser.get(`/statements/${wrong}.pdf`)
    expect(answer.headers.get('content-type') ?? '', wrong).not.toBe('application/pdf')
  }
  const stranger = await aBrowser(church)
  expect((await stranger.get(`/statements/${mine!.id}.pdf`)).headers.get('content-type')).not.toBe('application/pdf')
})

test('receipts, statements and settings are for those with the rights to gifts alone', async () => {
  const church = await ready()
  for (const role of ['admin', 'staff', 'pastor', 'volunteer', 'viewer'] as const) {
    const client = church[role]
    const calls = [
      client.givingReceipts.list({}),
      client.givingStatements.preflight(period),
      client.givingStatements.list({}),
      client.receiptSettings.read({}),
      client.receiptSettings.save(charity),
      client.givingStatements.create({ ...period, confirmed: true }),
      client.giftAid.claims({}),
      client.giftAid.claim(period),
    ]
    for (const answer of await Promise.allSettled(calls))
      expect(answer, role).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } })
  }
})

test('in Canada a gift is on one official receipt: a statement of a part of the year, or of the household, has it no second time', async () => {
  const church = await aChurch()
  await query(`update clients set country = 'CA', currency = 'CAD' where id = $1`, [church.id])
  await church.owner.receiptSettings.save({ ...charity, taxId: '123456789RR0001', placeIssued: 'Toronto' })
  const ann = await somebody(church, 'Ann', address())
  await give(church, ann.id, 10_000, { currency: 'CAD' })
  expect(await made(church)).toMatchObject({ issued: 1 })
  expect(await made(church, { from: '2025-01-01', to: '2025-06-30' })).toMatchObject({ issued: 0 })
  await expect(made(church, { scope: 'household' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  // The same period once more: nothing changed.
  expect(await made(church)).toMatchObject({ issued: 0, replaced: 0 })
  await give(church, ann.id, 2_000, { currency: 'CAD', receivedOn: '2025-05-05' })
  expect(await made(church)).toMatchObject({ issued: 0, replaced: 1 })
  expect(await statementsOf(church, 'issued')).toHaveLength(1)
})

test('what would be missing for good is confirmed first, by every client: an open year, donors without address, gifts without donor', async () => {
  const church = await ready()
  const { create, preflight, list } = church.finance.givingStatements
  const ann = await somebody(church, 'Ann', address())
  await give(church, ann.id, 5_000)
  await give(church, null, 500)
  const year = clock.now().getUTCFullYear()
  const open = { from: '2025-01-01', to: `${year}-12-31` }
  const asks = async (asked: typeof open) =>
    (await preflight(asked)).items.filter(item => item.asks).map(item => item.check)
  expect(await asks(open)).toEqual(['open', 'address', 'unassigned'])
  const error = await create(open).catch(problem => problem)
  expect(error.code).toBe('CONFIRM_FIRST')
  expect(error.message).toBe(
    'Please check first: the period is not over, so later gifts would be missing; 1 donor has no postal address; 1 gift has no donor and is on no statement. Statements get numbers and can’t be undone. To make them anyway, send "confirmed": true.',
  )
  await expect(create(period)).rejects.toMatchObject({ code: 'CONFIRM_FIRST' })
  await church.settle()
  expect((await list({})).items).toEqual([])
  expect((await church.finance.givingReceipts.list({})).items).toEqual([])
  await create({ ...open, confirmed: true })
  await church.settle()
  expect((await list({})).items).toMatchObject([{ issued: 1 }])
})
