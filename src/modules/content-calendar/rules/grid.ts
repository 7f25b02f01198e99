import { addDays, dateIn, daysBetween, weekdayOf } from '#church-year/rules/dates.ts'

/** `2026-08` */
export const monthOf = (date: string): string => date.slice(0, 7)
/** A month before or after. */
export function shiftMonth(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/**
 * The weeks that a month touches: four, five or six rows of seven days.
 * @param first 0 for weeks from Sunday, 1 for weeks from Monday
 */
export function weeksOf(month: string, first: 0 | 1 = 0): string[][] {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const start = dateIn(year, number, 1)
  const last = addDays(number === 12 ? dateIn(year + 1, 1, 1) : dateIn(year, number + 1, 1), -1)
  const from = addDays(start, -((weekdayOf(start) - first + 7) % 7))
  const rows = Math.ceil((daysBetween(from, last) + 1) / 7)
  return Array.from({ length: rows }, (_, row) => Array.from({ length: 7 }, (_, day) => addDays(from, row * 7 + day)))
}

/** Whether something is on a day; `endDate` is included. */
export const isOn = (one: { date: string; endDate: string | null }, date: string): boolean =>
  one.date <= date && date <= (one.endDate ?? one.date)
