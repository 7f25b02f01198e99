import { expect, test } from 'vitest'
import { asJob, outerJob } from '#kernel/run.ts'
import { balances, closeThrough, prove } from '#ledger/service.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { run } from './service.ts'

const file = (rows: string[]) => ({
  name: 'gifts.csv',
  text: `Donation ID,Date,First name,Last name,Email,Amount,Fund,Method\n${rows.join('\n')}\n`,
})
const many = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `${n},2025-03-02,Donor${n % 40},Miller,d${n % 40}@example.org,${n + 1}.00,Missions,Cash`,
  )

test('a file is previewed and brought in once; donors are found again, funds are made, and the books balance', async () => {
  const church = await aChurch()
  const input = file(many(250))
  const preview = await church.finance.giftImports.check(input)
  expect(preview).toMatchObject({
    ...{ product: 'planning-center', gifts: 250, known: 0, from: '2025-03-02', problemCount: 0 },
    sums: [{ currency: 'USD', amount: 3_137_500 }],
    funds: [{ name: 'Missions', exists: false, gifts: 250 }],
  })
  const { id } = await church.finance.giftImports.start(input)
  await church.settle()
  expect(await church.finance.giftImports.get({ id })).toMatchObject({ state: 'completed', created: 250, done: 250 })
  const people = await query(`select count(*)::int as n from people where client_id = $1 and last_name = 'Miller'`, [
    church.id,
  ])
  expect(people[0].n).toBe(40)
  const books = await asJob(church.id, 'test', 'test', ctx => prove(ctx).then(() => balances(ctx, 'bank')), ['giving'])
  expect(books).toMatchObject([{ amount: 3_137_500 }])
  const again = await church.finance.giftImports.start(input)
  await church.settle()
  expect(await church.finance.giftImports.get({ id: again.id })).toMatchObject({ created: 0, known: 250 })
  expect((await church.finance.giftImports.list({})).items).toHaveLength(2)
})

test('a killed import goes on without a double; closed days are refused by row; two at once bring each gift once', async () => {
  const church = await aChurch()
  const asBooks = { rights: ['giving', 'pastoral'] as const }
  await asJob(church.id, 'test', 'test', ctx => closeThrough(ctx, '2024-12-31'), ['giving'])
  const rows = [...many(220), '900,2024-06-01,Old,Miller,,5.00,General,Cash']
  const { id } = await church.finance.giftImports.start(file(rows))
  const outer = outerJob(church.id, 'test', 'test', [...asBooks.rights])
  const killed = new AbortController()
  // The first step is done when the process dies.
  const first = run({ ...outer, tx: work => outer.tx(work).finally(() => killed.abort()) }, id, killed.signal)
  await first
  expect(await church.finance.giftImports.get({ id })).toMatchObject({ state: 'running', done: 100 })
  await Promise.all([1, 2].map(() => run(outer, id, new AbortController().signal)))
  const done = await church.finance.giftImports.get({ id })
  expect(done).toMatchObject({ state: 'completed', created: 220, done: 221 })
  expect(done.problems).toEqual([{ row: 222, message: 'The books are closed for 2024-06-01' }])
  expect((await query('select count(*)::int as n from gifts where client_id = $1', [church.id]))[0].n).toBe(220)
})

test('only members with giving.write reach imports, and nothing of a file without gifts is kept', async () => {
  const church = await aChurch()
  await expect(church.staff.giftImports.check(file(many(1)))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.finance.giftImports.start({ name: 'x.csv', text: 'a,b\n' })).rejects.toMatchObject({
    data: { issues: [{ path: ['text'] }] },
  })
  expect((await church.finance.giftImports.list({})).items).toEqual([])
})
