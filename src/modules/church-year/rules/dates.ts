/** Days as `2026-04-05`, without a time or zone: a feast is the same day everywhere. */
const DAY_MS = 86_400_000

const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const isDate = (text: string): boolean => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? msOf(text) : Number.NaN
  return !Number.isNaN(ms) && dateOf(ms) === text
}

export const dateIn = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
export const addDays = (date: string, days: number): string => dateOf(msOf(date) + days * DAY_MS)
export const daysBetween = (from: string, to: string): number => (msOf(to) - msOf(from)) / DAY_MS
export const yearOf = (date: string): number => Number(date.slice(0, 4))
/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(msOf(date)).getUTCDay()

/** The first such weekday on or after a day. */
export const onOrAfter = (date: string, weekday: number): string => addDays(date, (weekday - weekdayOf(date) + 7) % 7)
/** The last such weekday on or before a day. */
export const onOrBefore = (date: string, weekday: number): string =>
  addDays(date, -((weekdayOf(date) - weekday + 7) % 7))

/** The second Sunday of May: `nthOf(2026, 5, 0, 2)`. */
export const nthOf = (year: number, month: number, weekday: number, nth: number): string =>
  addDays(onOrAfter(dateIn(year, month, 1), weekday), (nth - 1) * 7)
/** The last such weekday of a month. */
export const lastOf = (year: number, month: number, weekday: number): string =>
  onOrBefore(addDays(month === 12 ? dateIn(year + 1, 1, 1) : dateIn(year, month + 1, 1), -1), weekday)
