import { adventOf, easter, orthodoxEaster } from './computus.ts'
import { addDays, dateIn, daysBetween, yearOf } from './dates.ts'
import { oneYearReadings, properOf, type Readings, rclYear, sundayOf } from './lectionary.ts'
import { type Color, type Observance, type Options, observancesOf } from './observances.ts'

export const seasons = ['advent', 'christmas', 'epiphany', 'pre-lent', 'lent', 'easter', 'ordinary'] as const
export type Season = (typeof seasons)[number]

interface SeasonOfDay {
  season: Season
  name: string
  /** 1 in its first week; the days from Ash Wednesday to Saturday are week 0 of Lent. */
  week: number
  colors: readonly Color[]
}

const weeksSince = (start: string, date: string) => Math.floor(daysBetween(sundayOf(start), date) / 7) + 1

/** The season that a day belongs to. */
export function seasonOf(date: string, { tradition = 'western' }: Options = {}): SeasonOfDay {
  const year = yearOf(date)
  const pascha = tradition === 'orthodox' ? orthodoxEaster(year) : easter(year)
  const at = (days: number) => addDays(pascha, days)
  const lent = at(tradition === 'orthodox' ? -48 : -46)
  if (date >= dateIn(year, 12, 25)) return christmas(dateIn(year, 12, 25), date)
  if (date < dateIn(year, 1, 6)) return christmas(dateIn(year - 1, 12, 25), date)
  if (date >= adventOf(year))
    return { season: 'advent', name: 'Advent', week: weeksSince(adventOf(year), date), colors: ['purple', 'blue'] }
  if (date >= at(50))
    return { season: 'ordinary', name: 'Ordinary Time', week: weeksSince(at(49), date), colors: ['green'] }
  if (date >= pascha)
    return {
      season: 'easter',
      name: 'Easter',
      week: weeksSince(pascha, date),
      colors: [date === at(49) ? 'red' : 'white'],
    }
  if (date >= lent)
    return {
      season: 'lent',
      name: date >= at(-7) ? 'Holy Week' : 'Lent',
      week: weeksSince(lent, date) - 1,
      colors: ['purple'],
    }
  if (tradition === 'anglican' && date >= at(-63))
    return { season: 'pre-lent', name: 'Pre-Lent', week: weeksSince(at(-63), date), colors: ['purple', 'green'] }
  return {
    season: 'epiphany',
    name: 'Epiphany',
    week: weeksSince(dateIn(year, 1, 6), date),
    colors: [date === dateIn(year, 1, 6) ? 'white' : 'green'],
  }
}

const christmas = (start: string, date: string): SeasonOfDay => ({
  season: 'christmas',
  name: 'Christmas',
  week: Math.floor(daysBetween(start, date) / 7) + 1,
  colors: ['white'],
})

export interface ChurchDay extends SeasonOfDay {
  date: string
  observances: Observance[]
  /** Year of the Revised Common Lectionary. */
  rclYear: 'A' | 'B' | 'C'
  /** Of the week's Sunday. */
  proper: number | null
  readings: Readings[]
}

/** What the church keeps on a day; `colors` are those of its first feast, or of the season. */
export function observanceOn(date: string, options: Options = {}): ChurchDay {
  const observances = observancesOf(yearOf(date), options).filter(one =>
    one.endDate ? one.date <= date && date <= one.endDate : one.date === date,
  )
  const season = seasonOf(date, options)
  const feast = observances.find(one => one.colors.length > 0)
  return {
    ...season,
    colors: feast?.colors ?? season.colors,
    date,
    observances,
    rclYear: rclYear(date),
    proper: properOf(sundayOf(date)),
    readings: oneYearReadings(date),
  }
}
