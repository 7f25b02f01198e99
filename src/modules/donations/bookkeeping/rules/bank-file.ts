import { type DecimalMark, decimalMark, readAmount } from '#imports/rules/amounts.ts'
import { type Columns, dayReader, readTable, type Table } from '#imports/rules/table.ts'

export interface BankRow {
  /** Line of the file on which it begins. */
  row: number
  day: string
  description: string
  /** Minor units; what came in is positive. */
  amount: number
}
export interface BankFileRows {
  rows: BankRow[]
  /** Rows that can't be added. */
  problems: { row: number; message: string }[]
  /** Sentences about the whole file. */
  notes: string[]
}

const columns = {
  day: [
    /^(date|posting date|posted( date)?|transaction date|booking date|buchungstag|buchungsdatum|fecha|date op[eé]ration)$/,
    /^(value date|valuta(datum)?|wertstellung|completed date( \(utc\))?|started date|date.*)$/,
  ],
  description: [
    /^(description|memo|details|narrative|verwendungszweck|buchungstext|descripci[oó]n|concepto|libell[eé])$/,
    /^(payee|name|reference|empf[aä]nger)$/,
  ],
  amount: /^(amount|amount \(.*\)|betrag|betrag \(.*\)|umsatz|importe|monto|montant)$/,
  credit: /^(credit|credits|deposits?|paid in|money in|credit amount|haben|abonos?|cr[eé]dit)$/,
  debit: /^(debit|debits|withdrawals?|paid out|money out|debit amount|soll|cargos?|d[eé]bit)$/,
  currency: /^(currency( code)?|w[aä]hrung|moneda|divisa|devise)$/,
} as const satisfies Columns<string>
type Column = keyof typeof columns
type Cell = (column: Column) => string

interface Church {
  country: string
  currency: string
  today: string
  timeZone: string
}

const NO_HEADER = 'The file needs a column with the date and one with the amount'

/** Reads the lines of an account as banks export them: a date, a text, and an amount or two columns of them. */
export function readBankFile(text: string, church: Church): BankFileRows {
  const table = readTable(text, columns, has => has.has('day') && (has.has('amount') || has.has('credit')))
  if (!table) return { rows: [], problems: [{ row: 1, message: NO_HEADER }], notes: [] }
  const lines = table.rows.filter(({ cell }) => columnsOfAmounts.some(cell) || cell('day') || cell('description'))
  const days = dayReader(lines.map(({ cell }) => cell('day')).filter(Boolean), church)
  const mark = decimalMark(lines.flatMap(({ cell }) => columnsOfAmounts.map(cell)))
  const found: BankFileRows = { rows: [], problems: [], notes: [...days.notes, ...notesOn(table)] }
  for (const { row, cell, problem } of lines) {
    const day = days.read(cell('day'))
    const amount = amountOf(cell, church.currency, mark)
    if (problem !== null) found.problems.push({ row, message: problem })
    else if ('problem' in day) found.problems.push({ row, message: day.problem })
    else if (typeof amount === 'string') found.problems.push({ row, message: amount })
    else found.rows.push({ row, day: day.day, description: cell('description').slice(0, 200), amount })
  }
  return found
}

const columnsOfAmounts = ['amount', 'credit', 'debit'] as const

/** Of columns that banks add by the dozen, none is missed: only a file without texts says so. */
const notesOn = ({ places }: Table<Column>) =>
  places.has('description') ? [] : ['The file has no column that we know as the description.']

/** @returns minor units, or a sentence about what can't be read */
function amountOf(cell: Cell, currency: string, mark: DecimalMark): number | string {
  const named = cell('currency').toUpperCase()
  if (named && named !== currency) return `This line is in ${named.slice(0, 10)}, and the account in ${currency}`
  const [credit, debit] = [read('credit'), read('debit')]
  function read(column: (typeof columnsOfAmounts)[number]): number | string | null {
    const text = cell(column)
    if (!text || /^[-–]$/.test(text)) return null
    const amount = readAmount(text, currency, mark)
    if (amount === null) return `“${text.slice(0, 40)}” is not an amount`
    return amount.currency === currency ? amount.amount : `“${text.slice(0, 40)}” is not in ${currency}`
  }
  const whole = read('amount')
  if (whole !== null) return whole
  // Banks that fill both columns write a zero into the other.
  if (typeof credit === 'string' || typeof debit === 'string')
    return [credit, debit].find(one => typeof one === 'string')!
  if (credit && debit) return 'This line has an amount in both columns'
  if (credit === null && debit === null) return 'This line has no amount'
  return (credit ?? 0) || -Math.abs(debit ?? 0)
}
