/** A date whose year may be unknown. Months and days count from 1. */
export interface PartialDate {
  year: number | null
  month: number
  day: number
}

const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** 29 February exists where the year is unknown. */
export function isRealDate({ year, month, day }: PartialDate): boolean {
  if (!Number.isInteger(month) || !Number.isInteger(day) || month < 1 || month > 12 || day < 1) return false
  if (month === 2 && day === 29 && year !== null && !isLeap(year)) return false
  return day <= daysIn[month - 1]! && (year === null || (year >= 1 && year <= 9999))
}

/** Reads the stored forms "1975-03-04" and "--03-04"; null for anything else and for days that don't exist. */
export function parsePartialDate(text: string): PartialDate | null {
  const match = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(text.trim())
  if (!match) return null
  const date = { year: match[1] === '-' ? null : Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
  return isRealDate(date) ? date : null
}

/** The stored form: "1975-03-04", or "--03-04" without a year. */
export function partialDateText({ year, month, day }: PartialDate): string {
  return `${year === null ? '-' : String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

const two = (n: number) => String(n).padStart(2, '0')

/** "March 4, 1975" or "March 4", in the words of the locale. */
export function formatPartialDate(date: PartialDate, locale: string): string {
  const instant = new Date(Date.UTC(2000, date.month - 1, date.day))
  if (date.year !== null) instant.setUTCFullYear(date.year)
  const year = date.year === null ? undefined : 'numeric'
  return new Intl.DateTimeFormat(locale, { year, month: 'long', day: 'numeric', timeZone: 'UTC' }).format(instant)
}

/** Full years on the day `today` ("2026-05-17"); null where the year is unknown or lies ahead. */
export function ageOn(date: PartialDate, today: string): number | null {
  const now = parsePartialDate(today)
  if (date.year === null || now?.year == null) return null
  const had = now.month > date.month || (now.month === date.month && now.day >= date.day)
  const age = now.year - date.year - (had ? 0 : 1)
  return age < 0 ? null : age
}

/** False only where the two can't be the same day: a missing year contradicts nothing. */
export function datesAgree(a: PartialDate, b: PartialDate): boolean {
  return a.month === b.month && a.day === b.day && (a.year === null || b.year === null || a.year === b.year)
}
