import { CARD_NUMBER_REFUSED, hasCardNumber } from '#card-numbers/rules.ts'
import { type DecimalMark, decimalMark, readAmount } from '#imports/rules/amounts.ts'
import { looksLikeEmail } from '#imports/rules/inspect.ts'
import { type Columns, dayReader, headerKey, readTable, type Table } from '#imports/rules/table.ts'
import type { Method } from '../../rules/states.ts'
import { fundIn, splitFunds } from './fund-cells.ts'
import type { GiftProduct } from './products.ts'

export const MOST_ROWS = 10_000
const columns = {
  id: /^(donation id|transaction id|payment id|gift id|contribution id|trans(action)? ?#|id|reference( id)?)$/,
  date: [
    /^(received( date| on)?|date( received)?|gift date|donation date|contribution date|given on)$/,
    /^(transaction date|paid (on|at)|created( at)?|completed( at)?|date ?\/ ?time|date.*)$/,
  ],
  firstName: /^((donor|payer|giver) )?first ?name$/,
  lastName: /^((donor|payer|giver) )?last ?name$/,
  name: /^(name|donor( name)?|payer( name)?|giver( name)?|customer|full name|received from)$/,
  email: /^((donor|payer|giver) )?e-?mail( address)?$/,
  phone: /^((donor|payer|giver) )?(phone|mobile)( number)?$/,
  amount: [
    /^((gift|donation|contribution|gross|paid|total) )?amount( \(?[a-z]{3}\)?)?$/,
    /^(gross|credit|total|betrag|importe|monto|montant)$/,
  ],
  currency: /^currency( code)?$/,
  fund: /^(funds?( names?)?|giving types?|designations?|category|account|class|fund 1)$/,
  method: /^(method( id)?|payment (method|type|source)( type)?|tender( type)?|source|transaction type|type)$/,
  checkNumber: /^(check ?(#|number|no\.?)|num|cheque number)$/,
  memo: /^(memo|notes?|comments?|memo ?\/ ?description|description)$/,
  status: /^(status|payment status|state)$/,
} as const satisfies Columns<string>
type Column = keyof typeof columns

export interface GiftRow {
  /** Line of the file on which it begins. */
  row: number
  /** The old system's number, empty where it has none. */
  externalId: string
  receivedOn: string
  firstName: string
  lastName: string
  email: string
  phone: string
  amount: number
  currency: string
  /** Empty where the row names none. */
  fund: string
  method: Method
  checkNumber: string
  memo: string
}
export interface RowMessage {
  row: number
  message: string
}
export interface GiftFile {
  product: GiftProduct
  rows: GiftRow[]
  /** Rows that can't be imported. */
  problems: RowMessage[]
  /** What of an imported row was not understood, and what becomes of it. */
  warnings: RowMessage[]
  /** Sentences about the whole file. */
  notes: string[]
  /** Header of the column of numbers, null where there is none. */
  idHeader: string | null
  /** Rows that are no gifts: failed or refunded ones. */
  skipped: number
}

interface Settings {
  country: string
  /** For files that name none. */
  currency: string
  /** The church's local day. */
  today: string
  timeZone: string
}

function productOf(header: readonly string[]): GiftProduct {
  const has = (...names: string[]) => names.every(name => header.includes(name))
  if (has('donation id')) return 'planning-center'
  if (has('giving type')) return 'tithely'
  if (has('payment id') || header.some(name => name.startsWith('payer'))) return 'pushpay'
  if (has('transaction type') || has('num')) return 'quickbooks'
  return 'other'
}

type GiftTable = Table<Column>
interface Reading extends Settings {
  day: ReturnType<typeof dayReader>['read']
  mark: DecimalMark
  severalFunds: boolean
}

/** Reads a file of gifts as Planning Center, Tithe.ly, Pushpay, Breeze, QuickBooks and plain tables write it. */
export function readGiftFile(text: string, settings: Settings): GiftFile {
  const found: GiftFile = {
    product: 'other',
    rows: [],
    problems: [],
    warnings: [],
    notes: [],
    idHeader: null,
    skipped: 0,
  }
  const table = readTable(text, columns, places => places.has('date') && places.has('amount'))
  if (!table) {
    found.problems.push({ row: 1, message: 'The file needs a column with the date and one with the amount' })
    return found
  }
  found.product = productOf(table.header.map(headerKey))
  const nameOf = (column: Column) => table.header[table.places.get(column) ?? -1] ?? ''
  found.idHeader = nameOf('id') || null
  const whole = table.rows.filter(({ problem }) => problem === null)
  const days = dayReader(whole.map(({ cell }) => cell('date')).filter(Boolean), settings)
  const reading: Reading = {
    ...settings,
    day: days.read,
    mark: decimalMark(whole.map(({ cell }) => cell('amount'))),
    currency: / \(?([a-z]{3})\)?$/.exec(headerKey(nameOf('amount')))?.[1]?.toUpperCase() ?? settings.currency,
    severalFunds: /s\)?$/i.test(nameOf('fund').trim()),
  }
  found.notes.push(...days.notes, ...notesOn(table))
  for (const row of table.rows.slice(0, MOST_ROWS)) addRow(row, reading, found)
  for (const { row } of table.rows.slice(MOST_ROWS, MOST_ROWS + 1)) {
    const limit = MOST_ROWS.toLocaleString('en-US')
    found.problems.push({
      row,
      message: `A file holds at most ${limit} gifts: no row from here on is imported. Please split it.`,
    })
  }
  return found
}

const notesOn = ({ unread }: GiftTable) =>
  unread.length === 0
    ? []
    : [`Not imported, because these columns are not known: ${unread.map(name => `“${name.slice(0, 40)}”`).join(', ')}.`]

const paid =
  /^(succeeded|success(ful)?|completed?|paid|settled|cleared|approved|posted|processed|deposited|captured|received|ok|done)$/i
const notPaid =
  /fail|refund|void|cancel|declin|reversed|pending|expired|abandoned|rejected|returned|chargeback|disputed/i

/** Sums and blank lines of reports are no gifts. */
const isNoGift = (cell: (column: Column) => string) =>
  (!cell('date') && !cell('amount')) ||
  (!cell('date') && /^(grand )?(total|subtotal|balance)/i.test(cell('name'))) ||
  /^(grand )?(total|subtotal|balance)/i.test(cell('date')) ||
  notPaid.test(cell('status'))

type Row = GiftTable['rows'][number]

function addRow({ row, cell, problem }: Row, reading: Reading, found: GiftFile): void {
  if (problem === null && isNoGift(cell)) {
    found.skipped++
    return
  }
  const why = problem ?? problemIn(cell)
  const read = why === null ? readRow(cell, row, reading) : why
  if (typeof read === 'string') found.problems.push({ row, message: read })
  else {
    found.rows.push(...read)
    found.warnings.push(...warningsOn(cell).map(message => ({ row, message })))
  }
}

type Cell = (column: Column) => string
const quoted = (text: string) => `“${text.slice(0, 40)}”`

/** What keeps a row out before its values are read. */
function problemIn(cell: Cell): string | null {
  const status = cell('status')
  if (status && !paid.test(status)) return `${quoted(status)} is not a status that we know`
  const texts = (['firstName', 'lastName', 'name', 'email', 'fund', 'checkNumber', 'memo', 'id'] as const).map(cell)
  return texts.some(hasCardNumber) ? CARD_NUMBER_REFUSED : null
}

/** @returns the gift, one for each fund that it is split to, or a sentence about what can't be read */
function readRow(cell: Cell, row: number, { day, currency: usual, mark, severalFunds }: Reading): GiftRow[] | string {
  const date = day(cell('date'))
  if ('problem' in date) return date.problem
  const named = cell('currency').toUpperCase()
  if (named && !/^[A-Z]{3}$/.test(named)) return `${quoted(named)} is not a currency`
  const read = readAmount(cell('amount'), named || usual, mark)
  if (read === null) return `${quoted(cell('amount'))} is not an amount`
  const { amount, currency } = read
  if (named && named !== currency) return `${quoted(cell('amount'))} is not in ${named}`
  if (amount <= 0) return 'The amount is not above zero'
  const gift = {
    row,
    receivedOn: date.day,
    currency,
    ...nameIn(cell),
    externalId: cell('id').slice(0, 100),
    phone: cell('phone').slice(0, 40),
    email: looksLikeEmail(cell('email')) ? cell('email').slice(0, 254) : '',
    method: methodIn(cell('method'), cell('checkNumber')),
    checkNumber: cell('checkNumber').slice(0, 40),
    memo: cell('memo').slice(0, 200),
  }
  const parts = severalFunds ? splitFunds(cell('fund'), { amount, currency, mark }) : null
  if (typeof parts === 'string') return parts
  return (parts ?? [{ fund: fundIn(cell('fund')), amount }]).map(part => ({ ...gift, ...part }))
}

function warningsOn(cell: Cell): string[] {
  const [email, method] = [cell('email'), cell('method')]
  const isLong = cell('memo').length > 200 || cell('fund').length > 80 || cell('name').length > 160
  return [
    email && !looksLikeEmail(email) ? `${quoted(email)} is not an email address and is left out` : '',
    method && methodIn(method, cell('checkNumber')) === 'other' && !/^other$/i.test(method)
      ? `${quoted(method)} is not a payment method that we know: recorded as Other`
      : '',
    isLong ? 'A text of this row is too long and is shortened' : '',
  ].filter(Boolean)
}

function nameIn(cell: Cell) {
  const [first, last] = [cell('firstName').slice(0, 80), cell('lastName').slice(0, 80)]
  if (first || last) return { firstName: first, lastName: last }
  const whole = cell('name')
  if (!whole || /^anonymous|^cash$|^loose/i.test(whole)) return { firstName: '', lastName: '' }
  // "Lopez, Maria" as bookkeeping writes it.
  const [family, given] = whole.split(/\s*,\s*/)
  if (given) return { firstName: given.slice(0, 80), lastName: family!.slice(0, 80) }
  const words = whole.split(' ')
  return {
    firstName: words.slice(0, -1).join(' ').slice(0, 80) || whole.slice(0, 80),
    lastName: words.length > 1 ? words.at(-1)!.slice(0, 80) : '',
  }
}

function methodIn(text: string, checkNumber: string): Method {
  if (/check|cheque/i.test(text)) return 'check'
  if (/cash|coin/i.test(text)) return 'cash'
  if (/card|visa|master|amex|discover|credit|debit/i.test(text)) return 'card'
  if (/ach|bank|eft|wire|transfer/i.test(text)) return 'bank'
  if (/stock|securit/i.test(text)) return 'stock'
  return checkNumber ? 'check' : 'other'
}
