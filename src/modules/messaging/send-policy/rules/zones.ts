import { DateTime } from 'luxon'
import overlays from '../data/overlays.json' with { type: 'json' }
import data from '../data/phone-zones.json' with { type: 'json' }
import { AWAKE, hoursOn } from './quiet-hours.ts'

/** Zones by the beginning of a number, longest first; see NOTICE.md for where they come from. */
const byPrefix = new Map(
  Object.entries(data.prefixes).flatMap(([zones, prefixes]) => {
    const names = zones.split(' ').map(index => data.zones[Number(index)]!)
    return prefixes.split(' ').map(prefix => [prefix, names] as const)
  }),
)
/** New area codes are given out over all of the area that older ones cover: they have at least the zones of these. */
const overlaid = [
  ...overlays.sameArea.flatMap(group => {
    const codes = group.split('/')
    return codes.map(code => [code, codes] as const)
  }),
  ...Object.entries(overlays.overlayOf).map(([code, bases]) => [code, [code, ...bases.split(' ')]] as const),
].map(([code, area]) => [`1${code}`, [...new Set(area.flatMap(one => byPrefix.get(`1${one}`) ?? []))].sort()] as const)
for (const [prefix, zones] of overlaid) if (zones.length > 0) byPrefix.set(prefix, zones)
const LONGEST = Math.max(...[...byPrefix.keys()].map(prefix => prefix.length))

/**
 * Every time zone that a number could be in, by its country and area code; empty where it says nothing, as a toll-free
 * number does. Where someone lives can't be told from it: it serves to let them sleep, and for nothing else.
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

/** The beginnings of numbers that say something of their zones, without the plus sign. */
export const phonePrefixes = (): string[] => [...byPrefix.keys()]

/** Further apart than this, no hour suits them all. */
const TRIES = 8

/** The first moment from `now` outside quiet hours in a zone; on the day that a clock change makes shorter or longer too. */
function nextDay(now: DateTime, zone: string, states: readonly string[]): DateTime {
  const here = now.setZone(zone)
  const { from, until } = hoursOn(here, states)
  if (here.hour >= from && here.hour < until) return now
  const day = here.hour >= until ? here.plus({ days: 1 }) : here
  return day.set({ hour: hoursOn(day, states).from, minute: 0, second: 0, millisecond: 0 })
}

/**
 * When quiet hours end in all of these zones, if they last now. Where that never happens the first zone decides.
 * @param states of the United States, whose laws may ask for more than {@link AWAKE}
 */
export function asleepUntil(now: Date, zones: readonly string[], states: readonly string[] = []): Date | undefined {
  const start = DateTime.fromJSDate(now)
  let at = start
  for (let i = 0; i < TRIES; i++) {
    const latest = DateTime.max(...zones.map(zone => nextDay(at, zone, states)))!
    if (latest.toMillis() === at.toMillis()) return at.toMillis() === start.toMillis() ? undefined : at.toJSDate()
    at = latest
  }
  const alone = nextDay(start, zones[0]!, states)
  return alone.toMillis() === start.toMillis() ? undefined : alone.toJSDate()
}
