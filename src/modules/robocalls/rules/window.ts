import { DateTime } from 'luxon'
import { AWAKE, hoursOn } from '#messaging/send-policy/rules/quiet-hours.ts'
import data from '../data/call-hours.json' with { type: 'json' }
import { federalHolidays } from './holidays.ts'

type Hours = [from: number, until: number] | null
interface StateLaw {
  state: string
  days: Record<string, Hours>
  holidays?: boolean
  areaCodes: string
  source: string
}
const laws = data.states as unknown as StateLaw[]
const byState = new Map(laws.map(law => [law.state, law]))
const byAreaCode = new Map(laws.flatMap(law => law.areaCodes.split(' ').map(code => [code, law.state] as const)))

/** The state whose law on recorded calls is stricter, by area code. @param number E.164 */
export const callStateOf = (number: string): string | undefined =>
  number.startsWith('+1') ? byAreaCode.get(number.slice(2, 5)) : undefined

/** When a church lets its announcements be played, by the clock of the person who is called. */
export interface CallWindow {
  /** `09:00` */
  from: string
  until: string
  /** ISO weekdays. */
  days: readonly number[]
  /** No calls on federal holidays. */
  holidays: boolean
  /** ISO dates on which the church wants none either. */
  closedOn: readonly string[]
  /** Whether the stricter hours of states count. Federal hours always do. */
  byState: boolean
}

/** What an emergency keeps to: it may come on any day, and lets people sleep. */
export const EMERGENCY_WINDOW: CallWindow = {
  from: '06:00',
  until: '22:00',
  days: [1, 2, 3, 4, 5, 6, 7],
  holidays: false,
  closedOn: [],
  byState: false,
}

/** Where someone may be: every zone, and every state whose law may count. */
export interface Place {
  zones: readonly string[]
  states: readonly string[]
}

const minutesIn = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** From and until which minute of that day calls may be placed there; null: not on that day. */
function openOn(day: DateTime, window: CallWindow, states: readonly string[], isEmergency: boolean) {
  const date = day.toISODate()!
  if (!window.days.includes(day.weekday) || window.closedOn.includes(date)) return null
  const isHoliday = federalHolidays(day.year).has(date)
  if (window.holidays && isHoliday) return null
  let [from, until] = [minutesIn(window.from), minutesIn(window.until)]
  if (isEmergency) return { from, until }
  const quiet = window.byState ? hoursOn(day, states) : AWAKE
  from = Math.max(from, quiet.from * 60)
  until = Math.min(until, quiet.until * 60)
  for (const law of window.byState ? states.flatMap(state => byState.get(state) ?? []) : []) {
    const hours = String(day.weekday) in law.days ? law.days[day.weekday]! : (law.days['*'] ?? [0, 24])
    if (hours === null || (law.holidays && isHoliday)) return null
    from = Math.max(from, hours[0] * 60)
    until = Math.min(until, hours[1] * 60)
  }
  return from < until ? { from, until } : null
}

const LONGEST_WAIT_DAYS = 30

/** The first moment from `at` on at which this zone is open; null within a month: never. */
function nextOpen(at: DateTime, zone: string, window: CallWindow, states: readonly string[], isEmergency: boolean) {
  const here = at.setZone(zone)
  for (let i = 0; i < LONGEST_WAIT_DAYS; i++) {
    const day = i === 0 ? here : here.plus({ days: i }).startOf('day')
    const open = openOn(day, window, states, isEmergency)
    if (!open) continue
    const minute = day.hour * 60 + day.minute
    if (minute >= open.until) continue
    if (minute >= open.from) return i === 0 ? at : day
    // An hour that a clock change leaves out begins when the clock goes on.
    return day.set({ hour: Math.floor(open.from / 60), minute: open.from % 60, second: 0, millisecond: 0 })
  }
  return null
}

/** So often the zones may push each other on before no common hour is believed in. */
const TRIES = 60

/**
 * The first moment from `now` on at which a call may be placed in every zone where the phone may be, by the church's window
 * and the laws of all states in question. @returns null where there is none within a month
 */
export function nextCallMoment(now: Date, place: Place, window: CallWindow, isEmergency = false): Date | null {
  const start = DateTime.fromJSDate(now)
  let at: DateTime = start
  for (let i = 0; i < TRIES; i++) {
    let latest: DateTime = at
    for (const zone of place.zones) {
      const open = nextOpen(at, zone, window, place.states, isEmergency)
      if (!open) return null
      if (open.toMillis() > latest.toMillis()) latest = open
    }
    if (latest.toMillis() === at.toMillis()) return at.toJSDate()
    at = latest
  }
  return null
}

/** The laws that count for a place, for the proof of a call. */
export const lawsOf = ({ states }: Place): { state: string; source: string }[] =>
  states.flatMap(state => byState.get(state) ?? []).map(({ state, source }) => ({ state, source }))
