import type ICAL from 'ical.js'
import { IANAZone } from 'luxon'
import { momentAt } from '#messaging/rules/local-clock.ts'
import windowsZones from '../data/windows-zones.json' with { type: 'json' }
import { embeddedZone } from './zone-definition.ts'

/** A clock time as it is written: `2026-11-22T09:00`. */
export type Local = string
export type ToInstant = (local: Local) => number
export interface Zone {
  toInstant: ToInstant
  /** A sentence for people where the zone of that name is not known. */
  doubt?: string
}
export type Zones = (name: string | null) => Zone

/** Zone names of files: IANA names, also behind a prefix as in `/citadel.org/20260101_1/America/Chicago`. */
function ianaName(name: string): string | null {
  const parts = name.split('/').filter(Boolean)
  const tails = [1, 2, 3].map(length => parts.slice(-length).join('/')).reverse()
  return tails.find(tail => /^[A-Z]/.test(tail) && IANAZone.isValidZone(tail)) ?? null
}

const windows = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]))

const inZone =
  (zone: string): ToInstant =>
  local =>
    momentAt(local, zone).getTime()

/** `GMT-0600`, as Apple names a zone without clock changes. */
function fixedZone(name: string): ToInstant | null {
  const [, sign, hours, minutes] = /^(?:GMT|UTC)([+-])(\d\d):?(\d\d)$/i.exec(name) ?? []
  if (!sign) return null
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return local => Date.parse(`${local}:00Z`) - offset * 60_000
}

function knownZone(name: string, definition: ICAL.Component | undefined): ToInstant | null {
  const iana = ianaName(name)
  if (iana) return inZone(iana)
  const own = definition && embeddedZone(definition)
  if (own) return own
  const place = String(definition?.getFirstPropertyValue('x-lic-location') ?? '')
  const zone = windows.get(name.toLowerCase()) ?? (place && ianaName(place))
  return zone ? inZone(zone) : fixedZone(name)
}

/**
 * Reads clock times by zone name: an IANA zone, else the file's own definition, else the zone that Windows calls so. What none of them
 * knows is read in the calendar's zone, with a doubt.
 * @param usual IANA name; also the zone of floating times
 */
export function zoneReader(definitions: readonly ICAL.Component[], usual: string): Zones {
  const known = new Map<string, Zone>()
  return name => {
    const key = name ?? ''
    const before = known.get(key)
    if (before) return before
    const definition = definitions.find(one => String(one.getFirstPropertyValue('tzid')) === key)
    const plain = key.replace(/^["\s]+|["\s]+$/g, '')
    const found = plain ? knownZone(plain, definition) : inZone(usual)
    const zone: Zone = found
      ? { toInstant: found }
      : {
          toInstant: inZone(usual),
          doubt: `Its time zone “${plain.slice(0, 60)}” is unknown. It was read in ${usual.replaceAll('_', ' ')}; please check its time.`,
        }
    known.set(key, zone)
    return zone
  }
}

/** The zone that a calendar names as its own. */
export function ownZone(calendars: readonly ICAL.Component[]): string | null {
  const name = calendars.map(one => one.getFirstPropertyValue('x-wr-timezone')).find(Boolean)
  return name ? (ianaName(String(name)) ?? windows.get(String(name).toLowerCase()) ?? null) : null
}
