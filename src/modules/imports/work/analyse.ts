import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { cardColumns, cardMapping, columnsNamed } from '../rules/card-columns.ts'
import { isCards } from '../rules/cards.ts'
import { detectDelimiter } from '../rules/delimiter.ts'
import { type DecodeReport, decoder, detectEncoding, notText } from '../rules/encoding.ts'
import { dateFields } from '../rules/fields.ts'
import { findHeader, tooWide } from '../rules/header.ts'
import { type Proposal, proposeMapping } from '../rules/mapping.ts'
import { parsedRow } from '../rules/parsed-row.ts'
import { type AnalyseInput, type AnalyseResult, type FileFormat, maxLines, maxRows, orders } from '../rules/parsing.ts'
import { type CsvRecord, csvReader, readCsv } from '../rules/records.ts'
import { remarksOn } from '../rules/remarks.ts'
import { rowsOf } from '../rules/rows.ts'
import { type ColumnSamples, columnSamples } from '../rules/samples.ts'

const startSize = 256 * 1024
const sampleSize = 64 * 1024
const samples = 8
const previewed = 20

/** Looks at a whole file once: how to read it, what its columns are, how many rows it has. */
export async function analyse(input: AnalyseInput): Promise<AnalyseResult> {
  const bytes = await sampleBytes(input.path)
  const start = bytes[0]!
  const sentence = notText(start)
  if (sentence) return { kind: 'refused', sentence }
  const found = (await cardsOf(input, bytes)) ?? tableOf(bytes, input.given)
  const wide = tooWide(found.names.length)
  if (wide) return { kind: 'refused', sentence: wide }

  const seen = await readAll(input.path, found.format)
  if (seen.isCut)
    return { kind: 'refused', sentence: seen.rows > maxRows ? tooMany(seen.rows, 'more than ') : mostlyBlank }
  if (seen.rows === 0) return { kind: 'refused', sentence: nobody(found.hasHeader) }
  if (seen.rows > maxRows) return { kind: 'refused', sentence: tooMany(seen.rows) }
  return { kind: 'analysis', analysis: conclude(input, found, seen) }
}

const nobody = (hasHeader: boolean) =>
  hasHeader ? 'This file has a header, but no people below it.' : 'This file is empty.'
const mostlyBlank = 'This file is almost all blank lines. Please remove them and upload it again.'
const tooMany = (rows: number, about = '') =>
  `This file has ${about}${rows.toLocaleString('en-US')} rows. One import can have up to ${maxRows.toLocaleString('en-US')}. Please split it and import the parts one after another.`

/** The file's start and pieces from all over it: the first accent may come late. */
async function sampleBytes(path: string): Promise<Uint8Array[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const start = await piece(file, 0, startSize)
  if (size <= startSize) return [start]
  const step = Math.floor((size - startSize) / samples)
  // Even positions, so that UTF-16 keeps its pairs.
  const rest = Array.from({ length: samples }, (_, i) =>
    piece(file, startSize + 2 * Math.floor((i * step) / 2), sampleSize),
  )
  return [start, ...(await Promise.all(rest))]
}

async function piece(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** How a file becomes rows, and what its columns are called. */
interface Found {
  format: FileFormat
  names: string[]
  hasHeader: boolean
}

const encodingOf = (bytes: Uint8Array[], given: AnalyseInput['given'] = {}) =>
  given.encoding ? { label: given.encoding, mixed: false } : detectEncoding(bytes)

/** A file of vCards has the columns that its cards fill, so it is read twice; null for any other file. */
async function cardsOf({ path, given }: AnalyseInput, bytes: Uint8Array[]): Promise<Found | null> {
  const encoding = encodingOf(bytes, given)
  if (!isCards(decoder(encoding).write(bytes[0]!.subarray(0, 1024)))) return null
  const all = cardColumns.map(({ name }) => name)
  const format: FileFormat = { encoding, delimiter: ',', skip: 0, width: all.length, cards: all }
  const { columns } = await readAll(path, format)
  const [sample] = columns.asRows()
  const cards = all.filter((_, i) => sample![i])
  const names = columnsNamed(cards).map(({ header }) => header)
  return { format: { ...format, width: cards.length, cards }, names, hasHeader: true }
}

function tableOf(bytes: Uint8Array[], given: AnalyseInput['given'] = {}): Found {
  const encoding = encodingOf(bytes, given)
  const decode = decoder(encoding)
  const whole = bytes.length === 1
  const text = decode.write(bytes[0]!) + (whole ? decode.end() : '')
  const seen = detectDelimiter(text)
  const { skipLine } = seen
  const delimiter = given.delimiter ?? seen.delimiter
  const complete = whole ? [] : csvReader({ delimiter }).write(text)
  const records = complete.length > 0 ? complete : readCsv(text, { delimiter })
  const { row, names } = findHeader(records.map(({ cells }) => cells))
  const skip = Math.max(row + 1, skipLine ? 1 : 0)
  const format: FileFormat = { encoding, delimiter, skip, width: names.length }
  return { format, names, hasHeader: row >= 0 }
}

interface Seen {
  rows: number
  bytes: number
  first: CsvRecord[]
  columns: ColumnSamples
  report: DecodeReport
  /** It has more lines than were read. */
  isCut: boolean
}

async function readAll(path: string, format: FileFormat): Promise<Seen> {
  const file = createReadStream(path, { highWaterMark: startSize })
  const rows = rowsOf(file, format)
  const columns = columnSamples(format.width)
  const first: CsvRecord[] = []
  let count = 0
  for await (const records of rows) {
    count += records.length
    for (const record of records) {
      if (first.length < previewed) first.push(record)
      columns.add(record.cells)
    }
    if (rows.lines() > maxLines) break
  }
  return { rows: count, bytes: file.bytesRead, first, columns, report: rows.report, isCut: rows.lines() > maxLines }
}

function conclude(input: AnalyseInput, { format, names, hasHeader }: Found, seen: Seen) {
  const { rows, bytes, first, report, columns: values } = seen
  const shown = values.asRows()
  const proposal: Proposal = format.cards
    ? { product: 'other', columns: cardMapping(format.cards), suppressesRows: null }
    : proposeMapping(names, shown)
  // Columns with dates that aren't mapped to one yet may be, by hand.
  const dated = proposal.columns.filter(({ column, field }) => dateFields.has(field) || values.look(column) === 'date')
  const dates = values.dates(
    dated.map(({ column }) => column),
    input,
  )
  const { country, today, timeZone } = input
  const options = { country, today, ...(timeZone && { timeZone }), product: proposal.product, dateOrder: orders(dates) }
  const preview = first.map((record, i) => ({
    cells: record.cells.slice(0, format.width).map(cell => cell.slice(0, 500)),
    read: parsedRow(record, i, proposal.columns, options, format.width),
  }))
  const samples = names.map((_, i) => shown.slice(0, 3).flatMap(row => row[i]?.slice(0, 100) || []))
  const found = { ...proposal, format, hasHeader, rows, bytes, dates, samples, preview, report }
  return { ...found, remarks: remarksOn(found) }
}

if (!isMainThread && parentPort && workerData?.work === 'analyse') {
  parentPort.postMessage(await analyse(workerData as AnalyseInput))
}
