import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { asJob, asVisitor } from '#kernel/run.ts'
import { aChurch } from '#testing/church.ts'
import type { Side } from './rules/accounts.ts'
import { balances, closedThrough, closeThrough, type NewEntry, post, prove, reverse, totals } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const cash = { key: 'cash', kind: 'asset', name: 'Cash on hand' } as const
const clearing = { key: 'clearing:stripe', kind: 'asset', name: 'Stripe' } as const
const fees = { key: 'fees', kind: 'expense', name: 'Fees' } as const
const fund = (name: string) => ({ key: `fund:${name}`, kind: 'income', name }) as const
const source = { module: 'test', id: crypto.randomUUID() }

/** Work of a job that may see gifts. */
const asBooks = <T>(church: Church, work: (ctx: Ctx) => Promise<T>) =>
  asJob(church.id, 'test', 'test', work, ['giving'])
const gift = (key: string, amount: number, more: Partial<NewEntry> = {}): NewEntry => ({
  key,
  day: '2026-11-22',
  currency: 'USD',
  source,
  sides: [
    { account: cash, amount },
    { account: fund('general'), amount: -amount },
  ],
  ...more,
})
const amounts = async (church: Church, prefix = '') =>
  Object.fromEntries(
    (await asBooks(church, ctx => balances(ctx, prefix))).map(one => [`${one.key} ${one.currency}`, one.amount]),
  )

test('a gift with its fee balances to zero, and balances are there at once', async () => {
  const church = await aChurch()
  const sides: Side[] = [
    { account: clearing, amount: 9_680 },
    { account: fees, amount: 320 },
    { account: fund('general'), amount: -7_000 },
    { account: fund('missions'), amount: -3_000 },
  ]
  await asBooks(church, ctx => post(ctx, gift('stripe:ch_1', 0, { sides })))
  expect(await amounts(church)).toEqual({
    'clearing:stripe USD': 9_680,
    'fees USD': 320,
    'fund:general USD': 7_000,
    'fund:missions USD': 3_000,
  })
  await asBooks(church, prove)
})

test('the same key is one entry, also for two at once; with other sides it is refused', async () => {
  const church = await aChurch()
  const made = await Promise.all(
    Array.from({ length: 4 }, () => asBooks(church, ctx => post(ctx, gift('check:1', 5_000)))),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await amounts(church)).toEqual({ 'cash USD': 5_000, 'fund:general USD': 5_000 })
  await expect(asBooks(church, ctx => post(ctx, gift('check:1', 5_001)))).rejects.toThrow('other sides')
})

test('a reversal mirrors an entry, once, on a day of its own; the entry stays', async () => {
  const church = await aChurch()
  const { id: entryId } = await asBooks(church, ctx => post(ctx, gift('check:1', 5_000)))
  const back = await Promise.all([1, 2].map(() => asBooks(church, ctx => reverse(ctx, { entryId, day: '2026-12-01' }))))
  expect(back[0]!.id).toBe(back[1]!.id)
  expect(await amounts(church)).toEqual({ 'cash USD': 0, 'fund:general USD': 0 })
  await asBooks(church, prove)
})

test('PostgreSQL itself refuses what does not balance, what is changed, what is added later, and a balance that is set', async () => {
  const church = await aChurch()
  const { id } = await asBooks(church, ctx => post(ctx, gift('check:1', 5_000)))
  const refused = (text: ReturnType<typeof sql>) =>
    asBooks(church, ctx => ctx.db.execute(text)).then(
      () => 'done',
      error => sqlState(error),
    )
  const entry = (key: string) =>
    sql`insert into ledger_entries (key, day, currency, module, source_id) values (${key}, '2026-11-22', 'USD', 'test', ${source.id})`
  expect(await refused(entry('no sides'))).toBe('LG002')
  expect(
    await refused(sql`with e as (insert into ledger_entries (key, day, currency, module, source_id)
      values ('one side', '2026-11-22', 'USD', 'test', ${source.id}) returning id) select id from e`),
  ).toBe('LG002')
  const account = sql`(select id from ledger_accounts where key = 'cash')`
  expect(
    await refused(sql`insert into ledger_postings (entry_id, account_id, amount) values (${id}, ${account}, 1)`),
  ).toBe('LG002')
  for (const text of [
    sql`update ledger_postings set amount = 1`,
    sql`delete from ledger_postings`,
    sql`update ledger_entries set day = '2020-01-01'`,
    sql`delete from ledger_entries`,
    sql`update ledger_accounts set balance = 1`,
    sql`update ledger_accounts set kind = 'expense'`,
  ])
    expect(await refused(text)).toBe('LG003')
  expect(await amounts(church)).toEqual({ 'cash USD': 5_000, 'fund:general USD': 5_000 })
  await asBooks(church, prove)
})

test('a balance begins at zero, and nothing is added to an entry that was checked before its transaction ended', async () => {
  const church = await aChurch()
  await asBooks(church, ctx =>
    ctx.db.execute(sql`insert into ledger_accounts (key, kind, name, currency, balance)
      values ('cash', 'asset', 'Cash', 'USD', 99_999)`),
  )
  expect(await amounts(church)).toEqual({ 'cash USD': 0 })
  const early = asBooks(church, async ctx => {
    const { id } = await post(ctx, gift('check:1', 5_000))
    await ctx.db.execute(sql`set constraints all immediate`)
    await ctx.db.execute(sql`set constraints all deferred`)
    await ctx.db.execute(sql`insert into ledger_postings (entry_id, account_id, amount)
      select ${id}::uuid, id, 700 from ledger_accounts where key = 'cash'`)
  })
  expect(await early.then(() => 'done', sqlState)).toBe('LG002')
  await asBooks(church, prove)
})

test('what was posted before the books were closed is the same entry when it is told again', async () => {
  const church = await aChurch()
  const made = await asBooks(church, ctx => post(ctx, gift('stripe:ch_1', 5_000)))
  const back = await asBooks(church, ctx => reverse(ctx, { entryId: made.id, day: '2026-11-23' }))
  await asBooks(church, ctx => closeThrough(ctx, '2026-11-30'))
  expect(await asBooks(church, ctx => post(ctx, gift('stripe:ch_1', 5_000)))).toEqual({ id: made.id, isNew: false })
  expect(await asBooks(church, ctx => reverse(ctx, { entryId: made.id, day: '2026-11-23' }))).toEqual({
    id: back.id,
    isNew: false,
  })
  const other = asBooks(church, ctx => post(ctx, gift('stripe:ch_1', 5_000, { currency: 'JPY' })))
  await expect(other).rejects.toThrow('other')
})

test('currencies are never mixed: accounts of one name are another for each', async () => {
  const church = await aChurch()
  await asBooks(church, ctx => post(ctx, gift('a', 5_000)))
  await asBooks(church, ctx => post(ctx, gift('b', 700, { currency: 'JPY' })))
  expect(await amounts(church, 'cash')).toEqual({ 'cash JPY': 700, 'cash USD': 5_000 })
  const mixed = asBooks(church, async ctx => {
    const { id } = (
      await ctx.db.execute<{ id: string }>(sql`insert into ledger_entries (key, day, currency, module, source_id)
      values ('mixed', '2026-11-22', 'USD', 'test', ${source.id}) returning id`)
    ).rows[0]!
    await ctx.db.execute(sql`insert into ledger_postings (entry_id, account_id, amount)
      select ${id}::uuid, id, case currency when 'USD' then 700 else -700 end from ledger_accounts where key = 'cash'`)
  })
  expect(await mixed.catch(sqlState)).toBe('LG002')
})

test('nothing is written into a closed period; closing waits for what is being written', async () => {
  const church = await aChurch()
  await asBooks(church, ctx => closeThrough(ctx, '2026-10-31'))
  await expect(asBooks(church, ctx => post(ctx, gift('late', 100, { day: '2026-10-31' })))).rejects.toMatchObject({
    code: 'PERIOD_CLOSED',
  })
  const { id: entryId } = await asBooks(church, ctx => post(ctx, gift('in time', 100, { day: '2026-11-01' })))
  await asBooks(church, ctx => closeThrough(ctx, '2026-11-30'))
  await expect(asBooks(church, ctx => reverse(ctx, { entryId, day: '2026-11-15' }))).rejects.toMatchObject({
    code: 'PERIOD_CLOSED',
  })
  await asBooks(church, ctx => reverse(ctx, { entryId, day: '2026-12-01' }))
  let closing: Promise<void> | undefined
  await asBooks(church, async ctx => {
    await post(ctx, gift('under way', 300, { day: '2026-12-05' }))
    closing = asBooks(church, other => closeThrough(other, '2026-12-31'))
  })
  await closing
  expect(await asBooks(church, closedThrough)).toBe('2026-12-31')
  expect(await amounts(church, 'cash')).toEqual({ 'cash USD': 300 })
})

test('without the right to gifts there is no ledger; sums are there for those who may see sums, of their own church', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope')]
  await asBooks(grace, ctx => post(ctx, gift('a', 5_000)))
  await asBooks(hope, ctx => post(ctx, gift('a', 900)))
  const blind = <T>(work: (ctx: Ctx) => Promise<T>) => asJob(grace.id, 'test', 'test', work)
  expect(await blind(ctx => balances(ctx, ''))).toEqual([])
  for (const table of ['ledger_accounts', 'ledger_entries', 'ledger_postings']) {
    const { rows } = await blind(ctx => ctx.db.execute<object>(sql.raw(`select * from ${table}`)))
    expect(rows, table).toEqual([])
  }
  const visitor = { claims: null, clientId: null, requestId: 'test', ip: '203.0.113.1', userAgent: 'test' }
  expect(await asVisitor(visitor, grace.id, ctx => totals(ctx, ''))).toEqual([])
  expect(await blind(ctx => totals(ctx, 'fund:'))).toEqual([
    { key: 'fund:general', kind: 'income', name: 'general', currency: 'USD', amount: 5_000 },
  ])
})

test('entries that touch the same accounts in any order never wait for each other forever, and add up to an independent sum', async () => {
  const church = await aChurch()
  const names = ['a', 'b', 'c', 'd', 'e'].map(fund)
  let seed = 11
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  const expected = new Map<string, number>()
  const entries = Array.from({ length: 120 }, (_, n) => {
    const [from, to] = [names[random(5)]!, names[random(5)]!]
    const amount = 1 + random(100_000)
    for (const [account, change] of [
      [from, amount],
      [to, -amount],
    ] as const)
      expected.set(account.key, (expected.get(account.key) ?? 0) - change)
    const sides = [
      { account: from, amount },
      { account: to, amount: -amount },
    ]
    return gift(`random ${n}`, 0, { sides })
  })
  const waiting = [...entries]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const entry = next
      await asBooks(church, ctx => post(ctx, entry))
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  expect(await amounts(church)).toEqual(Object.fromEntries([...expected].map(([key, sum]) => [`${key} USD`, sum])))
  await asBooks(church, prove)
})
