import { isRealDate, type PartialDate, partialDateText } from './birthday.ts'
import { foldName } from './names.ts'
import { dayElsewhere, isDayAtMidnight, splitTime } from './written-times.ts'

export type DateOrder = 'mdy' | 'dmy' | 'ymd'

/** What one column's values said about the order of day and month. */
export interface OrderTally {
  mdy: number
  dmy: number
  ymd: number
  ambiguous: number
}

/** `certain` is false where no value decided and the country did, or where values contradict each other. */
export interface OrderFinding {
  order: DateOrder
  certain: boolean
  /** The values themselves said so; a column of dates like 1975-03-04 says nothing. */
  decided: boolean
}

export type DateReading = { kind: 'date'; date: PartialDate } | { kind: 'blank' | 'impossible' | 'unreadable' }

const numeric = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})(?:\s*[/.-]\s*(\d{4}|\d{2})?)?$/
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const nothing =
  /^(?:|0|[-?]+|n\/?a|none|null|unknown|0{1,4}[-/.]0{1,2}[-/.]0{1,4}|0?1\/0{1,2}\/(?:19)?00|1900-01-01|0?1[/.]0?1[/.]1900)$/i

export const newTally = (): OrderTally => ({ mdy: 0, dmy: 0, ymd: 0, ambiguous: 0 })

/** Adds what one value says: a part over 12 can't be a month. */
export function observe(tally: OrderTally, value: string): void {
  if (value.length > 60) return
  const match = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*(?:[/.-]|$)/.exec(withoutTime(value))
  if (!match || nothing.test(withoutTime(value))) return
  const [first, second] = [Number(match[1]), Number(match[3])]
  if (first > 31) tally.ymd++
  else if (first > 12 && second <= 12) tally.dmy++
  else if (second > 12 && first <= 12) tally.mdy++
  // Nobody writes the month first before a full stop.
  else if (match[2] === '.' && first <= 12 && second <= 12) tally.dmy++
  else if (first <= 12 && second <= 12 && first !== second) tally.ambiguous++
}

const monthFirst = new Set('US PH FM GU MH PW PR AS MP VI UM CA BZ CN JP KR TW HU LT MN'.split(' '))

/** How people of a country (ISO alpha-2) write a date in digits. */
export const countryOrder = (country: string): DateOrder => (monthFirst.has(country) ? 'mdy' : 'dmy')

/** The order in which a column writes its dates; the country decides where no value does. */
export function dateOrder({ mdy, dmy, ymd, ambiguous }: OrderTally, country: string): OrderFinding {
  const byCountry = countryOrder(country)
  const seen = [mdy, dmy, ymd].filter(count => count > 0).length
  if (seen === 0) return { order: byCountry, certain: ambiguous === 0, decided: false }
  const order: DateOrder = ymd > mdy && ymd > dmy ? 'ymd' : mdy === dmy ? byCountry : mdy > dmy ? 'mdy' : 'dmy'
  return { order, certain: seen === 1, decided: true }
}

const withoutTime = (value: string) => splitTime(value).day

/** Columns that leave the order open follow those of the same file that don't. */
export function agreeing<F extends OrderFinding>(findings: readonly F[]): F[] {
  const orders = new Set(findings.filter(({ certain, decided }) => certain && decided).map(({ order }) => order))
  const [only] = orders
  return findings.map(found => (found.certain || orders.size !== 1 ? found : { ...found, order: only!, certain: true }))
}

/** For telling columns apart: a date with a year, in any order. Serial numbers don't count. */
export function looksLikeDate(value: string): boolean {
  if (value.length > 60) return false
  const text = withoutTime(value)
  if (yearFirst.test(text) || /^--\d{2}-?\d{2}$/.test(text)) return true
  const match = numeric.exec(text)
  if (match) return match[4] !== undefined && Math.min(Number(match[1]), Number(match[3])) <= 12
  return /\p{L}/u.test(text) && /\d/.test(text) && fromWords(text, 2000)?.kind === 'date'
}

/**
 * Reads a date as a person or a program wrote it. Without a year, `year` is null; two digits are the last century unless
 * that year is already past or present by `today` ("2026-05-17").
 */
export function readDate(value: string, order: DateOrder, today: string): DateReading {
  return readDay(withoutTime(value), order, today)
}

export interface ZonedOptions {
  /** The church's IANA zone; without one, the day is the one that is written. */
  timeZone?: string | undefined
  /** Midnight in UTC is a day, and not the evening before: see isDayAtMidnight. */
  midnightIsDay: boolean
}

/** The church's day of a value from another program: a time with a zone is converted, and without one is the church's. */
export function readZonedDate(
  value: string,
  order: DateOrder,
  today: string,
  { timeZone, midnightIsDay }: ZonedOptions,
): DateReading {
  const { day, time } = splitTime(value)
  const reading = readDay(day, order, today)
  if (reading.kind !== 'date' || reading.date.year === null || !time || !timeZone) return reading
  if (time.unknown || time.hour > 24 || time.minute > 59 || time.second > 60) return { kind: 'unreadable' }
  if (time.zone === null || (midnightIsDay && isDayAtMidnight(value))) return reading
  const [year, month, date] = dayElsewhere(partialDateText(reading.date), time, timeZone).split('-').map(Number)
  return real(year!, month!, date!)
}

function readDay(text: string, order: DateOrder, today: string): DateReading {
  const thisYear = Number(today.slice(0, 4))
  if (nothing.test(text)) return { kind: 'blank' }
  const iso = yearFirst.exec(text) ?? /^((?:18|19|20)\d{2})(\d{2})(\d{2})$/.exec(text)
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const yearless = /^--?(\d{2})-?(\d{2})$/.exec(text)
  if (yearless) return real(null, Number(yearless[1]), Number(yearless[2]))
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return fromSerial(Math.floor(Number(text)))
  const parts = numeric.exec(text)
  if (parts) return fromParts(Number(parts[1]), Number(parts[3]), parts[4], order, thisYear)
  return fromWords(text, thisYear) ?? { kind: 'unreadable' }
}

/** Years that programs write where they know none. */
const noYear = new Set([1604, 1885, 1])

function real(year: number | null, month: number, day: number): DateReading {
  const date = { year: year !== null && noYear.has(year) ? null : year, month, day }
  return isRealDate(date) && (date.year === null || date.year >= 1850) ? { kind: 'date', date } : { kind: 'impossible' }
}

function fromParts(a: number, b: number, last: string | undefined, order: DateOrder, thisYear: number): DateReading {
  if (order === 'ymd' && last !== undefined && last.length === 2) return real(fullYear(a, thisYear), b, Number(last))
  const year = last === undefined ? null : last.length === 4 ? Number(last) : fullYear(Number(last), thisYear)
  return order === 'dmy' ? real(year, b, a) : real(year, a, b)
}

const fullYear = (twoDigits: number, thisYear: number) => (twoDigits <= thisYear % 100 ? 2000 : 1900) + twoDigits

/** Days since 30 December 1899, as spreadsheets count them. */
function fromSerial(days: number): DateReading {
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000)
  return real(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

const months = new Map<string, number>([
  ['sept', 9],
  ['maerz', 3],
  ['setiembre', 9],
])
const skipped = new Set(['of', 'the', 'de', 'del', 'den', 'am', 'el', 'st', 'nd', 'rd', 'th'])
for (const locale of ['en', 'de', 'es', 'fr', 'pt']) {
  for (const style of ['long', 'short'] as const) {
    const [month, weekday] = [
      new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }),
      new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }),
    ]
    for (let i = 0; i < 12; i++) months.set(plain(month.format(Date.UTC(2000, i, 15))), i + 1)
    for (let i = 1; i < 8; i++) skipped.add(plain(weekday.format(Date.UTC(2001, 0, i))))
  }
}
for (const [name, month] of [...months])
  if (name.length > 3 && !months.has(name.slice(0, 3))) months.set(name.slice(0, 3), month)

function plain(text: string): string {
  return foldName(text).replace(/[^\p{L}]/gu, '')
}

/** "March 4, 1975", "4. März", "4 de marzo de 1975", "04-Mar-75"; null where a word is neither month nor filler. */
function fromWords(text: string, thisYear: number): DateReading | null {
  const tokens = foldName(text).match(/\p{L}+|\d+/gu) ?? []
  const names = tokens.filter(token => /\p{L}/u.test(token) && (months.has(token) || !skipped.has(token)))
  const month = names.length === 1 ? months.get(names[0]!) : undefined
  const numbers = tokens.filter(token => /^\d/.test(token))
  if (month === undefined || numbers.length === 0 || numbers.length > 2) return null
  if (numbers.length === 1 && numbers[0]!.length === 4) return null
  const yearAt = numbers.length === 1 ? -1 : numbers[0]!.length === 4 || Number(numbers[0]) > 31 ? 0 : 1
  const year = numbers[yearAt]
  const day = Number(numbers[yearAt === 0 ? 1 : 0])
  return real(
    year === undefined ? null : year.length === 4 ? Number(year) : fullYear(Number(year), thisYear),
    month,
    day,
  )
}
