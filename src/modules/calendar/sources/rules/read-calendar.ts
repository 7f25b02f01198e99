import type ICAL from 'ical.js'
import { calendarFile, type Event, NoCalendar } from './calendar-file.ts'
import { endAfter, lengthFrom, momentsOf, Unreadable } from './moments.ts'
import { MOST_OF_ONE, type Part, spansOf } from './occurrences.ts'
import { ownZone, type Zones, zoneReader } from './zones.ts'

export { NoCalendar }

export interface Reading {
  /** The church's IANA zone: of floating times and of whole days, where the calendar names none. */
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
/** An event that was not read, or not with all of its dates. */
export interface Unread {
  title: string
  /** As it is written: `2026-11-24`; null where it has none. */
  day: string | null
  /** A sentence for people. */
  reason: string
}
export interface ReadCalendar {
  events: ReadEvent[]
  /** How many events could not be understood, or repeat more often than anything real. */
  ignored: number
  /** The first of them. */
  unread: Unread[]
}

/** More is no calendar of a person. */
const MOST_EVENTS = 50_000
const MOST_SPANS = 20_000
/** Expanding them may take so many milliseconds in all. */
const PATIENCE = 4_000
/** So many are listed for people. */
export const MOST_UNREAD = 100

const textOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name) ?? '')

/** A value as it is written, whether or not it can be read. */
const rawOf = (component: ICAL.Component, name: string) => String(component.getFirstProperty(name)?.toJSON()[3] ?? '')

function unreadOf(component: ICAL.Component, reason: string): Unread {
  const [, year, month, day] =
    /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T|$)/.exec(rawOf(component, 'dtstart')) ?? []
  const title = textOf(component, 'summary').replace(/\s+/g, ' ').trim().slice(0, 120)
  return { title, day: year ? `${year}-${month}-${day}` : null, reason }
}

function partOf(component: ICAL.Component, zones: Zones): Part {
  const clocks = { zones, doubts: new Set<string>() }
  const [start] = momentsOf(component, 'dtstart', clocks)
  if (!start) throw new Unreadable('It has no start.')
  const text = (name: string) => textOf(component, name).toUpperCase()
  const isCancelled = text('status') === 'CANCELLED'
  const isFree = text('transp') === 'TRANSPARENT' || text('x-microsoft-cdo-busystatus') === 'FREE'
  const [replaces = null] = momentsOf(component, 'recurrence-id', clocks, start.isUtc ? undefined : start.toInstant)
  return {
    uid: textOf(component, 'uid'),
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
    component,
    clocks,
    start,
    isCancelled,
    replaces,
    isRange: /^THISANDFUTURE$/i.test(
      String(component.getFirstProperty('recurrence-id')?.getFirstParameter('range') ?? ''),
    ),
    length: lengthFrom(component, start, clocks),
    isBusy: !isCancelled && !isFree,
  }
}

const brokenReasons: Record<string, string> = {
  rrule: 'Its repetition can’t be read. Only its first date is kept busy.',
  exdate: 'A date that was canceled can’t be read. It stays busy.',
  rdate: 'A date on which it also takes place can’t be read.',
}
/** Other properties have no influence on when it is. */
const brokenReason = (broken: readonly string[]) => broken.map(name => brokenReasons[name]).find(Boolean)

/** What is not read is listed with its event; the same series once. */
class Report {
  ignored = 0
  readonly unread: Unread[] = []
  add(component: ICAL.Component, reason: string) {
    this.ignored++
    if (this.unread.length < MOST_UNREAD) this.unread.push(unreadOf(component, reason))
  }
}

const reasonOf = (error: unknown) => (error instanceof Unreadable ? error.message : 'It can’t be read.')

function partsOf(events: readonly Event[], zones: Zones, report: Report): Map<string, Part[]> {
  const parts = new Map<string, Part[]>()
  for (const [i, { component, broken }] of events.entries()) {
    try {
      if (i >= MOST_EVENTS) throw new Unreadable('This calendar has too many events.')
      const part = partOf(component, zones)
      const reason = brokenReason(broken)
      if (reason) part.clocks.doubts.add(reason)
      const key = part.uid || `event ${i}`
      const before = parts.get(key)
      if (before) before.push(part)
      else parts.set(key, [part])
    } catch (error) {
      report.add(component, reasonOf(error))
    }
  }
  return parts
}

/**
 * When a calendar keeps its owner busy. Free and canceled events don't; nobody hears what for.
 * @throws NoCalendar
 */
export function readCalendar(text: string, reading: Reading, deadline = performance.now() + PATIENCE): ReadCalendar {
  const { calendars, events: found } = calendarFile(text)
  const definitions = calendars.flatMap(one => one.getAllSubcomponents('vtimezone'))
  const report = new Report()
  const parts = partsOf(found, zoneReader(definitions, ownZone(calendars) ?? reading.timeZone), report)
  const events: ReadEvent[] = []
  let left = MOST_SPANS
  for (const [uid, all] of parts) {
    const one = all.find(each => each.replaces === null) ?? all[0]!
    const first: Span = [one.start.at, endAfter(one.start, one.length)]
    const spans = attemptSpans(all, reading, { deadline, left, report })
    left -= spans.length
    events.push({ uid, sequence: one.sequence, spans, first: one.isCancelled ? null : first })
  }
  return { events, ignored: report.ignored, unread: report.unread }
}

type Span = [number, number]
interface Bounds {
  deadline: number
  left: number
  report: Report
}

const repeats = (master: Part | undefined) =>
  ['rrule', 'rdate'].some(name => master?.component.hasProperty(name) ?? false)

function attemptSpans(all: readonly Part[], reading: Reading, { deadline, left, report }: Bounds): Span[] {
  const master = all.find(one => one.replaces === null)
  const one = master ?? all[0]!
  const first: Span = [one.start.at, endAfter(one.start, one.length)]
  const isWithin = ([start, end]: Span) => end > start && end > +reading.from && start < +reading.to
  try {
    // A slow machine may need all of the time for the file alone: a single date costs nothing to read.
    if (repeats(master) && performance.now() > deadline)
      throw new Unreadable('Reading this calendar takes too long. Only its first date is kept busy.')
    const changed = all.filter(each => each.replaces !== null)
    const spans = spansOf(master, changed, reading)
    if (spans.length > Math.min(left, MOST_OF_ONE))
      throw new Unreadable('It repeats too often. Only its first date is kept busy.')
    // A doubt about an event of long ago is nobody's concern, unless it is about how it repeats.
    const doubts = [...new Set(all.flatMap(each => [...each.clocks.doubts]))]
    const counts = doubts.filter(doubt => !doubt.startsWith('Its time zone') || spans.some(isWithin))
    if (counts.length > 0) report.add(one.component, counts.join(' '))
    return spans
  } catch (error) {
    report.add(one.component, reasonOf(error))
    return one.isBusy && left > 0 && isWithin(first) ? [first] : []
  }
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
