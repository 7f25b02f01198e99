import rows from '../data/lectionary-one-year.json' with { type: 'json' }
import { adventOf, easter } from './computus.ts'
import { addDays, dateIn, daysBetween, onOrAfter, onOrBefore, weekdayOf, yearOf } from './dates.ts'

/** Readings of the historic one-year lectionary; references for people, and in OSIS for programs. */
export interface Readings {
  id: string
  name: string
  epistle: string
  gospel: string
  epistleOsis: string
  gospelOsis: string
}
const readings = new Map((rows as Readings[]).map(row => [row.id, row]))

/** The calendar year in which the Easter of a church year falls: it changes with Advent. */
export const churchYearOf = (date: string): number => yearOf(date) + (date >= adventOf(yearOf(date)) ? 1 : 0)

/** Year of the Revised Common Lectionary: A reads Matthew, B Mark, C Luke. */
export const rclYear = (date: string): 'A' | 'B' | 'C' =>
  (['A', 'B', 'C'] as const)[((churchYearOf(date) % 3) + 2) % 3]!

/** Number of the Proper of a Sunday after Trinity Sunday; null on all other days. */
export function properOf(date: string): number | null {
  const year = yearOf(date)
  if (weekdayOf(date) !== 0 || date <= addDays(easter(year), 56) || date >= adventOf(year)) return null
  return Math.floor(daysBetween(dateIn(year, 5, 29), date) / 7) + 4
}

const byEaster: Record<number, string> = {
  [-63]: 'septuagesima',
  [-56]: 'sexagesima',
  [-49]: 'quinquagesima',
  [-46]: 'ash_wednesday',
  [-42]: 'lent_1',
  [-35]: 'lent_2',
  [-28]: 'lent_3',
  [-21]: 'lent_4',
  [-14]: 'lent_5',
  [-7]: 'palm_sunday',
  [-3]: 'maundy_thursday',
  [-2]: 'good_friday',
  [-1]: 'easter_even',
  0: 'easter_day',
  1: 'easter_monday',
  2: 'easter_tuesday',
  7: 'easter_1',
  14: 'easter_2',
  21: 'easter_3',
  28: 'easter_4',
  35: 'easter_5',
  39: 'ascension',
  42: 'ascension_1',
  49: 'whitsunday',
  56: 'trinity',
}
const byDate: Record<string, string> = {
  '01-01': 'circumcision',
  '01-06': 'epiphany',
  '12-25': 'christmas_day',
  '12-26': 'st_stephen',
  '12-27': 'st_john',
  '12-28': 'holy_innocents',
}

/**
 * Sundays after Trinity. The last one before Advent keeps its own readings; where there are more than twenty-four others,
 * those of the Sundays after Epiphany that were left out are read (Book of Common Prayer, 1662).
 */
function afterTrinity(date: string, trinity: string): string {
  const advent = adventOf(yearOf(date))
  const nth = daysBetween(trinity, date) / 7
  const last = daysBetween(trinity, advent) / 7 - 1
  if (nth === last) return 'next_before_advent'
  return nth <= 24 ? `trinity_${nth}` : `epiphany_${7 - (last - nth)}`
}

function sundayId(date: string): string | undefined {
  const year = yearOf(date)
  const advent = adventOf(year)
  if (date >= dateIn(year, 12, 26)) return 'christmas_1'
  if (date >= advent) return `advent_${daysBetween(advent, date) / 7 + 1}`
  // The readings of New Year's Day serve until Epiphany.
  if (date < dateIn(year, 1, 6)) return 'circumcision'
  const trinity = addDays(easter(year), 56)
  if (date > trinity) return afterTrinity(date, trinity)
  if (date < addDays(easter(year), -63))
    return `epiphany_${daysBetween(onOrAfter(dateIn(year, 1, 7), 0), date) / 7 + 1}`
}

/** What is read on a day by the one-year lectionary: a Sunday's own first, then those of a feast on the same day. */
export function oneYearReadings(date: string): Readings[] {
  const ids = [
    byEaster[daysBetween(easter(yearOf(date)), date)],
    weekdayOf(date) === 0 ? sundayId(date) : undefined,
    byDate[date.slice(5)],
  ]
  return [...new Set(ids)].flatMap(id => readings.get(id ?? '') ?? [])
}

/** The Sunday whose readings serve in the week of a day. */
export const sundayOf = (date: string): string => onOrBefore(date, 0)
