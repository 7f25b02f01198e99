import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { type ToInstant, zoneReader } from './zones.ts'

export interface Reading {
  /** The church's IANA zone: of floating times and of whole days. */
  timeZone: string
  from: Date
  to: Date
}
export interface ReadEvent {
  uid: string
  sequence: number
  /** Start and end in epoch milliseconds of every time within the window at which it makes its owner busy, in order. */
  spans: [number, number][]
  /** Its first time, also of one that keeps nobody busy; null where it was canceled. */
  first: [number, number] | null
}
export interface ReadCalendar {
  events: ReadEvent[]
  /** Events that could not be understood, or that repeat more often than anything real. */
  ignored: number
}

export class NoCalendar extends Error {}

/** More is no calendar of a person. */
const MOST_EVENTS = 50_000
const MOST_SPANS = 20_000
/** No real event has more times in a year; expanding them may take so many milliseconds in all. */
const MOST_OF_ONE = 2_000
const PATIENCE = 4_000
const DAY = 86_400_000

/** One VEVENT: the event itself, or one occurrence of it that was changed. */
interface Part {
  uid: string
  sequence: number
  component: ICAL.Component
  /** The instant of the occurrence that it stands for. */
  replaces: number | null
  start: Moment
  end: number
  isBusy: boolean
  isCancelled: boolean
}
interface Moment {
  local: string
  isDate: boolean
  isUtc: boolean
  toInstant: ToInstant
  at: number
}

type Zones = (name: string | null) => ToInstant

const utc: ToInstant = local => Date.parse(`${local}:00Z`)

function momentOf(property: ICAL.Property, value: ICAL.Time, zones: Zones): Moment {
  const isUtc = value.zone?.tzid === 'UTC'
  const local = value.isDate ? `${value.toString().slice(0, 10)}T00:00` : value.toString().slice(0, 16)
  const name = property.getFirstParameter('tzid') || null
  const toInstant = isUtc ? utc : zones(value.isDate ? null : name)
  const at = toInstant(local)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(at)) throw new NoCalendar('not a time')
  return { local, isDate: value.isDate, isUtc, toInstant, at }
}

function momentsOf(component: ICAL.Component, name: string, zones: Zones): Moment[] {
  return component
    .getAllProperties(name)
    .flatMap(property =>
      property.getValues().flatMap(value => (value instanceof ICAL.Time ? [momentOf(property, value, zones)] : [])),
    )
}

function endOf(component: ICAL.Component, start: Moment, zones: Zones): number {
  const [end] = momentsOf(component, 'dtend', zones)
  if (end) return Math.max(end.at, start.at)
  const duration = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return start.at + Math.max(0, duration.toSeconds() * 1_000)
  return start.isDate ? start.toInstant(dayAfter(start.local, 1)) : start.at
}

const dayAfter = (local: string, days: number) =>
  new Date(Date.parse(`${local}:00Z`) + days * DAY).toISOString().slice(0, 16)

function partOf(component: ICAL.Component, zones: Zones): Part {
  const [start] = momentsOf(component, 'dtstart', zones)
  if (!start) throw new NoCalendar('no start')
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  const isCancelled = text('status') === 'CANCELLED'
  const isFree = text('transp') === 'TRANSPARENT' || text('x-microsoft-cdo-busystatus') === 'FREE'
  return {
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
    component,
    replaces: momentsOf(component, 'recurrence-id', zones)[0]?.at ?? null,
    start,
    end: endOf(component, start, zones),
    isBusy: !isCancelled && !isFree,
    isCancelled,
  }
}

/** A rule by the clock on the wall: an UNTIL in UTC is read as clock time, as the occurrences are. */
function wallRule(rule: string, start: Moment): string {
  return rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\dZ?)?/i, (_, year, month, day, hour, minute) => {
    const stamp = (local: string) => `UNTIL=${local.replace(/[-:]/g, '')}00Z`
    if (hour === undefined) return stamp(`${year}-${month}-${day}T23:59`)
    const until = `${year}-${month}-${day}T${hour}:${minute}`
    if (start.isUtc) return stamp(until)
    const offset = utc(start.local) - start.at
    return stamp(new Date(utc(until) + offset).toISOString().slice(0, 16))
  })
}

/**
 * Instants at which a part begins, by its rule on the wall clock.
 * @throws where the rule can't be read, or finds nothing or far too much
 */
function startsOf({ component, start, end }: Part, { from, to }: Reading, zones: Zones): Moment[] {
  const given = [...momentsOf(component, 'rdate', zones)]
  const rules = component.getAllProperties('rrule').map(property => String(property.getFirstValue()))
  if (rules.length === 0) return [start, ...given]
  const found: Moment[] = []
  for (const rule of rules) {
    if (/FREQ=(SECONDLY|MINUTELY)/i.test(rule)) throw new NoCalendar('it repeats all the time')
    const all = new RRuleTemporal({
      rruleString: `RRULE:${wallRule(rule, start)}`,
      dtstart: Temporal.ZonedDateTime.from(`${start.local}:00[UTC]`),
      temporal: Temporal as never,
      includeDtstart: true,
    }).between(new Date(from.getTime() - (end - start.at) - DAY), new Date(to.getTime() + DAY), true)
    for (const each of all) {
      const local = each.toString().slice(0, 16)
      found.push({ ...start, local, at: start.toInstant(local) })
    }
  }
  return [...found, ...given]
}

function spansOf(
  master: Part | undefined,
  changed: readonly Part[],
  reading: Reading,
  zones: Zones,
): [number, number][] {
  const spans: [number, number][] = []
  if (master?.isBusy) {
    const gone = new Set(momentsOf(master.component, 'exdate', zones).map(moment => moment.at))
    // A date without a time leaves out whatever begins on that day.
    const goneDays = new Set(
      momentsOf(master.component, 'exdate', zones).flatMap(one => (one.isDate ? one.local.slice(0, 10) : [])),
    )
    for (const { replaces } of changed) if (replaces !== null) gone.add(replaces)
    const days = Math.round((master.end - master.start.at) / DAY)
    for (const { at, local, isDate, toInstant } of startsOf(master, reading, zones)) {
      if (gone.has(at) || goneDays.has(local.slice(0, 10))) continue
      spans.push([at, isDate ? toInstant(dayAfter(local, days)) : at + (master.end - master.start.at)])
    }
  }
  for (const { isBusy, start, end } of changed) if (isBusy) spans.push([start.at, end])
  const [from, to] = [reading.from.getTime(), reading.to.getTime()]
  return spans.filter(([start, end]) => end > start && end > from && start < to).sort((a, b) => a[0] - b[0])
}

function componentsOf(text: string): ICAL.Component[] {
  let parsed: unknown
  try {
    parsed = ICAL.parse(text)
  } catch {
    throw new NoCalendar('This is not a calendar file.')
  }
  const all = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as ConstructorParameters<
    typeof ICAL.Component
  >[0][]
  const calendars = all.map(one => new ICAL.Component(one)).filter(one => one.name === 'vcalendar')
  if (calendars.length === 0) throw new NoCalendar('This is not a calendar file.')
  return calendars
}

/**
 * When a calendar keeps its owner busy. Free and canceled events don't; nobody hears what for.
 * @throws NoCalendar
 */
export function readCalendar(text: string, reading: Reading, deadline = performance.now() + PATIENCE): ReadCalendar {
  const calendars = componentsOf(text)
  const zones = zoneReader(
    calendars.flatMap(one => one.getAllSubcomponents('vtimezone')),
    reading.timeZone,
  )
  const parts = new Map<string, Part[]>()
  let ignored = 0
  let left = MOST_SPANS
  for (const [i, component] of calendars.flatMap(one => one.getAllSubcomponents('vevent')).entries()) {
    try {
      if (i >= MOST_EVENTS) throw new NoCalendar('too many')
      const part = partOf(component, zones)
      const key = part.uid || `event ${i}`
      const before = parts.get(key)
      if (before) before.push(part)
      else parts.set(key, [part])
    } catch {
      ignored++
    }
  }
  const events: ReadEvent[] = []
  for (const [uid, all] of parts) {
    const master = all.find(one => one.replaces === null)
    try {
      if (performance.now() > deadline) throw new NoCalendar('too slow')
      const spans = spansOf(
        master,
        all.filter(one => one.replaces !== null),
        reading,
        zones,
      )
      if (spans.length > Math.min(left, MOST_OF_ONE)) throw new NoCalendar('too many')
      left -= spans.length
      const one = master ?? all[0]!
      const first: ReadEvent['first'] = one.isCancelled ? null : [one.start.at, one.end]
      events.push({ uid, sequence: one.sequence, spans, first })
    } catch {
      ignored++
    }
  }
  return { events, ignored }
}

/** Several files within the time for one; null for each that is no calendar. */
export function readCalendars(texts: readonly string[], reading: Reading): (ReadCalendar | null)[] {
  const deadline = performance.now() + PATIENCE
  return texts.map(text => {
    try {
      return readCalendar(text, reading, deadline)
    } catch {
      return null
    }
  })
}
