import known from '../data/products.json' with { type: 'json' }
import { type Column, type Field, fields, type HeaderMeaning, isRepeatable, type Product } from './fields.ts'
import { exactly, headerPhrase, nearly } from './header-words.ts'
import { inspect, type ValueKind } from './inspect.ts'
import { readGender, readLeadStage, readMaritalStatus, readSubscription } from './values.ts'

export interface Proposal {
  product: Product
  columns: Column[]
  /** The file is a list of people who are gone: every row with a value there is suppressed. */
  suppressesRows: 'unsubscribed' | 'hard_bounce' | null
}

/** Which product wrote a file with these headers. */
export function detectProduct(headers: readonly string[]): Product {
  const phrases = new Set(headers.map(headerPhrase))
  const found = Object.entries(known).find(([, { signature }]) =>
    signature.some(words => words.every(word => phrases.has(word))),
  )
  return (found?.[0] ?? 'other') as Product
}

/**
 * What each column becomes. `rows` are some of the file's rows: they decide where the header says too little, and overrule
 * it where a column of phone numbers holds email addresses.
 */
export function proposeMapping(headers: readonly string[], rows: readonly (readonly string[])[]): Proposal {
  const product = detectProduct(headers)
  const samples = headers.map((_, i) => rows.map(row => row[i] ?? '').filter(value => value.trim()))
  const columns = headers.map((header, i) => proposeColumn(header, i, samples[i]!, product))
  splitNames(columns, samples)
  guessNames(columns, samples)
  streetOf(columns)
  dropSecond(columns)
  return { product, columns, suppressesRows: wholeFile(headers) }
}

function wholeFile(headers: readonly string[]): Proposal['suppressesRows'] {
  const phrases = headers.map(headerPhrase)
  if (phrases.includes('clean time')) return 'hard_bounce'
  return phrases.includes('unsub time') ? 'unsubscribed' : null
}

function proposeColumn(header: string, column: number, values: string[], product: Product): Column {
  const overrides: Record<string, string> = product === 'other' ? {} : known[product].columns
  const special = overrides[headerPhrase(header)] as Field | undefined
  const said = special ? { field: special, kind: null, group: null } : exactly(header)
  const meaning = said ?? nearly(header)
  const seen = inspect(values)
  const better = special ? null : byValues(header, meaning, values, seen)
  if (better) return { column, header, ...better, by: 'values' }
  if (meaning) return { column, header, ...meaning, by: said ? 'header' : 'likeness' }
  return { column, header, field: 'ignore', kind: null, group: null, by: 'nothing' }
}

const plain = (field: Field): HeaderMeaning => ({ field, kind: null, group: null })

/** Where the values speak louder than the header. */
function byValues(
  header: string,
  meaning: HeaderMeaning | null,
  values: string[],
  seen: ValueKind | null,
): HeaderMeaning | null {
  if (headerPhrase(header) === 'title') return byTitle(values)
  if (!meaning) return seen === 'email' || seen === 'phone' ? plain(seen) : null
  if (meaning.field === 'phone' && seen === 'email') return { ...meaning, field: 'email' }
  if (meaning.field === 'email' && seen === 'phone') return { ...meaning, field: 'phone' }
  if (meaning.field === 'address' && seen === 'email') return { ...meaning, field: 'email' }
  if (meaning.field === 'recordStatus') return plain(statusOf(values))
  if (meaning.field === 'email' && seen === 'yes_no') return plain('subscribedEmail')
  return null
}

/** "Title" is Mr. and Dr. in some files and someone's job in others. */
function byTitle(values: string[]): HeaderMeaning {
  return plain(
    mostly(values, value => /^(mr|mrs|ms|miss|dr|rev|pastor|prof|fr|sr|sra)\b/i.test(value.trim()))
      ? 'prefix'
      : 'notes',
  )
}

/** "Status" means whatever its words are about. */
function statusOf(values: string[]): Field {
  if (
    values.length === 0 ||
    mostly(values, value =>
      /^(in)?ac?ti(ve|vo|va)$|^(in)?aktiv$|^archived$|^(yes|no|true|false|0|1)$/i.test(value.trim()),
    )
  )
    return 'recordStatus'
  if (mostly(values, value => ['unsubscribed', 'subscribed', 'bounced'].includes(readSubscription(value))))
    return 'subscribedEmail'
  if (mostly(values, value => readLeadStage(value) !== null)) return 'leadStage'
  if (mostly(values, value => value.trim().length > 1 && readMaritalStatus(value) !== null)) return 'maritalStatus'
  return mostly(values, value => readGender(value) !== null) ? 'gender' : 'membershipStatus'
}

const mostly = (values: string[], test: (value: string) => boolean) =>
  values.length > 0 && values.filter(test).length >= values.length * 0.6

/** "Name" beside "Vorname" is the family name; "Nombre" alone may hold the whole name. */
function splitNames(columns: Column[], samples: string[][]): void {
  const of = (field: Field) => columns.find(column => column.field === field)
  const [full, first, given, last] = [of('fullName'), of('firstName'), of('givenName'), of('lastName')]
  if (full && (first ?? given) && !last && headerPhrase(full.header) === 'name') full.field = 'lastName'
  if (first && !given && !last && !full && inspect(samples[first.column]!) === 'full_name') first.field = 'fullName'
}

/** "Address" beside "City" holds the street. */
function streetOf(columns: Column[]): void {
  const has = (field: Field, group: string | null) =>
    columns.some(column => column.field === field && column.group === group)
  for (const column of columns) {
    const { field, group } = column
    if (field === 'address' && has('city', group) && !has('street', group)) column.field = 'street'
  }
}

/** Without a header that names them, names stand in the columns that hold capitalized words. */
function guessNames(columns: Column[], samples: string[][]): void {
  if (
    columns.some(
      ({ field }) => field === 'fullName' || field === 'firstName' || field === 'givenName' || field === 'lastName',
    )
  )
    return
  const unknown = columns
    .filter(column => column.by === 'nothing')
    .map(column => ({ column, seen: inspect(samples[column.column]!) }))
  const full = unknown.find(({ seen }) => seen === 'full_name')
  const single = unknown.filter(({ seen }) => seen === 'name')
  const pair = single.find(({ column }, i) => single[i + 1]?.column.column === column.column + 1)
  if (full && (!pair || full.column.column < pair.column.column)) {
    name(full.column, 'fullName')
    return
  }
  if (single[0]) name((pair ?? single[0]).column, 'firstName')
  if (pair) name(columns[pair.column.column + 1]!, 'lastName')
}

function name(column: Column, field: Field): void {
  column.field = field
  column.by = 'values'
}

/** Of two columns for one field the first stays; so does an exact header before a likely one. */
function dropSecond(columns: Column[]): void {
  const rank = { header: 0, likeness: 1, values: 2, nothing: 3 }
  const taken = new Set<Field>()
  for (const column of columns.toSorted((a, b) => rank[a.by] - rank[b.by] || a.column - b.column)) {
    if (isRepeatable(column.field)) continue
    if (taken.has(column.field)) Object.assign(column, { field: 'ignore', kind: null, group: null })
    taken.add(column.field)
  }
}

/** Columns that nobody recognized although they hold something: the screen asks about them. */
export const unrecognised = (columns: readonly Column[]): Column[] => columns.filter(column => column.by === 'nothing')

const naming = new Set<Field>(['fullName', 'firstName', 'givenName', 'lastName', 'nickName', 'email', 'phone'])

/** Two columns can't both say the same fact. */
function sameFact(columns: readonly Column[]): string | null {
  const taken = new Map<string, string>()
  for (const { field, custom, header } of columns) {
    if (field !== 'custom' || !custom) continue
    const other = taken.get(custom)
    if (other) return `“${other}” and “${header}” are both mapped to the same custom field. Choose one.`
    taken.set(custom, header)
  }
  return null
}

/** A sentence where a mapping can't make people, else null: checked before an import on both sides of the wire. */
export function mappingProblem(columns: readonly Column[]): string | null {
  if (!columns.some(({ field }) => naming.has(field)))
    return 'Choose at least one column with a name, an email address or a phone number.'
  const twice = sameFact(columns)
  if (twice) return twice
  const taken = new Map<Field, string>()
  for (const { field, header } of columns) {
    const other = taken.get(field)
    if (other && !isRepeatable(field))
      return `“${other}” and “${header}” are both mapped to ${fields[field].toLowerCase()}. Choose one.`
    taken.set(field, header)
  }
  return null
}
