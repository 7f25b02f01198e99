import { DateTime } from 'luxon'

/** The n-th weekday of a month; -1 is the last one. ISO numbers of months and weekdays. */
function nth(year: number, month: number, weekday: number, n: number): DateTime {
  if (n < 0) {
    const last = DateTime.utc(year, month).endOf('month')
    return last.minus({ days: (last.weekday - weekday + 7) % 7 })
  }
  const first = DateTime.utc(year, month, 1)
  return first.plus({ days: ((weekday - first.weekday + 7) % 7) + 7 * (n - 1) })
}

/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after: both days count. */
function kept(year: number, month: number, day: number): DateTime[] {
  const on = DateTime.utc(year, month, day)
  return on.weekday === 6 ? [on, on.minus({ days: 1 })] : on.weekday === 7 ? [on, on.plus({ days: 1 })] : [on]
}

const known = new Map<number, ReadonlySet<string>>()

/** ISO dates of the federal holidays of the United States (5 U.S.C. 6103) that fall into a year, as observed too. */
export function federalHolidays(year: number): ReadonlySet<string> {
  const before = known.get(year)
  if (before) return before
  const all = [
    ...kept(year, 1, 1),
    ...kept(year + 1, 1, 1),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    nth(year, 5, 1, -1),
    ...kept(year, 6, 19),
    ...kept(year, 7, 4),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    ...kept(year, 11, 11),
    nth(year, 11, 4, 4),
    ...kept(year, 12, 25),
  ]
  const dates = new Set(all.filter(day => day.year === year).map(day => day.toISODate()!))
  known.set(year, dates)
  return dates
}
