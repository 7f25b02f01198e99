import ICAL from 'ical.js'
import type { ToInstant, Zones } from './zones.ts'

/** What an event says that can't be read, as sentences for people. */
export class Unreadable extends Error {}

const DAY = 86_400_000

export interface Moment {
  local: string
  isDate: boolean
  isUtc: boolean
  toInstant: ToInstant
  at: number
}
/** A date on which an event also takes place; `end` where it is given with it. */
export type Extra = Moment & { end?: number }

/** How long it takes: whole days by the clock on the wall, and milliseconds after them. */
export interface Length {
  days: number
  ms: number
}

/** Where times of an event come from. */
export interface Clocks {
  zones: Zones
  /** Sentences about times that were read in a zone that may be wrong. */
  doubts: Set<string>
}

export const utc: ToInstant = local => Date.parse(`${local}:00Z`)
const toLocal = (ms: number) => new Date(ms).toISOString().slice(0, 16)
export const shiftLocal = (local: string, ms: number) => toLocal(utc(local) + ms)

/** What the clocks of a zone show at an instant. */
export function localAt(at: number, toInstant: ToInstant): string {
  let local = toLocal(at)
  for (let i = 0; i < 2; i++) local = toLocal(at + utc(local) - toInstant(local))
  return local
}

export const endAfter = ({ local, at, toInstant }: Moment, { days, ms }: Length) =>
  (days === 0 ? at : toInstant(shiftLocal(local, days * DAY))) + ms

function momentOf(property: ICAL.Property, value: ICAL.Time, { zones, doubts }: Clocks, floats?: ToInstant): Moment {
  const isUtc = value.zone?.tzid === 'UTC'
  const local = value.isDate ? `${value.toString().slice(0, 10)}T00:00` : value.toString().slice(0, 16)
  const name = value.isDate ? null : property.getFirstParameter('tzid') || null
  const found = isUtc ? { toInstant: utc } : !name && floats ? { toInstant: floats } : zones(name)
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? found.toInstant(local) : Number.NaN
  if (Number.isNaN(at)) throw new Unreadable(NOT_A_TIME)
  if ('doubt' in found && found.doubt) doubts.add(found.doubt)
  return { local, isDate: value.isDate, isUtc, toInstant: found.toInstant, at }
}

const NOT_A_TIME = 'One of its times can’t be read.'
const calendarTime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-4]):[0-5]\d:[0-6]\d|$)/

/**
 * Times of a property.
 * @param floats zone of times without one; without it, the zone of the calendar
 */
export function momentsOf(component: ICAL.Component, name: string, clocks: Clocks, floats?: ToInstant): Extra[] {
  return component.getAllProperties(name).flatMap(property => {
    const written: unknown[] = property.toJSON().slice(3)
    return property.getValues().map((value, i) => {
      // The parser counts on from a thirteenth month.
      if (typeof written[i] === 'string' && !calendarTime.test(written[i])) throw new Unreadable(NOT_A_TIME)
      if (value instanceof ICAL.Time) return momentOf(property, value, clocks, floats)
      if (!(value instanceof ICAL.Period)) throw new Unreadable(NOT_A_TIME)
      const start = momentOf(property, value.start, clocks, floats)
      if (value.end) return { ...start, end: momentOf(property, value.end, clocks, floats).at }
      return { ...start, end: endAfter(start, lengthOf(value.duration)) }
    })
  })
}

export const lengthOf = ({ weeks, days, hours, minutes, seconds, isNegative }: ICAL.Duration): Length =>
  isNegative
    ? { days: 0, ms: 0 }
    : { days: weeks * 7 + days, ms: hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 }

/** Days between two dates, or time between two instants; without an end a date lasts a day. */
export function lengthFrom(component: ICAL.Component, start: Moment, clocks: Clocks): Length {
  const [end] = momentsOf(component, 'dtend', clocks, start.isUtc ? undefined : start.toInstant)
  const duration = component.getFirstPropertyValue('duration')
  if (!end && duration instanceof ICAL.Duration) return lengthOf(duration)
  if (!end) return { days: start.isDate ? 1 : 0, ms: 0 }
  if (end.at < start.at) throw new Unreadable('It ends before it starts.')
  if (!start.isDate) return { days: 0, ms: end.at - start.at }
  // Some programs write the same day as the end of a whole day.
  return { days: Math.max(1, Math.round((utc(end.local) - utc(start.local)) / DAY)), ms: 0 }
}
