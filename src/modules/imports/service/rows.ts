import { createReadStream } from 'node:fs'
import { parsedRow } from '../rules/parsed-row.ts'
import type { ParsedRow, ParseInput } from '../rules/parsing.ts'
import { rowsOf } from '../rules/rows.ts'

/** Rows of one transaction, and characters where the rows are long ones. */
const most = { rows: 500, characters: 2_000_000 }

/** Reads a file's people, some at a time, from the row `from` on; no more than one batch is in memory. */
export async function* parse({ path, format, mapping, options, from }: ParseInput): AsyncGenerator<ParsedRow[]> {
  const file = createReadStream(path, { highWaterMark: 128 * 1024 })
  let batch: ParsedRow[] = []
  let characters = 0
  let row = 0
  for await (const records of rowsOf(file, format)) {
    for (const record of records) {
      if (row++ < from) continue
      batch.push(parsedRow(record, row - 1, mapping, options, format.width))
      characters += record.cells.reduce((sum, cell) => sum + cell.length, 0)
      if (batch.length < most.rows && characters < most.characters) continue
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0) yield batch
}
