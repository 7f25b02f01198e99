import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readFileText } from '#imports/rules/file-text.ts'
import { today as dayIn } from '#imports/rules/today.ts'
import { clock } from '#kernel/clock.ts'
import { asJob } from '#kernel/run.ts'
import { post } from '#ledger/service.ts'
import { aChurch } from '#testing/church.ts'
import { readBankFile } from './rules/bank-file.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
/** By the church’s clock: in the evening it is tomorrow in UTC. */
const today = () => dayIn(clock.now(), 'America/New_York')

/** A plate of three gifts, counted by two and taken to the bank. */
async function deposited(church: Church, amount: number) {
  const day = today()
  const { id } = await church.finance.givingBatches.create({ name: 'Sunday', day })
  await church.finance.gifts.record({
    key: randomUUID(),
    personId: null,
    receivedOn: day,
    method: 'cash' as const,
    batchId: id,
    lines: [{ amount }],
  })
  await church.finance.givingBatches.count({ id, denominations: [{ value: 100, count: amount / 100 }], checksTotal: 0 })
  await church.owner.givingBatches.confirm({ id, total: amount })
  await church.finance.givingBatches.deposit({ id, depositedOn: day })
}
const period = () => ({ from: today(), to: today() })

test('a deposit of a batch is matched with its bank line; what could be two is left to someone', async () => {
  const church = await aChurch()
  await deposited(church, 12_300)
  await deposited(church, 4_500)
  await deposited(church, 4_500)
  const text = `Date,Description,Amount\n${today()},DEPOSIT 123,123.00\n${today()},DEPOSIT A,45.00\n${today()},DEPOSIT B,"(45.00)"\n`
  expect(await church.finance.bankLines.add({ text })).toMatchObject({ added: 3, known: 0, matched: 1, problems: [] })
  expect(await church.finance.bankLines.add({ text })).toMatchObject({ added: 0, known: 3, matched: 0 })
  const { items } = await church.finance.bankLines.list({})
  expect(items.find(one => one.amount === 12_300)!.match).toMatchObject({ label: 'Deposit of Sunday' })
  const [open] = (await church.finance.bankLines.list({ open: 'true' })).items.filter(one => one.amount > 0)
  expect(open!.suggestions).toHaveLength(2)
  const entryId = open!.suggestions[0]!.id
  const done = await church.finance.bankLines.match({ id: open!.id, entryId })
  expect(done.match!.id).toBe(entryId)
  const out = items.find(one => one.amount < 0)!
  await expect(church.finance.bankLines.match({ id: out.id, entryId })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await church.finance.bankLines.unmatch({ id: open!.id })).suggestions).toHaveLength(2)
  await expect(church.staff.bankLines.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const other = await aChurch('Hope')
  await expect(other.finance.bankLines.unmatch({ id: open!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('journals of QuickBooks and Xero balance by day, under the names of the bookkeeping program and without formulas', async () => {
  const church = await aChurch()
  await deposited(church, 12_300)
  await asJob(
    church.id,
    'test',
    'test',
    ctx =>
      post(ctx, {
        key: 'odd',
        day: today(),
        currency: 'USD',
        source: { module: 'test', id: randomUUID() },
        sides: [
          { account: { key: 'bank', kind: 'asset', name: 'Bank' }, amount: 5 },
          { account: { key: 'fund:odd', kind: 'income', name: '=HYPERLINK("x")' }, amount: -5 },
        ],
      }),
    ['giving'],
  )
  const books = await church.finance.bookkeeping.read(period())
  expect(books).toMatchObject({ currency: 'USD', debit: books.credit })
  expect(books.accounts.find(one => one.key === 'bank')).toMatchObject({ debit: 12_305, credit: 0 })
  await church.finance.bookkeeping.setCode({ key: 'bank', code: '1000 Checking' })
  const quickbooks = (await church.finance.bookkeeping.export({ ...period(), shape: 'quickbooks' })).csv
  expect(quickbooks).toContain(`LS-${today()},${today()},USD,1000 Checking,123.05,,Bank`)
  expect(quickbooks).toContain(`"'=HYPERLINK(""x"")"`)
  const lines = quickbooks
    .trim()
    .split('\r\n')
    .slice(1)
    .filter(line => !line.includes('HYPERLINK'))
  const column = (at: number) =>
    lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[at] || 0) * 100), 0)
  expect(column(4) - column(5)).toBe(5)
  const xero = (await church.finance.bookkeeping.export({ ...period(), shape: 'xero' })).csv
  expect(xero).toContain(`Lampstand ${today()},${today()},Bank,1000 Checking,Tax Exempt,123.05`)
  await expect(church.staff.bookkeeping.read(period())).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('bank files with two columns, titles above and other orders of dates are read', () => {
  const read = (text: string) =>
    readBankFile(text, { country: 'GB', currency: 'GBP', today: '2026-11-23', timeZone: 'Europe/London' })
  const { rows, problems } = read(
    'Statement of account\n\nDate;Details;Paid out;Paid in\n05/01/2026;GIFT DAY;;£1,050.00\n06/01/2026;ELECTRIC;90.10;\nx;Total;;5\n',
  )
  expect(rows).toEqual([
    { row: 4, day: '2026-01-05', description: 'GIFT DAY', amount: 105_000 },
    { row: 5, day: '2026-01-06', description: 'ELECTRIC', amount: -9_010 },
  ])
  expect(problems).toEqual([{ row: 6, message: '“x” is not a date' }])
  expect(read('a,b\n').problems[0]!.message).toContain('a column with the date')
})

test('a bank’s file in Windows-1252 with semicolons, decimal commas, zones and another currency', () => {
  const german = { country: 'DE', currency: 'EUR', today: '2026-11-23', timeZone: 'Europe/Berlin' }
  const bytes = new Uint8Array(
    Buffer.from(
      '"Buchungstag";"Verwendungszweck";"Betrag (EUR)";"W\u00e4hrung"\r\n"31.12.2025";"Spende M\u00fcller, Z\u00fcrich";"1.250,00";"EUR"\r\n' +
        '"02.01.2026";"Geb\u00fchr";"-7,50";"EUR"\r\n"02.01.2026";"Fremd";"5,00";"CHF"\r\n;;;\r\n',
      'latin1',
    ),
  )
  const { text, notes } = readFileText(bytes)
  expect(notes[0]).toContain('windows-1252')
  expect(readBankFile(text, german)).toEqual({
    rows: [
      { row: 2, day: '2025-12-31', description: 'Spende M\u00fcller, Z\u00fcrich', amount: 125_000 },
      { row: 3, day: '2026-01-02', description: 'Geb\u00fchr', amount: -750 },
    ],
    problems: [{ row: 4, message: 'This line is in CHF, and the account in EUR' }],
    notes: [],
  })
  const york = { country: 'US', currency: 'USD', today: '2026-11-23', timeZone: 'America/New_York' }
  const zoned = readBankFile('Date,Description,Amount\n2026-01-01T04:30:00Z,STRIPE,25.00\n', york)
  expect(zoned.rows).toMatchObject([{ day: '2025-12-31' }])
})

test('a file is checked before anything is written: problems and lines that were added before, by row', async () => {
  const church = await aChurch()
  const text = 'Date,Description,Amount\n2026-01-05,GIFT DAY,10.00\n2026-01-05,ODD,ten\n'
  const preview = { lines: 1, known: 0, received: 1_000, problems: [{ row: 3, message: '“ten” is not an amount' }] }
  expect(await church.finance.bankLines.check({ text })).toMatchObject(preview)
  expect((await church.finance.bankLines.list({})).items).toEqual([])
  await church.finance.bankLines.add({ text })
  expect(await church.finance.bankLines.check({ text })).toMatchObject({ lines: 1, known: 1, knownRows: [2] })
})
