import { partialDateText } from '#people/rules/birthday.ts'
import { dateOrder, newTally, observe, readZonedDate } from '#people/rules/dates.ts'
import { isDayAtMidnight, namesZone } from '#people/rules/written-times.ts'
import { cellText } from './cell-text.ts'
import { detectDelimiter } from './delimiter.ts'
import { uniqueNames } from './header.ts'
import { brokenRecords } from './parsed-row.ts'
import { isBlank, readCsv } from './records.ts'

/** A file of rows under a header, whatever program wrote it. */
export interface Table<Column extends string> {
  /** The header as the file has it. */
  header: string[]
  /** Position of each column that was found. */
  places: ReadonlyMap<Column, number>
  /** What the rows say, in the order of the file. */
  rows: TableRow<Column>[]
  /** Headers of columns that nothing is read from, though they have values. */
  unread: string[]
}
export interface TableRow<Column extends string> {
  /** Line of the file on which it begins, from 1. */
  row: number
  cell(column: Column): string
  /** Why nothing of the row can be trusted, else null. */
  problem: string | null
}
/** For each column the headers that mean it: in lower case, without "(s)"; the pattern that comes first is preferred. */
export type Columns<Column extends string> = Record<Column, RegExp | readonly RegExp[]>

const WIDER = 'This row has more values than the file has columns. Values with separators in them need quotation marks.'
const DAMAGED = 'This row has characters that could not be read (�). Please export the file as UTF-8.'

/** "Fund(s)", "FUND_NAME" and "Fund  name" as words to compare. */
export const headerKey = (header: string): string =>
  cellText(header)
    .replace(/^\uFEFF/, '')
    .toLowerCase()
    .replace(/\(s\)/g, '')
    .replaceAll('_', ' ')
    .replace(/[*:]+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()

function placesIn<Column extends string>(cells: readonly string[], columns: Columns<Column>): Map<Column, number> {
  const keys = cells.map(headerKey)
  const places = new Map<Column, number>()
  const taken = new Set<number>()
  for (const [column, patterns] of Object.entries(columns) as [Column, RegExp | readonly RegExp[]][])
    for (const pattern of [patterns].flat() as RegExp[]) {
      const at = keys.findIndex((key, i) => !taken.has(i) && pattern.test(key))
      if (places.has(column) || at < 0) continue
      places.set(column, at)
      taken.add(at)
    }
  return places
}

/** Reads a table; null where no line among the first 25 is a header that `needed` accepts. */
export function readTable<Column extends string>(
  text: string,
  columns: Columns<Column>,
  needed: (places: ReadonlyMap<Column, number>) => boolean,
): Table<Column> | null {
  const known = (header: string) =>
    Object.values<RegExp | readonly RegExp[]>(columns)
      .flat()
      .some(one => one.test(headerKey(header)))
  const { delimiter, skipLine } = detectDelimiter(text.slice(0, 200_000), known)
  const records = readCsv(text, { delimiter }).slice(skipLine ? 1 : 0)
  const at = records.slice(0, 25).findIndex(({ cells }) => needed(placesIn(cells, columns)))
  if (at < 0) return null
  const header = uniqueNames(records[at]!.cells, 0)
  const places = placesIn(records[at]!.cells, columns)
  // Again with the width of the header: a quotation mark that was never closed shows by it.
  const all = readCsv(text, { delimiter, columns: header.length }).slice(at + 1 + (skipLine ? 1 : 0))
  const rows = all
    .filter(({ cells }) => cells.length > 1 || !isBlank(cells))
    .map(({ cells, line, problem }) => ({
      row: line,
      cell: (column: Column) =>
        cellText((cells[places.get(column) ?? -1] ?? '').replace(/\p{Cc}+/gu, ' ')).normalize('NFC'),
      problem: problem
        ? brokenRecords[problem]
        : cells.slice(header.length).some(cell => cell.trim())
          ? WIDER
          : [...places.values()].some(place => cells[place]?.includes('\uFFFD'))
            ? DAMAGED
            : null,
    }))
  const used = new Set(places.values())
  const isFilled = (i: number) => all.some(({ cells }) => cells[i]?.trim())
  return { header, places, rows, unread: header.filter((_, i) => !used.has(i) && isFilled(i)) }
}

export type DayReading = { day: string } | { problem: string }

/** Reads one column of days: the order of day and month, and what its times mean, are the whole column's. */
export function dayReader(values: readonly string[], church: { country: string; today: string; timeZone: string }) {
  const tally = newTally()
  for (const value of values) observe(tally, value)
  const { order, certain } = dateOrder(tally, church.country)
  const zoned = values.filter(namesZone)
  const midnightIsDay = zoned.length > 0 && zoned.every(isDayAtMidnight)
  const read = (value: string): DayReading => {
    const reading = readZonedDate(value, order, church.today, { timeZone: church.timeZone, midnightIsDay })
    if (reading.kind !== 'date' || reading.date.year === null)
      return { problem: `“${value.slice(0, 40)}” is not a date` }
    const day = partialDateText(reading.date)
    return day > church.today ? { problem: `${day} is in the future` } : { day }
  }
  const notes = [
    certain ? '' : `The dates can be read in two ways. We read them as ${orderWords[order]}. Please check.`,
    midnightIsDay ? 'All times are midnight in UTC, so they were read as days.' : '',
    zoned.length > 0 && !midnightIsDay ? `Times with a zone were converted to your church’s (${church.timeZone}).` : '',
  ].filter(Boolean)
  return { read, notes }
}

export const orderWords = { mdy: 'month, then day', dmy: 'day, then month', ymd: 'year, month, day' }
