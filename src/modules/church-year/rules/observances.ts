import { type Country, civilDays, countries } from './civil-days.ts'
import { adventOf, easter, orthodoxEaster } from './computus.ts'
import { addDays, dateIn, nthOf, onOrAfter, onOrBefore, weekdayOf } from './dates.ts'

export { type Country, countries }

export const traditions = ['western', 'catholic', 'anglican', 'orthodox', 'none'] as const
/** `western`: Protestant by the Revised Common Lectionary; `anglican`: the one-year lectionary. */
export type Tradition = (typeof traditions)[number]
export const colors = ['purple', 'blue', 'rose', 'white', 'green', 'red', 'black', 'none'] as const
export type Color = (typeof colors)[number]
export const kinds = ['principal', 'season', 'fixed', 'church-life', 'civil'] as const
export type Kind = (typeof kinds)[number]

export interface Options {
  tradition?: Tradition
  /** Whose civil days are laid over it. */
  country?: Country
  /** Epiphany, Reformation and All Saints are kept on a Sunday near their date. */
  onSundays?: boolean
}

export interface Observance {
  /** The same every year: `easter`, `advent_1`. */
  id: string
  name: string
  date: string
  /** Last day of what lasts longer than one. */
  endDate: string | null
  kind: Kind
  /** Liturgical colors, the usual one first; empty for days that have none of their own. */
  colors: readonly Color[]
}

type Row = [id: string, name: string, date: string, colors: Color[], endDate?: string]

const toObservance =
  (kind: Kind) =>
  ([id, name, date, colors, endDate]: Row): Observance => ({ id, name, date, endDate: endDate ?? null, kind, colors })

function adventAndChristmas(year: number, { onSundays }: Options): Row[] {
  const advent = adventOf(year)
  const epiphany = onSundays ? onOrAfter(dateIn(year, 1, 2), 0) : dateIn(year, 1, 6)
  return [
    ['holy_name', 'Holy Name of Jesus', dateIn(year, 1, 1), ['white']],
    ['epiphany', 'Epiphany', epiphany, ['white']],
    ['baptism_of_the_lord', 'Baptism of the Lord', onOrAfter(dateIn(year, 1, 7), 0), ['white']],
    ['advent_1', '1st Sunday of Advent', advent, ['purple', 'blue']],
    ['advent_2', '2nd Sunday of Advent', addDays(advent, 7), ['purple', 'blue']],
    ['advent_3', '3rd Sunday of Advent', addDays(advent, 14), ['rose', 'purple', 'blue']],
    ['advent_4', '4th Sunday of Advent', addDays(advent, 21), ['purple', 'blue']],
    ['christmas_eve', 'Christmas Eve', dateIn(year, 12, 24), ['white']],
    ['christmas_day', 'Christmas Day', dateIn(year, 12, 25), ['white']],
    ['holy_innocents', 'Holy Innocents', dateIn(year, 12, 28), ['white', 'red']],
    ['watch_night', 'Watch Night', dateIn(year, 12, 31), ['white']],
  ]
}

function preLent(year: number): Row[] {
  const at = (days: number) => addDays(easter(year), days)
  return [
    ['septuagesima', 'Septuagesima', at(-63), ['purple', 'green']],
    ['sexagesima', 'Sexagesima', at(-56), ['purple', 'green']],
    ['quinquagesima', 'Quinquagesima', at(-49), ['purple', 'green']],
  ]
}

function lentAndEaster(year: number): Row[] {
  const at = (days: number) => addDays(easter(year), days)
  return [
    ['ash_wednesday', 'Ash Wednesday', at(-46), ['purple']],
    ['lent_1', '1st Sunday in Lent', at(-42), ['purple']],
    ['lent_2', '2nd Sunday in Lent', at(-35), ['purple']],
    ['lent_3', '3rd Sunday in Lent', at(-28), ['purple']],
    ['lent_4', '4th Sunday in Lent (Laetare)', at(-21), ['rose', 'purple']],
    ['lent_5', '5th Sunday in Lent', at(-14), ['purple']],
    ['palm_sunday', 'Palm Sunday', at(-7), ['red', 'purple']],
    ['maundy_thursday', 'Maundy Thursday', at(-3), ['white']],
    ['good_friday', 'Good Friday', at(-2), ['black', 'none']],
    ['holy_saturday', 'Holy Saturday', at(-1), ['none']],
    ['easter', 'Easter Sunday', at(0), ['white']],
    ...easterSundays.map(([nth, days]): Row => [`easter_${nth[0]}`, `${nth} Sunday of Easter`, at(days), ['white']]),
    ['rogation_sunday', 'Rogation Sunday', at(35), ['white']],
    ['ascension', 'Ascension Day', at(39), ['white']],
    ['pentecost', 'Pentecost', at(49), ['red']],
    ['trinity', 'Trinity Sunday', at(56), ['white']],
    ['corpus_christi', 'Corpus Christi', at(60), ['white']],
  ]
}
const easterSundays = [
  ['2nd', 7],
  ['3rd', 14],
  ['4th', 21],
  ['5th', 28],
  ['6th', 35],
  ['7th', 42],
] as const

/**
 * 25 March. From Palm Sunday to the second Sunday of Easter it waits for the Monday after; from another Sunday of Lent, for the
 * next day.
 */
function annunciation(year: number): string {
  const usual = dateIn(year, 3, 25)
  const palm = addDays(easter(year), -7)
  if (usual >= palm && usual <= addDays(palm, 14)) return addDays(palm, 15)
  const isSundayOfLent = weekdayOf(usual) === 0 && usual >= addDays(easter(year), -42) && usual < palm
  return isSundayOfLent ? addDays(usual, 1) : usual
}

function fixedDays(year: number, { onSundays, tradition }: Options): Row[] {
  const isRcl = tradition === 'western'
  const transfiguration = isRcl ? addDays(easter(year), -49) : dateIn(year, 8, 6)
  return [
    ['candlemas', 'Candlemas', dateIn(year, 2, 2), ['white']],
    ['transfiguration', 'Transfiguration', transfiguration, ['white']],
    ['st_patrick', 'St. Patrick', dateIn(year, 3, 17), ['white']],
    ['annunciation', 'Annunciation', annunciation(year), ['white']],
    ['st_john_baptist', 'Birth of St. John the Baptist', dateIn(year, 6, 24), ['white']],
    ['peter_and_paul', 'St. Peter and St. Paul', dateIn(year, 6, 29), ['red']],
    ['michaelmas', 'St. Michael and All Angels', dateIn(year, 9, 29), ['white']],
    ['st_francis', 'St. Francis', dateIn(year, 10, 4), ['white']],
    ['reformation', 'Reformation Day', reformation(year, onSundays), ['red']],
    ['all_saints', 'All Saints', onSundays ? nthOf(year, 11, 0, 1) : dateIn(year, 11, 1), ['white']],
    ['reign_of_christ', isRcl ? 'Reign of Christ' : 'Christ the King', addDays(adventOf(year), -7), ['white']],
    ['st_nicholas', 'St. Nicholas', dateIn(year, 12, 6), ['white']],
  ]
}
const reformation = (year: number, onSundays = false) =>
  onSundays ? onOrBefore(dateIn(year, 10, 31), 0) : dateIn(year, 10, 31)

/** Great Lent and the feasts that follow Orthodox Easter; fixed feasts by the revised Julian calendar. */
function orthodoxDays(year: number): Row[] {
  const at = (days: number) => addDays(orthodoxEaster(year), days)
  return [
    ['theophany', 'Theophany', dateIn(year, 1, 6), ['white']],
    ['presentation', 'Presentation of the Lord', dateIn(year, 2, 2), ['white']],
    ['annunciation', 'Annunciation', dateIn(year, 3, 25), ['white']],
    ['clean_monday', 'Clean Monday', at(-48), ['purple']],
    ['lazarus_saturday', 'Lazarus Saturday', at(-8), ['white']],
    ['palm_sunday', 'Palm Sunday', at(-7), ['white']],
    ['good_friday', 'Great and Holy Friday', at(-2), ['black', 'purple']],
    ['holy_saturday', 'Great and Holy Saturday', at(-1), ['white']],
    ['easter', 'Pascha', at(0), ['white', 'red']],
    ['ascension', 'Ascension', at(39), ['white']],
    ['pentecost', 'Pentecost', at(49), ['green']],
    ['all_saints', 'Sunday of All Saints', at(56), ['green']],
    ['transfiguration', 'Transfiguration', dateIn(year, 8, 6), ['white']],
    ['dormition', 'Dormition of the Theotokos', dateIn(year, 8, 15), ['blue', 'white']],
    ['christmas_day', 'Nativity of the Lord', dateIn(year, 12, 25), ['white']],
  ]
}

/** US Thanksgiving is the fourth Thursday of November; Giving Tuesday follows it. */
const churchLifeDays = (year: number): Row[] => [
  ['unity_week', 'Week of Prayer for Christian Unity', dateIn(year, 1, 18), [], dateIn(year, 1, 25)],
  ['world_day_of_prayer', 'World Day of Prayer', nthOf(year, 3, 5, 1), []],
  ['national_day_of_prayer', 'National Day of Prayer', nthOf(year, 5, 4, 1), []],
  ['world_communion_sunday', 'World Communion Sunday', nthOf(year, 10, 0, 1), []],
  ['pastor_appreciation', 'Pastor Appreciation Day', nthOf(year, 10, 0, 2), []],
  ['idop', 'Day of Prayer for the Persecuted Church', nthOf(year, 11, 0, 1), []],
  ['orphan_sunday', 'Orphan Sunday', nthOf(year, 11, 0, 2), []],
  ['giving_tuesday', 'Giving Tuesday', addDays(nthOf(year, 11, 4, 4), 5), []],
]

const inOrder = (rows: Observance[]) =>
  rows.sort((a, b) => (a.date === b.date ? kinds.indexOf(a.kind) - kinds.indexOf(b.kind) : a.date < b.date ? -1 : 1))

/** A public holiday that is a feast of the tradition on the same day is listed once, as the feast. */
function withCivil(feasts: Observance[], year: number, country: Country): Observance[] {
  const days = new Set(feasts.map(({ id, date }) => `${id} ${date}`))
  const civil = civilDays(year, country).filter(({ feast, date }) => !feast || !days.has(`${feast} ${date}`))
  return inOrder([...feasts, ...civil.map(({ id, name, date }) => toObservance('civil')([id, name, date, []]))])
}

/** Every observance of a calendar year, by date. */
export function observancesOf(year: number, options: Options = {}): Observance[] {
  const { tradition = 'western', country = 'us' } = options
  const all = { ...options, tradition }
  if (tradition === 'none') return withCivil([], year, country)
  const churchLife = churchLifeDays(year).map(toObservance('church-life'))
  if (tradition === 'orthodox')
    return withCivil([...orthodoxDays(year).map(toObservance('principal')), ...churchLife], year, country)
  const oneYear = tradition === 'anglican' ? preLent(year).map(toObservance('season')) : []
  const principal = [...adventAndChristmas(year, all), ...lentAndEaster(year)].map(toObservance('principal'))
  const fixed = fixedDays(year, all).map(toObservance('fixed'))
  return withCivil([...principal, ...oneYear, ...fixed, ...churchLife], year, country)
}

/** A civil holiday on a weekday is announced on the Sunday nearest to it. */
export const nearestSunday = (date: string): string => {
  const weekday = weekdayOf(date)
  return addDays(date, weekday <= 3 ? -weekday : 7 - weekday)
}

const quiet = new Set(['good_friday', 'holy_saturday', 'easter', 'christmas_eve', 'christmas_day'])

/** Days on which nothing that can wait is sent. */
export const quietDaysOf = (year: number, options: Options = {}): string[] =>
  observancesOf(year, options)
    .filter(({ id }) => quiet.has(id))
    .map(({ date }) => date)
