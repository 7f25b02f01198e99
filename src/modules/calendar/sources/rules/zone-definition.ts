import type ICAL from 'ical.js'
import type { ToInstant } from './zones.ts'

const MINUTE = 60_000
const msOf = (local: string) => Date.parse(`${local}:00Z`)

const offsetOf = (text: string): number | undefined => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(text) ?? []
  return hours ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : undefined
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

interface Yearly {
  month: number
  /** From the end of the month where it is negative; without a weekday, the day of the month. */
  nth: number
  weekday: number | null
  /** The instant of the last change, where they ended. */
  until: number
}
interface Change {
  /** Since these clock times (by the clocks before it) … */
  starts: string[]
  /** … every year at that weekday of that month, if it repeats. */
  yearly?: Yearly
  /** Minutes ahead of UTC before it, and from then on. */
  before: number
  offset: number
}

/** The end of a rule: in UTC, or by the clocks before the change. */
function untilOf(text: string | undefined, before: number): number | null {
  if (!text) return Number.POSITIVE_INFINITY
  const [, year, month, day, hour = '23', minute = '59', zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(text.replace(/[-:]/g, '')) ?? []
  if (!year) return null
  return msOf(`${year}-${month}-${day}T${hour}:${minute}`) - (zulu ? 0 : before * MINUTE)
}

/** The nth weekday; seven days of the month with a weekday are the same, written at length. */
function dayOf(byDay: string | undefined, byMonthDay: string | undefined, start: string) {
  const [, nth, name] = /^([+-]?\d)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(byDay ?? '') ?? []
  const days = (byMonthDay ?? '').split(',').filter(Boolean).map(Number)
  if (!byDay) return days.length > 1 ? null : { nth: days[0] ?? Number(start.slice(8, 10)), weekday: null }
  if (!name) return null
  if (nth) return days.length > 0 ? null : { nth: Number(nth), weekday: weekdays.indexOf(name) }
  const first = Math.min(...days)
  return days.length === 7 && first % 7 === 1 ? { nth: (first + 6) / 7, weekday: weekdays.indexOf(name) } : null
}

/** Only rules of the form that clock changes have: others could repeat without end. */
function yearlyOf(rule: string, start: string, before: number): Yearly | null {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map(part => part.split('=') as [string, string]),
  )
  const month = Number(parts.get('BYMONTH') ?? start.slice(5, 7))
  const day = dayOf(parts.get('BYDAY'), parts.get('BYMONTHDAY'), start)
  const until = untilOf(parts.get('UNTIL'), before)
  const isOdd = parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1'
  if (isOdd || !day || until === null || !(month >= 1 && month <= 12)) return null
  const count = Number(parts.get('COUNT') ?? Number.NaN)
  const last = Number.isNaN(count) ? until : Date.UTC(Number(start.slice(0, 4)) + count, 0, 1)
  return { month, ...day, until: Math.min(until, last) }
}

function changeOf(part: ICAL.Component): Change | null {
  const start = String(part.getFirstPropertyValue('dtstart') ?? '').slice(0, 16)
  const offset = offsetOf(String(part.getFirstPropertyValue('tzoffsetto') ?? ''))
  const before = offsetOf(String(part.getFirstPropertyValue('tzoffsetfrom') ?? '')) ?? offset
  if (!start || offset === undefined || before === undefined) return null
  const rule = part.getFirstPropertyValue('rrule')
  const yearly = rule ? yearlyOf(String(rule), start, before) : undefined
  const more = part.getAllProperties('rdate').flatMap(one => one.getValues().map(value => String(value).slice(0, 16)))
  return yearly === null ? null : { starts: [start, ...more], offset, before, ...(yearly && { yearly }) }
}

/** The day of a year on which clocks change. */
function dateIn(year: number, { month, nth, weekday }: Yearly): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const last = new Date(Date.UTC(year, month - 1, length)).getUTCDay()
  const byWeekday = (wanted: number) =>
    nth > 0 ? 1 + ((wanted - first + 7) % 7) + (nth - 1) * 7 : length - ((last - wanted + 7) % 7) + (nth + 1) * 7
  const day = weekday === null ? (nth > 0 ? nth : length + nth + 1) : byWeekday(weekday)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Clock times of a change that may be the last one before a clock time of that year. */
function timesOf({ starts, yearly, before }: Change, year: number): string[] {
  if (!yearly) return starts
  const begun = starts[0]!
  const ended = new Date(Number.isFinite(yearly.until) ? yearly.until : 0).getUTCFullYear()
  const repeated = [year - 1, year, ended - 1, ended]
    .map(one => `${dateIn(one, yearly)}T${begun.slice(11, 16)}`)
    .filter(at => at >= begun && msOf(at) - before * MINUTE <= yearly.until)
  return [...starts, ...repeated]
}

/** Clocks of a VTIMEZONE that a file brings along (RFC 5545, 3.6.5); null where its rules are not those of clock changes. */
export function embeddedZone(zone: ICAL.Component): ToInstant | null {
  const changes = [...zone.getAllSubcomponents('standard'), ...zone.getAllSubcomponents('daylight')].map(changeOf)
  if (changes.length === 0 || changes.some(change => change === null)) return null
  const known = changes as Change[]
  const oldest = known.reduce((a, b) => (a.starts[0]! <= b.starts[0]! ? a : b))
  return local => {
    const [latest] = known
      .flatMap(change => timesOf(change, Number(local.slice(0, 4))).map(at => ({ at, offset: change.offset })))
      .filter(({ at }) => at <= local)
      .sort((a, b) => (a.at < b.at ? 1 : -1))
    return msOf(local) - (latest?.offset ?? oldest.before) * MINUTE
  }
}
