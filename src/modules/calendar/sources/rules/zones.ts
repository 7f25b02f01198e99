import type ICAL from 'ical.js'
import { IANAZone } from 'luxon'
import { momentAt } from '#messaging/rules/local-clock.ts'

/** A clock time as it is written: `2026-11-22T09:00`. */
export type Local = string
export type ToInstant = (local: Local) => number

const offsetOf = (text: string): number | undefined => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(text) ?? []
  return hours ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : undefined
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

interface Change {
  /** Since this clock time (by the clocks before it) … */
  start: string
  /** … every year at that weekday of that month, if it repeats. */
  yearly?: { month: number; nth: number; weekday: number }
  /** Minutes ahead of UTC from then on. */
  offset: number
}

/** Only rules of the form that clock changes have: others could repeat without end. */
function yearlyOf(rule: string): Change['yearly'] | null {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map(part => part.split('=') as [string, string]),
  )
  const [, nth, day] = /^([+-]?\d)(SU|MO|TU|WE|TH|FR|SA)$/.exec(parts.get('BYDAY') ?? '') ?? []
  const month = Number(parts.get('BYMONTH'))
  if (parts.get('FREQ') !== 'YEARLY' || !day || !(month >= 1 && month <= 12)) return null
  return { month, nth: Number(nth), weekday: weekdays.indexOf(day) }
}

function changeOf(part: ICAL.Component): Change | null {
  const start = String(part.getFirstPropertyValue('dtstart') ?? '')
  const offset = offsetOf(String(part.getFirstPropertyValue('tzoffsetto') ?? ''))
  const rule = part.getFirstPropertyValue('rrule')
  const yearly = rule ? yearlyOf(String(rule)) : undefined
  return !start || offset === undefined || yearly === null ? null : { start, offset, ...(yearly && { yearly }) }
}

/** The day of a year on which clocks change: the nth weekday of a month, from its end where nth is negative. */
function dateIn(year: number, { month, nth, weekday }: NonNullable<Change['yearly']>): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const last = new Date(Date.UTC(year, month - 1, length)).getUTCDay()
  const day =
    nth > 0 ? 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7 : length - ((last - weekday + 7) % 7) + (nth + 1) * 7
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Clocks of a VTIMEZONE that a file brings along (RFC 5545, 3.6.5); null where its rules are not those of clock changes. */
export function embeddedZone(zone: ICAL.Component): ToInstant | null {
  const changes = [...zone.getAllSubcomponents('standard'), ...zone.getAllSubcomponents('daylight')].map(changeOf)
  if (changes.length === 0 || changes.some(change => change === null)) return null
  const known = changes as Change[]
  return local => {
    const year = Number(local.slice(0, 4))
    const begun = known
      .flatMap(({ start, yearly, offset }) =>
        yearly
          ? [year - 1, year].map(one => ({ at: `${dateIn(one, yearly)}T${start.slice(11, 16)}`, offset, start }))
          : [{ at: start.slice(0, 16), offset, start }],
      )
      .filter(({ at, start }) => at <= local && at >= start.slice(0, 16))
      .sort((a, b) => (a.at < b.at ? 1 : -1))
    const offset = begun[0]?.offset ?? known[0]!.offset
    return Date.parse(`${local}:00Z`) - offset * 60_000
  }
}

/** Zone names of files: IANA names, also behind a prefix as in `/citadel.org/20260101_1/America/Chicago`. */
function ianaName(name: string): string | null {
  const parts = name.replace(/^"|"$/g, '').split('/').filter(Boolean)
  const tails = [1, 2, 3].map(length => parts.slice(-length).join('/')).reverse()
  return tails.find(tail => /^[A-Z]/.test(tail) && IANAZone.isValidZone(tail)) ?? null
}

/**
 * Reads clock times by zone name: the IANA zone of that name, else the file's own definition, else the church's zone.
 * @param church IANA name; also the zone of floating times
 */
export function zoneReader(definitions: readonly ICAL.Component[], church: string): (name: string | null) => ToInstant {
  const inZone =
    (zone: string): ToInstant =>
    local =>
      momentAt(local, zone).getTime()
  const known = new Map<string, ToInstant>()
  return name => {
    const key = name ?? ''
    const before = known.get(key)
    if (before) return before
    const definition = name && definitions.find(one => String(one.getFirstPropertyValue('tzid')) === name)
    const iana = name && ianaName(name)
    const reads = iana ? inZone(iana) : (definition && embeddedZone(definition)) || inZone(church)
    known.set(key, reads)
    return reads
  }
}
