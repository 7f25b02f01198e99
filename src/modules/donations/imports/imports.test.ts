import { expect, test } from 'vitest'
import { asJob, outerJob } from '#kernel/run.ts'
import { balances, closeThrough, prove } from '#ledger/service.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { runGiftImport } from './service.ts'

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
    product: 'planning-center',
    gifts: 250,
    known: 0,
    from: '2025-03-02',
    problemCount: 0,
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
  const first = runGiftImport({ ...outer, tx: work => outer.tx(work).finally(() => killed.abort()) }, id, killed.signal)
  await first
  expect(await church.finance.giftImports.get({ id })).toMatchObject({ state: 'running', done: 100 })
  await Promise.all([1, 2].map(() => runGiftImport(outer, id, new AbortController().signal)))
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

const sumOf = async (church: { id: string }) =>
  (await query('select coalesce(sum(total), 0)::int as sum from gifts where client_id = $1', [church.id]))[0].sum

test('a member’s number in the column of ids loses no gift: its rows are a problem before, or imported as rows', async () => {
  const church = await aChurch()
  const rows = (year: number) =>
    ['12,02,50', '12,09,60', '31,02,20', '12,16,70'].map(
      one => `${one.split(',')[0]},${year}-03-${one.split(',')[1]},Sam,Ode,,${one.split(',')[2]}.00,General,Cash`,
    )
  const named = {
    name: 'a.csv',
    text: `ID,Date,First name,Last name,Email,Amount,Fund,Method\n${rows(2025).join('\n')}\n`,
  }
  const preview = await church.finance.giftImports.check(named)
  expect(preview).toMatchObject({ gifts: 1, repeated: 3, idHeader: 'ID', problemCount: 3, sums: [{ amount: 2_000 }] })
  expect(preview.problems[0]).toEqual({ row: 2, message: '“12” in “ID” is the number of several rows (2, 3, 5)' })
  const first = await church.finance.giftImports.start(named)
  await church.settle()
  expect(await church.finance.giftImports.get({ id: first.id })).toMatchObject({ created: 1, known: 0 })
  expect((await church.finance.giftImports.get({ id: first.id })).problems).toHaveLength(3)
  const byRows = { ...named, identity: 'rows' as const }
  expect(await church.finance.giftImports.check(byRows)).toMatchObject({ gifts: 4, known: 1, problemCount: 0 })
  const second = await church.finance.giftImports.start(byRows)
  await church.settle()
  expect(await church.finance.giftImports.get({ id: second.id })).toMatchObject({ created: 3, known: 1, problems: [] })
  expect(await sumOf(church)).toBe(20_000)
  expect(await church.finance.giftImports.check(byRows)).toMatchObject({ known: 4 })
  // One number, next year: what is stored under it is another gift.
  const next = { ...named, text: `${named.text.split('\n')[0]}\n${rows(2026)[2]}\n` }
  const [problem] = (await church.finance.giftImports.check(next)).problems
  expect(problem!.message).toBe('A gift with the number “31” was imported before: USD 20.00 on 2025-03-02')
  const third = await church.finance.giftImports.start(next)
  await church.settle()
  const result = await church.finance.giftImports.get({ id: third.id })
  expect(result).toMatchObject({ created: 0, known: 0, problems: [{ row: 2 }] })
})

test('funds of one gift share its number; a fund that no row names is asked for', async () => {
  const church = await aChurch()
  const split = file(['7,2025-03-02,Ann,Bly,,30.00,Missions,Card', '7,2025-03-02,Ann,Bly,,20.00,General,Card'])
  expect(await church.finance.giftImports.check(split)).toMatchObject({ gifts: 2, repeated: 0, problemCount: 0 })
  const bare = { name: 'b.csv', text: 'Date,Name,Amount\n2025-03-02,Ann Bly,10\n2025-03-02,Ann Bly,10\n' }
  expect(await church.finance.giftImports.check(bare)).toMatchObject({ gifts: 2, withoutFund: 2 })
  await expect(church.finance.giftImports.start(bare)).rejects.toMatchObject({
    data: { issues: [{ path: ['fundId'], message: 'Please choose a fund for the 2 gifts that name no fund' }] },
  })
  const { id: fundId } = await church.owner.funds.create({ name: 'Roof', code: 'roof' })
  await church.finance.giftImports.start({ ...bare, fundId })
  await church.settle()
  const rows = await query(
    'select f.name, sum(l.amount)::int as sum from gift_lines l join giving_funds f on f.id = l.fund_id where l.client_id = $1 group by 1',
    [church.id],
  )
  expect(rows).toEqual([{ name: 'Roof', sum: 2_000 }])
  expect(await church.finance.giftImports.check(bare)).toMatchObject({ known: 2, withoutFund: 0 })
})
