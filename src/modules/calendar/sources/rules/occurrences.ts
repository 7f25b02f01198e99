import type ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import {
  type Clocks,
  type Extra,
  endAfter,
  type Length,
  localAt,
  type Moment,
  momentsOf,
  shiftLocal,
  Unreadable,
  utc,
} from './moments.ts'

const DAY = 86_400_000
/** No real event has more times in a year. */
export const MOST_OF_ONE = 2_000

/** One VEVENT: the event itself, or one occurrence of it that was changed. */
export interface Part {
  uid: string
  sequence: number
  component: ICAL.Component
  /** The occurrence that it stands for. */
  replaces: Moment | null
  /** It stands for all later ones too (RANGE=THISANDFUTURE). */
  isRange: boolean
  start: Moment
  length: Length
  isBusy: boolean
  isCancelled: boolean
  clocks: Clocks
}
export interface Window {
  from: Date
  to: Date
}
export type Span = [start: number, end: number]

type Until = (moment: Moment) => boolean

/**
 * Splits a rule from its end. UNTIL in UTC is compared with instants: on the clocks on the wall it may lie before the last
 * occurrence where the clocks were set in between.
 */
function withoutUntil(rule: string): { rule: string; until: Until } {
  const [, year, month, day, time, zulu] = /UNTIL=(\d{4})-?(\d\d)-?(\d\d)(?:T([\d:]+)(Z?))?/i.exec(rule) ?? []
  if (!year) {
    if (/UNTIL=/i.test(rule)) throw new Unreadable('The end of its repetition can’t be read.')
    return { rule, until: () => true }
  }
  const date = `${year}-${month}-${day}`
  const [, hour = '23', minute = '59'] = /^(\d\d):?(\d\d)/.exec(time ?? '') ?? []
  const local = `${date}T${hour}:${minute}`
  const later = shiftLocal(`${date}T00:00`, 3 * DAY).replace(/[-:]/g, '')
  return {
    rule: rule.replace(/UNTIL=[^;]*/i, `UNTIL=${later}00Z`),
    until: moment => {
      if (!time || moment.isDate) return moment.local.slice(0, 10) <= date
      return zulu ? moment.at <= utc(local) : moment.local <= local
    },
  }
}

function repeated(text: string, { start, length }: Part, window: Window, more: number): Moment[] {
  if (/FREQ=(SECONDLY|MINUTELY)/i.test(text))
    throw new Unreadable('It repeats too often. Only its first date is kept busy.')
  const { rule, until } = withoutUntil(text)
  const before = length.days * DAY + length.ms + more + DAY
  const all = new RRuleTemporal({
    rruleString: `RRULE:${rule}`,
    dtstart: Temporal.ZonedDateTime.from(`${start.local}:00[UTC]`),
    temporal: Temporal as never,
    includeDtstart: true,
  }).between(new Date(window.from.getTime() - before), new Date(window.to.getTime() + more + DAY), true)
  if (all.length > MOST_OF_ONE) throw new Unreadable('It repeats too often. Only its first date is kept busy.')
  return all
    .map(each => {
      const local = each.toString().slice(0, 16)
      return { ...start, local, at: start.toInstant(local) }
    })
    .filter(until)
}

/** What of an event could not be read is added to its doubts; what could be is kept. */
function attempt<T>(part: Part, otherwise: T, sentence: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    part.clocks.doubts.add(error instanceof Unreadable ? error.message : sentence)
    return otherwise
  }
}

/** Times at which a part begins, by its rules on the wall clock. */
function startsOf(part: Part, window: Window, more: number): Extra[] {
  const { component, start, clocks } = part
  const floats = start.isUtc ? undefined : start.toInstant
  const given = attempt(part, [], 'A date on which it also takes place can’t be read.', () =>
    momentsOf(component, 'rdate', clocks, floats),
  )
  const rules = component.getAllProperties('rrule').map(property => String(property.getFirstValue()))
  const sentence = 'Its repetition can’t be read. Only its first date is kept busy.'
  const found = rules.flatMap(rule => attempt(part, [start], sentence, () => repeated(rule, part, window, more)))
  const all: Extra[] = [...(rules.length === 0 ? [start] : found), ...given]
  return [...new Map(all.map(one => [`${one.at} ${one.end ?? ''}`, one])).values()]
}

/** An occurrence as a change of it and all later ones puts it: as much later on the clocks of the change. */
function moved(one: Extra, { start, replaces }: Part): Extra {
  const { toInstant } = start
  if (start.isDate || replaces!.isDate) {
    const local = shiftLocal(one.local, utc(start.local) - utc(replaces!.local))
    return { ...start, local, at: toInstant(local) }
  }
  const local = shiftLocal(localAt(one.at, toInstant), utc(start.local) - utc(localAt(replaces!.at, toInstant)))
  return { ...start, local, at: toInstant(local) }
}

const shiftOf = ({ start, replaces }: Part) => Math.abs(start.at - (replaces?.at ?? start.at)) + DAY

/** When an event keeps its owner busy within the window, in order. */
export function spansOf(master: Part | undefined, changed: readonly Part[], window: Window): Span[] {
  const spans: Span[] = []
  const ranges = changed.filter(one => one.isRange).sort((a, b) => b.replaces!.at - a.replaces!.at)
  if (master && (master.isBusy || ranges.length > 0)) {
    const floats = master.start.isUtc ? undefined : master.start.toInstant
    const left = attempt(master, [], 'A date that was canceled can’t be read. It stays busy.', () =>
      momentsOf(master.component, 'exdate', master.clocks, floats),
    )
    const replaced = changed.flatMap(({ replaces }) => (replaces ? [replaces] : []))
    const gone = [...left, ...replaced]
    const isGone = exceptionTest(gone)
    const more = Math.max(0, ...ranges.map(shiftOf))
    for (const one of startsOf(master, window, more)) {
      if (isGone(one)) continue
      const range = ranges.find(each => each.replaces!.at <= one.at)
      const part = range ?? master
      const at = range ? moved(one, range) : one
      if (part.isBusy) spans.push([at.at, (!range && one.end) || endAfter(at, part.length)])
    }
  }
  for (const { isBusy, start, length } of changed) if (isBusy) spans.push([start.at, endAfter(start, length)])
  const [from, to] = [window.from.getTime(), window.to.getTime()]
  return spans.filter(([start, end]) => end > start && end > from && start < to).sort((a, b) => a[0] - b[0])
}

/** Whether an occurrence is left out: by its instant, or by its day where one of them has no time. */
function exceptionTest(gone: readonly Moment[]): (one: Moment) => boolean {
  const instants = new Set(gone.filter(one => !one.isDate).map(one => one.at))
  const days = new Set(gone.filter(one => one.isDate).map(one => one.local.slice(0, 10)))
  const all = new Set(gone.map(one => one.local.slice(0, 10)))
  return one => {
    const day = one.local.slice(0, 10)
    return one.isDate ? all.has(day) : instants.has(one.at) || days.has(day)
  }
}
