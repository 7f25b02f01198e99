import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AnalyseResult,
  type Analysis,
  orders,
  type ParsedRow,
  type ParseInput,
  workerLimits,
} from '../rules/parsing.ts'
import { parse } from '../service/rows.ts'
import { analyse } from './analyse.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lampstand-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function written(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${files++}.csv`)
  await writeFile(path, content)
  return path
}

const look = (path: string): Promise<AnalyseResult> =>
  analyse({ work: 'analyse', path, country: 'US', today: '2026-05-17' })

async function analysed(content: string | Uint8Array): Promise<Analysis & { path: string }> {
  const path = await written(content)
  const result = await look(path)
  if (result.kind === 'refused') throw new Error(result.sentence)
  return { ...result.analysis, path }
}

async function refused(content: string | Uint8Array): Promise<string> {
  const result = await look(await written(content))
  return result.kind === 'refused' ? result.sentence : 'taken'
}

const inputOf = ({ path, format, columns, dates, product }: Analysis & { path: string }, from = 0): ParseInput => ({
  path,
  format,
  mapping: columns,
  options: { country: 'US', today: '2026-05-17', product, dateOrder: orders(dates) },
  from,
})

async function rowsOf(content: string | Uint8Array): Promise<ParsedRow[]> {
  const rows: ParsedRow[] = []
  for await (const batch of parse(inputOf(await analysed(content)))) rows.push(...batch)
  return rows
}

const problems = (row: ParsedRow | undefined) => row?.errors.map(({ text }) => text)

function* people(count: number) {
  yield 'Person ID,First Name,Last Name,Home Email,Mobile Phone Number,Birthdate,Membership,Home Address Street Line 1,Home Address City,Household ID,Notes\n'
  for (let i = 0; i < count; i++) {
    const n = String(i).padStart(7, '0')
    yield `${i},Ann${n},"Smith, ${i % 97}",ann${n}@example.org,(512) ${n.slice(0, 3)}-${n.slice(3)},${(i % 12) + 1}/${(i % 28) + 1}/1975,Member,"${i} Oak ""Long"" Street",Austin,${i >> 2},"Sings, plays\nand prays"\n`
  }
}

async function bigFile(count: number): Promise<string> {
  const path = join(folder, `big-${count}.csv`)
  await pipeline(Readable.from(people(count)), createWriteStream(path))
  return path
}

// As the worker that imports: without limits V8 takes what it finds before it collects.
const lean = ['--max-semi-space-size=8', '--max-old-space-size=192']
// In a process of its own: beside other tests, memory says nothing.
const measured = `
  import { once } from 'node:events'
  import { Worker } from 'node:worker_threads'
  const [path, analyseUrl, parseUrl, parsingUrl] = process.argv.slice(1)
  const { orders, workerLimits } = await import(parsingUrl)
  const { parse } = await import(parseUrl)
  const start = (url, workerData) => new Worker(new URL(url), { workerData, execArgv: [], resourceLimits: workerLimits })
  const options = { country: 'US', today: '2026-05-17' }
  const [{ analysis }] = await once(start(analyseUrl, { work: 'analyse', path, ...options }), 'message')
  const before = process.memoryUsage().rss
  let peak = 0
  const sample = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss - before) }, 10)
  const started = performance.now()
  const { format, columns: mapping, product, dates } = analysis
  const dateOrder = orders(dates)
  let [rows, wrong] = [0, 0]
  for await (const batch of parse({ path, format, mapping, options: { ...options, product, dateOrder }, from: 0 })) {
    if (batch[0].row !== rows) wrong++
    rows += batch.length
    wrong += batch.filter(row => row.errors.length > 0 || row.person.birthDate?.year !== 1975).length
  }
  clearInterval(sample)
  console.log(JSON.stringify({ analysed: analysis.rows, rows, wrong, peak, time: performance.now() - started }))
`

test('100,000 rows are analysed and parsed with memory flat', { timeout: 120_000 }, async () => {
  const path = await bigFile(100_000)
  const urls = ['./analyse.ts', '../service/rows.ts', '../rules/parsing.ts'].map(
    file => new URL(file, import.meta.url).href,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...lean,
    '--input-type=module',
    '-e',
    measured,
    path,
    ...urls,
  ])
  const { peak, time, ...counts } = JSON.parse(stdout)
  console.info(`100,000 rows: ${Math.round(time)} ms, ${Math.round(peak / 1e6)} MB more at the peak`)
  expect(counts).toEqual({ analysed: 100_000, rows: 100_000, wrong: 0 })
  expect(peak).toBeLessThan(100e6)
})

test('parsing goes on from the row where it stopped', async () => {
  const path = await bigFile(1_200)
  const result = await look(path)
  if (result.kind === 'refused') throw new Error(result.sentence)
  const rows: ParsedRow[] = []
  for await (const batch of parse(inputOf({ ...result.analysis, path }, 700))) rows.push(...batch)
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 500 }, (_, i) => 700 + i))
  expect(rows[0]!.person.firstName).toBe('Ann0000700')
})

test('the analysis runs as a worker too', async () => {
  const path = await written('First name,Email\nAnn,ann@example.org\n')
  const workerData = { work: 'analyse', path, country: 'US', today: '2026-05-17' }
  const worker = new Worker(new URL('./analyse.ts', import.meta.url), { workerData })
  const [result] = (await once(worker, 'message')) as [AnalyseResult]
  expect(result).toMatchObject({ kind: 'analysis', analysis: { rows: 1, hasHeader: true } })
})

const ENDLESS = 30_000_000
test.each([
  ['a table', 'First name,Email\nAnn,ann@example.org\n', 'x'],
  ['an open quote', 'First name,Email\nAnn,ann@example.org\n"', 'x'],
  ['a row of cells', 'First name,Email\nAnn,ann@example.org\n', 'x,'],
  ['a vCard', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD\nBEGIN:VCARD\nNOTE:', 'x'],
  ['a vCard of folded lines', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD\nBEGIN:VCARD\nNOTE:', '\n x'],
])(
  '%s whose line never ends is read within the memory of a worker',
  async (_, start, piece) => {
    const path = await written(start + piece.repeat(ENDLESS / piece.length))
    const workerData = { work: 'analyse', path, country: 'US', today: '2026-05-17' }
    const limits = { execArgv: [], resourceLimits: workerLimits }
    const worker = new Worker(new URL('./analyse.ts', import.meta.url), { workerData, ...limits })
    const [result] = (await once(worker, 'message')) as [AnalyseResult]
    expect(result.kind).toMatch(/analysis|refused/)
  },
  120_000,
)

test('files without people are refused with a sentence', async () => {
  expect(await refused('')).toBe('This file is empty.')
  expect(await refused('\n\n ,\n')).toBe('This file is empty.')
  expect(await refused('First name,Last name,Email\n')).toBe('This file has a header, but no people below it.')
  expect(await refused(Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))).toMatch(/no readable text/)
  expect(await refused(Buffer.from('PK\x03\x04rest of a workbook', 'latin1'))).toMatch(/Excel workbook/)
  expect(await refused('%PDF-1.7 something')).toMatch(/PDF/)
})

test('300 columns are taken, 501 are refused', async () => {
  const wide = (count: number) => {
    const extra = Array.from({ length: count - 2 }, (_, i) => `Question ${i + 1}`)
    return `First name,Email,${extra.join(',')}\nAnn,ann@example.org,${extra.map(() => 'yes').join(',')}\n`
  }
  const found = await analysed(wide(300))
  expect(found.columns).toHaveLength(300)
  expect(found.preview[0]!.read.person).toMatchObject({ firstName: 'Ann', emails: [{ address: 'ann@example.org' }] })
  expect(await refused(wide(501))).toBe(
    'This file has 501 columns; we can take up to 500. Please remove the ones you don’t need and try again.',
  )
})

test('100,001 rows are refused', { timeout: 60_000 }, async () => {
  const rows = Array.from({ length: 100_001 }, (_, i) => `a${i}@example.org`)
  expect(await refused(`Email\n${rows.join('\n')}\n`)).toMatch(
    /^This file has 100,001 rows. One import can have up to 100,000\./,
  )
})

test('NULs are taken out and counted', async () => {
  const found = await analysed('First name,Email\nA\0nn,ann@example.org\nB\0o\0b,bob@example.org\n')
  expect(found.report.nuls).toBe(3)
  expect(found.preview.map(({ read }) => read.person.firstName)).toEqual(['Ann', 'Bob'])
  expect(found.remarks).toContain('3 unreadable characters (NUL) were removed.')
})

test('a line in another encoding is read by itself', async () => {
  const lines = ['First name,Last name,Email', 'Jörg,Müller,joerg@example.org', 'José,Peña,jose@example.org']
  const mixed = Buffer.concat([
    Buffer.from(`${lines.join('\n')}\n`, 'utf8'),
    Buffer.from('Käthe,Groß,kaethe@example.org\n', 'latin1'),
  ])
  const rows = await rowsOf(mixed)
  expect(rows.map(({ person }) => person.lastName)).toEqual(['Müller', 'Peña', 'Groß'])
  expect((await analysed(mixed)).remarks).toEqual([
    '1 line was not in UTF-8 like the rest, and read as Windows-1252. Please check the accents.',
  ])
})

test('UTF-16 with and without its mark', async () => {
  const text = 'First name\tLast name\tEmail\nJörg\tMüller\tjoerg@example.org\nAnn\tSmith\tann@example.org\n'
  for (const mark of ['\uFEFF', '']) {
    const rows = await rowsOf(Buffer.from(mark + text, 'utf16le'))
    expect(rows.map(({ person }) => person.lastName)).toEqual(['Müller', 'Smith'])
  }
})

test('a quote that is never closed costs one row, and every other is read', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `Ann${i},${i === 12 ? '"Smith' : 'Smith'},ann${i}@example.org`)
  const rows = await rowsOf(`First name,Last name,Email\n${lines.join('\n')}\n`)
  expect(rows).toHaveLength(40)
  expect(rows.filter(row => row.errors.length > 0).map(({ row, line }) => ({ row, line }))).toEqual([
    { row: 12, line: 14 },
  ])
  expect(problems(rows[12])).toEqual(['A quotation mark in this row is never closed.'])
  expect(rows[12]!.cells).toEqual(['Ann12', 'Smith', 'ann12@example.org'])
})

test('a row of more than a million characters is an error and no crash', async () => {
  const rows = await rowsOf(
    `First name,Email,Notes\nAnn,ann@example.org,${'x'.repeat(1_200_000)}\nBob,bob@example.org,\n`,
  )
  expect(rows).toHaveLength(2)
  expect(problems(rows[0])).toEqual(['This row has more than a million characters, which is too long to read.'])
  expect(rows[1]!.person.firstName).toBe('Bob')
})

test('titles and blank lines above the header, a sep line, and rows that are too long', async () => {
  const rows = await rowsOf(
    'sep=;\nGrace Church;;\n\nVorname;Nachname;Email\nJörg;Müller;joerg@example.org;x\n;;\nAnn;Smith;ann@example.org\n',
  )
  expect(rows.map(({ line, person }) => [line, person.firstName])).toEqual([
    [5, 'Jörg'],
    [7, 'Ann'],
  ])
  expect(rows[0]!.warnings.map(({ text }) => text)).toEqual([
    'This row has more values than the file has columns. The extra ones were skipped.',
  ])
})

test('formulas, emoji and right-to-left names stay what they are', async () => {
  const rows = await rowsOf(
    'First name,Last name,Email\n"=HYPERLINK(""http://example.com"")",Smith,a@example.org\n👩‍👩‍👧 Ann,محمد علي,b@example.org\n',
  )
  expect(rows.map(({ person }) => [person.firstName, person.lastName])).toEqual([
    ['=HYPERLINK("http://example.com")', 'Smith'],
    ['👩‍👩‍👧 Ann', 'محمد علي'],
  ])
})

test('the order of day and month is found, shown and used', async () => {
  const birthdays = ['03/04/1975', '25/12/1980', '01/02/1990']
  const text = `First name,Birthday,Last seen\n${birthdays.map((day, i) => `Ann${i},${day},04/05/2024`).join('\n')}\n`
  const found = await analysed(text)
  expect(found.dates).toEqual([
    {
      column: 1,
      order: 'dmy',
      certain: true,
      examples: [
        { written: '03/04/1975', read: '1975-04-03' },
        { written: '25/12/1980', read: '1980-12-25' },
        { written: '01/02/1990', read: '1990-02-01' },
      ],
    },
    expect.objectContaining({ column: 2, order: 'dmy', certain: true }),
  ])
  expect((await rowsOf(text)).map(({ person }) => person.birthDate?.month)).toEqual([4, 12, 2])
  const open = await analysed('First name,Birthday\nAnn,03/04/1975\n')
  expect(open.remarks).toEqual([
    'The dates in “Birthday” can be read in two ways. We read them as month, then day. Please check.',
  ])
})

test('a file of thirty megabytes of line breaks or of single letters is refused after its first lines', async () => {
  const lines = (line: string) => line.repeat(Math.floor((30 * 1_048_576) / line.length))
  for (const line of ['\n', ',\n'])
    expect(await refused(lines(line))).toBe(
      'This file is almost all blank lines. Please remove them and upload it again.',
    )
  expect(await refused(`name\n${lines('a\n')}`)).toMatch(/^This file has more than \d{3},\d{3} rows\./)
})
