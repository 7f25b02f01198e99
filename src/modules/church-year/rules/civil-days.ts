import { easter } from './computus.ts'
import { addDays, dateIn, lastOf, nthOf, onOrAfter, onOrBefore, weekdayOf } from './dates.ts'

export const countries = ['us', 'ca', 'uk', 'au', 'none'] as const
export type Country = (typeof countries)[number]

export interface CivilDay {
  /** The same every year: `thanksgiving`. */
  id: string
  name: string
  date: string
  /** The feast that it is, by its id in the church year. */
  feast?: string
}
type Row = [id: string, name: string, date: string, feast?: string]

const toDay = ([id, name, date, feast]: Row): CivilDay => (feast ? { id, name, date, feast } : { id, name, date })

const newYear = (year: number): Row => ['new_year', "New Year's Day", dateIn(year, 1, 1)]
const goodFriday = (year: number): Row => [
  'public_good_friday',
  'Good Friday',
  addDays(easter(year), -2),
  'good_friday',
]
const easterMonday = (year: number, name = 'Easter Monday'): Row => ['easter_monday', name, addDays(easter(year), 1)]
const christmas = (year: number): Row => ['public_christmas', 'Christmas Day', dateIn(year, 12, 25), 'christmas_day']
const boxingDay = (year: number): Row => ['boxing_day', 'Boxing Day', dateIn(year, 12, 26)]
const remembrance = (year: number): Row => ['remembrance', 'Remembrance Day', dateIn(year, 11, 11)]
const mothersDay = (year: number): Row => ['mothers_day', "Mother's Day", nthOf(year, 5, 0, 2)]
const fathersDay = (year: number): Row => ['fathers_day', "Father's Day", nthOf(year, 6, 0, 3)]

/** 5 U.S.C. 6103; of a Saturday the day before is off, of a Sunday the day after. */
function unitedStates(year: number): Row[] {
  const dated = (of: number): Row[] => [
    newYear(of),
    ['juneteenth', 'Juneteenth', dateIn(of, 6, 19)],
    ['independence_day', 'Independence Day', dateIn(of, 7, 4)],
    ['veterans_day', 'Veterans Day', dateIn(of, 11, 11)],
    christmas(of),
  ]
  const observed = [...dated(year), newYear(year + 1)].flatMap(([id, name, date]): Row[] => {
    const days = { 6: -1, 0: 1 }[weekdayOf(date)]
    const day = days ? addDays(date, days) : ''
    return day.startsWith(`${year}-`) ? [[`${id}_observed`, `${name} (observed)`, day]] : []
  })
  return [
    ...dated(year),
    ...observed,
    ['mlk_day', 'Martin Luther King Jr. Day', nthOf(year, 1, 1, 3)],
    ['presidents_day', "Presidents' Day", nthOf(year, 2, 1, 3)],
    mothersDay(year),
    ['memorial_day', 'Memorial Day', lastOf(year, 5, 1)],
    fathersDay(year),
    ['labor_day', 'Labor Day', nthOf(year, 9, 1, 1)],
    ['columbus_day', 'Columbus Day', nthOf(year, 10, 1, 2)],
    ['thanksgiving', 'Thanksgiving', nthOf(year, 11, 4, 4)],
  ]
}

/** The general holidays of federal law, and two days that most provinces have. */
const canada = (year: number): Row[] => [
  newYear(year),
  ['family_day', 'Family Day (most provinces)', nthOf(year, 2, 1, 3)],
  goodFriday(year),
  mothersDay(year),
  ['victoria_day', 'Victoria Day', onOrBefore(dateIn(year, 5, 24), 1)],
  fathersDay(year),
  ['canada_day', 'Canada Day', dateIn(year, 7, 1)],
  ['civic_holiday', 'Civic Holiday (most provinces)', nthOf(year, 8, 1, 1)],
  ['labor_day', 'Labour Day', nthOf(year, 9, 1, 1)],
  ['truth_and_reconciliation', 'National Day for Truth and Reconciliation', dateIn(year, 9, 30)],
  ['thanksgiving', 'Thanksgiving', nthOf(year, 10, 1, 2)],
  remembrance(year),
  christmas(year),
  boxingDay(year),
]

/** Days off on the next weekdays that are free, for those of these that fall on a weekend. */
function substitutesFor(rows: readonly Row[]): Row[] {
  const taken = new Set(rows.map(([, , date]) => date))
  return rows.flatMap(([id, name, date]): Row[] => {
    if (weekdayOf(date) % 6 !== 0) return []
    let day = onOrAfter(date, 1)
    while (taken.has(day)) day = addDays(day, 1)
    taken.add(day)
    return [[`${id}_substitute`, `Substitute day for ${name}`, day]]
  })
}

/** Of 2 January in Scotland, after the one of New Year's Day. */
function secondSubstitute(year: number): Row[] {
  const day = { 0: 3, 5: 4, 6: 4 }[weekdayOf(dateIn(year, 1, 1))]
  return day ? [['january_2_substitute', 'Substitute day for January 2 (Scotland)', dateIn(year, 1, day)]] : []
}

/** Bank holidays; mothers are honored on the fourth Sunday in Lent. */
function unitedKingdom(year: number): Row[] {
  const orangemen: Row = ['battle_of_the_boyne', 'Battle of the Boyne (Northern Ireland)', dateIn(year, 7, 12)]
  const stPatrick: Row = ['st_patrick_holiday', "St. Patrick's Day (Northern Ireland)", dateIn(year, 3, 17)]
  const stAndrew: Row = ['st_andrew_holiday', "St. Andrew's Day (Scotland)", dateIn(year, 11, 30)]
  const dated = [newYear(year), stPatrick, orangemen, stAndrew, christmas(year), boxingDay(year)]
  return [
    ...dated,
    ...substitutesFor(dated),
    ['january_2', 'January 2 (Scotland)', dateIn(year, 1, 2)],
    ...secondSubstitute(year),
    ['mothering_sunday', 'Mothering Sunday', addDays(easter(year), -21)],
    goodFriday(year),
    easterMonday(year, 'Easter Monday (not Scotland)'),
    ['early_may', 'Early May bank holiday', nthOf(year, 5, 1, 1)],
    ['spring_bank_holiday', 'Spring bank holiday', lastOf(year, 5, 1)],
    fathersDay(year),
    ['summer_scotland', 'Summer bank holiday (Scotland)', nthOf(year, 8, 1, 1)],
    ['summer_bank_holiday', 'Summer bank holiday (not Scotland)', lastOf(year, 8, 1)],
    remembrance(year),
  ]
}

/** What the whole country has, and the King's Birthday of most states. */
function australia(year: number): Row[] {
  const dated: Row[] = [
    newYear(year),
    ['australia_day', 'Australia Day', dateIn(year, 1, 26)],
    christmas(year),
    boxingDay(year),
  ]
  return [
    ...dated,
    ...substitutesFor(dated),
    goodFriday(year),
    ['easter_saturday', 'Easter Saturday', addDays(easter(year), -1), 'holy_saturday'],
    ['public_easter', 'Easter Sunday', easter(year), 'easter'],
    easterMonday(year),
    ['anzac_day', 'Anzac Day', dateIn(year, 4, 25)],
    mothersDay(year),
    ['kings_birthday', "King's Birthday (most states)", nthOf(year, 6, 1, 2)],
    ['fathers_day', "Father's Day", nthOf(year, 9, 0, 1)],
    remembrance(year),
  ]
}

const daysOf: Record<Country, (year: number) => Row[]> = {
  us: unitedStates,
  ca: canada,
  uk: unitedKingdom,
  au: australia,
  none: () => [],
}

/** Public holidays of a country and its days of parents and remembrance; days that the state proclaims once are not known. */
export const civilDays = (year: number, country: Country): CivilDay[] => daysOf[country](year).map(toDay)
