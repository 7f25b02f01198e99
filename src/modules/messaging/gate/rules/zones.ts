import { DateTime } from 'luxon'
import data from '../data/phone-zones.json' with { type: 'json' }

/** Zones by the beginning of a number, longest first; see NOTICE.md for where they come from. */
const byPrefix = new Map(
  Object.entries(data.prefixes).flatMap(([zones, prefixes]) => {
    const names = zones.split(' ').map(index => data.zones[Number(index)]!)
    return prefixes.split(' ').map(prefix => [prefix, names] as const)
  }),
)
const LONGEST = Math.max(...[...byPrefix.keys()].map(prefix => prefix.length))

/**
 * Every time zone that a number could be in, by its country and area code; empty where it says nothing, as a toll-free
 * number does. Where somebody lives can't be told from it: it serves to let them sleep, and for nothing else.
 * @param number E.164
 */
export function zonesOf(number: string): readonly string[] {
  const digits = number.replace(/\D/g, '')
  for (let length = Math.min(LONGEST, digits.length); length > 0; length--) {
    const zones = byPrefix.get(digits.slice(0, length))
    if (zones) return zones
  }
  return []
}

/** Nobody's phone rings or buzzes for marketing before and after (hours of the clock). */
export const AWAKE = { from: 8, until: 21 }
/** Further apart than this, no hour suits them all. */
const TRIES = 8

/** The first moment from `now` at which it is day in a zone; on the day that a clock change makes shorter or longer too. */
function nextDay(now: DateTime, zone: string): DateTime {
  const here = now.setZone(zone)
  if (here.hour >= AWAKE.from && here.hour < AWAKE.until) return now
  const day = here.hour >= AWAKE.until ? here.plus({ days: 1 }) : here
  return day.set({ hour: AWAKE.from, minute: 0, second: 0, millisecond: 0 })
}

/** When it is day in all of these zones, if it is not now. Where that never happens the first zone decides. */
export function asleepUntil(now: Date, zones: readonly string[]): Date | undefined {
  const start = DateTime.fromJSDate(now)
  let at = start
  for (let i = 0; i < TRIES; i++) {
    const latest = DateTime.max(...zones.map(zone => nextDay(at, zone)))!
    if (latest.toMillis() === at.toMillis()) return at.toMillis() === start.toMillis() ? undefined : at.toJSDate()
    at = latest
  }
  const alone = nextDay(start, zones[0]!)
  return alone.toMillis() === start.toMillis() ? undefined : alone.toJSDate()
}
