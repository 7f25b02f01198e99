import { parse } from 'csv-parse/sync'
import { detectDelimiter } from '#imports/rules/delimiter.ts'
import { withFormula } from '#kernel/csv.ts'
import { parseMoney } from '#kernel/money.ts'
import { dateOrder, newTally, observe, readDate } from '#people/rules/dates.ts'

export interface BankRow {
  day: string
  description: string
  /** Minor units; what came in is positive. */
  amount: number
}

const columns = {
  day: /^(date|posting date|posted( date)?|transaction date|value date|booking date)$/i,
  description: /^(description|memo|details|payee|name|narrative|reference)$/i,
  amount: /^(amount|amount \(.*\))$/i,
  credit: /^(credit|deposits?|paid in|money in|credit amount)$/i,
  debit: /^(debit|withdrawals?|paid out|money out|debit amount)$/i,
}

/** Reads the lines of an account as banks export them: a date, a text, and an amount or two columns of them. */
export function readBankFile(
  text: string,
  { country, currency, today }: { country: string; currency: string; today: string },
): { rows: BankRow[]; problems: { row: number; message: string }[] } {
  const lines: string[][] = parse(text, {
    ...{ bom: true, delimiter: detectDelimiter(text.slice(0, 20_000)).delimiter, relax_column_count: true },
    ...{ relax_quotes: true, skip_empty_lines: true },
  })
  const place = (cells: readonly string[], name: keyof typeof columns) =>
    cells.findIndex(cell => columns[name].test(cell.trim()))
  const at = lines
    .slice(0, 20)
    .findIndex(cells => place(cells, 'day') >= 0 && (place(cells, 'amount') >= 0 || place(cells, 'credit') >= 0))
  if (at < 0)
    return {
      rows: [],
      problems: [{ row: 1, message: 'The file needs a column with the date and one with the amount' }],
    }
  const cell = (line: readonly string[], name: keyof typeof columns) =>
    withFormula((line[place(lines[at]!, name)] ?? '').replace(/\p{Cc}+/gu, ' ').trim())
  const tally = newTally()
  for (const line of lines.slice(at + 1)) observe(tally, cell(line, 'day'))
  const { order } = dateOrder(tally, country)
  const found = { rows: [] as BankRow[], problems: [] as { row: number; message: string }[] }
  for (const [i, line] of lines.slice(at + 1).entries()) {
    const row = at + 2 + i
    const read = readDate(cell(line, 'day'), order, today)
    const amount = amountOf(name => cell(line, name), currency)
    if (read.kind !== 'date' || read.date.year === null) found.problems.push({ row, message: 'This is not a date' })
    else if (amount === null) found.problems.push({ row, message: 'This is not an amount' })
    else {
      const { year, month, day } = read.date
      const days = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      found.rows.push({ day: days, description: cell(line, 'description').slice(0, 200), amount })
    }
  }
  return found
}

function amountOf(cell: (name: 'amount' | 'credit' | 'debit') => string, currency: string): number | null {
  const read = (text: string) => {
    const plain = text.replace(/[\p{Sc}\s+]/gu, '')
    // Banks put payments into brackets.
    const bracketed = /^\((.*)\)$/.exec(plain)
    const amount = parseMoney(bracketed ? bracketed[1]! : plain, currency)
    return amount !== null && bracketed ? -amount : amount
  }
  if (cell('amount')) return read(cell('amount'))
  if (cell('credit')) return read(cell('credit'))
  const out = cell('debit') ? read(cell('debit')) : null
  return out === null ? null : -Math.abs(out)
}
