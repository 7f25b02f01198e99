import { partialDateText } from '#people/rules/birthday.ts'
import { agreeing, type DateOrder, dateOrder, newTally, observe, readZonedDate } from '#people/rules/dates.ts'
import { inspect, type ValueKind } from './inspect.ts'
import type { AnalyseInput, DateColumn } from './parsing.ts'

const perColumn = 200

/** Gathers what tells columns apart while a file is read once: some values of each, and the order of all its dates. */
export interface ColumnSamples {
  add(cells: readonly string[]): void
  /** The samples as rows, each column's values moved up over its gaps. */
  asRows(): string[][]
  look(column: number): ValueKind | null
  /** The order of day and month in each of these columns. */
  dates(columns: readonly number[], church: Pick<AnalyseInput, 'country' | 'today' | 'timeZone'>): DateColumn[]
}

export function columnSamples(width: number): ColumnSamples {
  const values: string[][] = Array.from({ length: width }, () => [])
  const tallies = Array.from({ length: width }, newTally)
  const numbers = /^\s*\d{1,2}\s*[/.-]/

  function add(cells: readonly string[]): void {
    for (let i = 0; i < width; i++) {
      const cell = cells[i]
      if (!cell) continue
      if (numbers.test(cell)) observe(tallies[i]!, cell)
      const sample = values[i]!
      if (sample.length < perColumn && cell.trim()) sample.push(copied(cell))
    }
  }

  function dates(
    wanted: readonly number[],
    { country, ...church }: Pick<AnalyseInput, 'country' | 'today' | 'timeZone'>,
  ): DateColumn[] {
    const found = wanted.map(column => ({ column, ...dateOrder(tallies[column] ?? newTally(), country) }))
    return agreeing(found).map(({ column, order, certain }) => ({
      column,
      order,
      certain,
      examples: examples(column, order, church),
    }))
  }

  function examples(column: number, order: DateOrder, { today, timeZone }: Pick<AnalyseInput, 'today' | 'timeZone'>) {
    const shown = (values[column] ?? []).map(written => ({
      written: written.trim(),
      reading: readZonedDate(written, order, today, { timeZone, midnightIsDay: true }),
    }))
    const read = shown.map(({ written, reading }) => ({
      written,
      read: reading.kind === 'date' ? partialDateText(reading.date) : '',
    }))
    return read.filter(example => example.read).slice(0, 3)
  }

  const asRows = () => Array.from({ length: perColumn }, (_, row) => values.map(column => column[row] ?? ''))
  return { add, asRows, look: column => inspect(values[column] ?? []), dates }
}

// A slice of a chunk keeps the whole chunk in memory; a copy doesn't.
const copied = (text: string) => JSON.parse(JSON.stringify(text.slice(0, 300))) as string
