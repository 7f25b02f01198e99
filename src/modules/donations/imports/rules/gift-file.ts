import { parse } from 'csv-parse/sync'
import { CARD_NUMBER_REFUSED, hasCardNumber } from '#card-numbers/rules.ts'
import { detectDelimiter } from '#imports/rules/delimiter.ts'
import { withFormula } from '#kernel/csv.ts'
import { parseMoney } from '#kernel/money.ts'
import { dateOrder, newTally, observe, readDate } from '#people/rules/dates.ts'
import type { Method } from '../../rules/states.ts'
import type { GiftProduct } from './products.ts'

export const MOST_ROWS = 10_000
const columns = {
  id: /^(donation id|transaction id|payment id|gift id|trans(action)? ?#|id|reference( id)?)$/,
  date: /^(received( date| on)?|date( received)?|gift date|donation date|transaction date|contribution date|paid (on|at)|given on|created( at)?)$/,
  firstName: /^((donor|payer|giver) )?first ?name$/,
  lastName: /^((donor|payer|giver) )?last ?name$/,
  name: /^(name|donor( name)?|payer( name)?|giver|customer|full name|received from)$/,
  email: /^((donor|payer|giver) )?e-?mail( address)?$/,
  phone: /^((donor|payer|giver) )?(phone|mobile)( number)?$/,
  amount: /^((gross|gift|donation|total|paid) )?amount$|^(gross|credit|total)$/,
  currency: /^currency( code)?$/,
  fund: /^(fund( name)?|giving type|designation|category|account|class|fund 1)$/,
  method: /^(method|payment (method|type|source)( type)?|tender( type)?|source|transaction type|type)$/,
  checkNumber: /^(check ?(#|number|no\.?)|num|cheque number)$/,
  memo: /^(memo|notes?|comments?|memo ?\/ ?description|description)$/,
  status: /^(status|payment status|state)$/,
} as const
type Column = keyof typeof columns

export interface GiftRow {
  /** In the file; the header is line 1. */
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
  fund: string
  method: Method
  checkNumber: string
  memo: string
}
export interface GiftFile {
  product: GiftProduct
  rows: GiftRow[]
  problems: { row: number; message: string }[]
  /** Rows that are no gifts: failed or refunded ones. */
  skipped: number
}

interface Settings {
  country: string
  /** For files that name none. */
  currency: string
  /** The church's local day. */
  today: string
}

const plain = (cell: string) => cell.trim().toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ')

function productOf(header: readonly string[]): GiftProduct {
  const has = (...names: string[]) => names.every(name => header.includes(name))
  if (has('donation id')) return 'planning-center'
  if (has('giving type')) return 'tithely'
  if (has('payment id') || header.some(name => name.startsWith('payer'))) return 'pushpay'
  if (has('transaction type') || has('num')) return 'quickbooks'
  return 'other'
}

/** The line of the header: exports of bookkeeping have titles above it. */
function headerAt(lines: readonly (readonly string[])[]): number {
  const knows = (cells: readonly string[], column: Column) => cells.some(cell => columns[column].test(plain(cell)))
  return lines.slice(0, 20).findIndex(cells => knows(cells, 'date') && knows(cells, 'amount'))
}

/** Reads a file of gifts as Planning Center, Tithe.ly, Pushpay, QuickBooks and plain tables write it. */
export function readGiftFile(text: string, settings: Settings): GiftFile {
  const found: GiftFile = { product: 'other', rows: [], problems: [], skipped: 0 }
  const lines: string[][] = parse(text, {
    ...{ bom: true, delimiter: detectDelimiter(text.slice(0, 20_000)).delimiter, relax_column_count: true },
    ...{ relax_quotes: true, skip_empty_lines: true },
  })
  const at = headerAt(lines)
  if (at < 0) {
    found.problems.push({ row: 1, message: 'The file needs a column with the date and one with the amount' })
    return found
  }
  const header = lines[at]!.map(plain)
  found.product = productOf(header)
  const places = new Map<Column, number>()
  for (const column of Object.keys(columns) as Column[]) {
    const place = header.findIndex((name, i) => columns[column].test(name) && ![...places.values()].includes(i))
    if (place >= 0) places.set(column, place)
  }
  const cellsOf = (line: readonly string[]) => (column: Column) =>
    withFormula((line[places.get(column) ?? -1] ?? '').replace(/\p{Cc}+/gu, ' ').trim())
  const tally = newTally()
  const all = lines.slice(at + 1)
  for (const line of all) observe(tally, cellsOf(line)('date'))
  const { order } = dateOrder(tally, settings.country)
  for (const [i, line] of all.entries()) {
    const row = at + 2 + i
    if (i >= MOST_ROWS) {
      found.problems.push({
        row,
        message: `A file holds at most ${MOST_ROWS.toLocaleString('en-US')} gifts. Please split it.`,
      })
      break
    }
    const gift = readRow(cellsOf(line), row, { ...settings, order })
    if (gift === null) found.skipped++
    else if ('message' in gift) found.problems.push(gift)
    else found.rows.push(gift)
  }
  return found
}

/** Sums and blank lines of reports are no gifts. */
const isNoGift = (cell: (column: Column) => string) =>
  (!cell('date') && !cell('amount')) ||
  /^(total|subtotal|balance)/i.test(cell('date') || cell('name')) ||
  /fail|refund|void|cancel|declin|reversed|pending/i.test(cell('status'))

function readRow(
  cell: (column: Column) => string,
  row: number,
  { order, today, currency: usual }: Settings & { order: 'mdy' | 'dmy' | 'ymd' },
): GiftRow | { row: number; message: string } | null {
  if (isNoGift(cell)) return null
  const read = readDate(cell('date'), order, today)
  if (read.kind !== 'date' || read.date.year === null)
    return { row, message: `“${cell('date').slice(0, 30)}” is not a date` }
  const { year, month, day } = read.date
  const receivedOn = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (receivedOn > today) return { row, message: `${receivedOn} is in the future` }
  const currency = cell('currency').toUpperCase() || usual
  if (!/^[A-Z]{3}$/.test(currency)) return { row, message: `“${currency.slice(0, 10)}” is not a currency` }
  const amount = parseMoney(cell('amount').replace(/[\p{Sc}\s]/gu, ''), currency)
  if (amount === null) return { row, message: `“${cell('amount').slice(0, 30)}” is not an amount` }
  if (amount <= 0) return { row, message: 'The amount is not above zero' }
  const texts = (['firstName', 'lastName', 'name', 'email', 'fund', 'checkNumber', 'memo', 'id'] as const).map(cell)
  if (texts.some(hasCardNumber)) return { row, message: CARD_NUMBER_REFUSED }
  return {
    ...{ row, receivedOn, amount, currency, ...nameIn(cell) },
    ...{ externalId: cell('id').slice(0, 100), email: cell('email').slice(0, 254), phone: cell('phone').slice(0, 40) },
    ...{ fund: fundIn(cell('fund')), method: methodIn(cell('method'), cell('checkNumber')) },
    ...{ checkNumber: cell('checkNumber').slice(0, 40), memo: cell('memo').slice(0, 200) },
  }
}

function nameIn(cell: (column: Column) => string) {
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

/** "Contributions:Missions" of an account tree is Missions. */
const fundIn = (text: string) => text.split(':').at(-1)!.trim().slice(0, 80)

function methodIn(text: string, checkNumber: string): Method {
  if (/check|cheque/i.test(text)) return 'check'
  if (/cash/i.test(text)) return 'cash'
  if (/card|visa|master|amex|discover|credit|debit/i.test(text)) return 'card'
  if (/ach|bank|eft|wire|transfer/i.test(text)) return 'bank'
  if (/stock|securit/i.test(text)) return 'stock'
  return checkNumber ? 'check' : 'other'
}
