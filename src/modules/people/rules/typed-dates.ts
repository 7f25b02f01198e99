import { formatPartialDate, type PartialDate, parsePartialDate, partialDateText } from './birthday.ts'
import { readDate } from './dates.ts'

/** In which order a locale writes a date in digits. */
function digitOrder(locale: string): 'mdy' | 'dmy' | 'ymd' {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(Date.UTC(2000, 0, 15)).map(({ type }) => type)
  const place = (type: 'year' | 'month' | 'day') => parts.indexOf(type)
  if (place('year') < place('month')) return 'ymd'
  return place('month') < place('day') ? 'mdy' : 'dmy'
}

/**
 * The stored form of a date as people type it: 4/3/1980, Apr 3 1980, April 3 or 1980-04-03; anything that is no date stays
 * as it was typed, for the contract to refuse.
 * @param today "2026-05-17": by it two digits of a year are this century's or the last one's
 */
export function toStoredDate(typed: string, locale: string, today: string): string {
  const text = typed.trim()
  if (text === '' || parsePartialDate(text)) return text
  const reading = readDate(text, digitOrder(locale), today)
  return reading.kind === 'date' ? partialDateText(reading.date) : text
}

/** "April 3, 1980" of the stored form; what is no date stays as it is. */
export function shownDate(stored: string, locale: string): string {
  const date = parsePartialDate(stored)
  return date ? formatPartialDate(date, locale) : stored
}

const sample: PartialDate = { year: 1980, month: 4, day: 3 }

/** "4/3/1980 or April 3", as the locale writes them. */
export function dateExample(locale: string): string {
  const digits = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(
    Date.UTC(sample.year!, sample.month - 1, sample.day),
  )
  return `${digits} or ${formatPartialDate({ ...sample, year: null }, locale)}`
}
