import type { RowOptions } from './draft.ts'
import type { Mapping } from './fields.ts'
import type { ParsedRow } from './parsing.ts'
import type { RowMessage } from './person.ts'
import type { CsvRecord } from './records.ts'
import { readRow } from './row.ts'

/** A record of the file as a row of the import; `row` counts the people from 0. */
export function parsedRow(
  record: CsvRecord,
  row: number,
  mapping: Mapping,
  options: RowOptions,
  width: number,
): ParsedRow {
  const { cells, line, problem } = record
  const read = readRow(cells, mapping, options)
  const errors = problem ? [broken(problem)] : read.errors
  const spare = cells.slice(width).some(cell => cell.trim())
  const warnings = [...read.warnings, ...(spare && !problem ? [moreThanColumns] : []), ...skipped(record)]
  // Of a line that came apart, nobody knows which cell belongs to which column.
  const suppressions = problem === 'too_long' ? [] : read.suppressions
  return {
    ...read,
    row,
    line,
    errors,
    warnings,
    suppressions,
    cells: errors.length > 0 ? cells.map(cell => cell.slice(0, 20_000)) : null,
  }
}

const moreThanColumns: RowMessage = {
  column: null,
  text: 'This row has more values than the file has columns. The extra ones were skipped.',
}

const skipped = ({ problem, skippedLines }: CsvRecord): RowMessage[] =>
  skippedLines && !problem
    ? [{ column: null, text: `${skippedLines} unreadable line${skippedLines === 1 ? ' was' : 's were'} skipped.` }]
    : []

export const brokenRecords: Record<NonNullable<CsvRecord['problem']>, string> = {
  unclosed_quote: 'A quotation mark in this row is never closed.',
  too_long: 'This row has more than a million characters, which is too long to read.',
  open_card: 'This card is cut off: its last line, END:VCARD, is missing.',
  group_card: 'This card is a list of contacts and not a person.',
}
const broken = (problem: NonNullable<CsvRecord['problem']>): RowMessage => ({
  column: null,
  text: brokenRecords[problem],
})
