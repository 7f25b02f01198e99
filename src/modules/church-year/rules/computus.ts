import { addDays, dateIn, onOrAfter } from './dates.ts'

/** Easter Sunday of the Gregorian calendar, from 1583 on (the anonymous algorithm, as Meeus gives it). */
export function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dateIn(year, Math.floor(n / 31), (n % 31) + 1)
}

/** Orthodox Easter as a date of the Gregorian calendar (Meeus's Julian algorithm). */
export function orthodoxEaster(year: number): string {
  const a = year % 4
  const b = year % 7
  const c = year % 19
  const d = (19 * c + 15) % 30
  const e = (2 * a + 4 * b - d + 34) % 7
  const n = d + e + 114
  const julian = dateIn(year, Math.floor(n / 31), (n % 31) + 1)
  return addDays(julian, Math.floor(year / 100) - Math.floor(year / 400) - 2)
}

/** First Sunday of Advent: the Sunday nearest to 30 November. The church year starts with it. */
export const adventOf = (year: number): string => onOrAfter(dateIn(year, 11, 27), 0)
