import { DateTime } from 'luxon'
import { z } from 'zod'
import { momentAt } from '#messaging/rules/local-clock.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const ClockTime = z.string().regex(CLOCK, 'Please enter a time such as 09:00')
/** The end of a day is 24:00. */
const ClockEnd = z.union([ClockTime, z.literal('24:00')])
export const Opening = z
  .object({ from: ClockTime, to: ClockEnd })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Please choose an end after the start' })
/** As every day that someone chooses: from year 1 to 9999. */
const Day = z.iso
  .date('Please choose a day')
  .refine(text => text > '0001-01-01' && text < '9999-12-31', 'Please choose a year from 1 to 9999')

export type Opening = z.infer<typeof Opening>

/** Openings of each weekday by the clocks of the church, Sunday first. */
export const WeeklyHours = z.array(z.array(Opening).max(8)).length(7)
export type WeeklyHours = z.infer<typeof WeeklyHours>
/** One date with hours of its own; none: closed. */
export const DateHours = z.object({ date: Day, openings: z.array(Opening).max(8) })
export type DateHours = z.infer<typeof DateHours>
/** Days, both included, during which a host lives by other clocks. */
export const TravelPeriod = z.object({ from: Day, to: Day, timeZone: z.string().max(60) })
export type TravelPeriod = z.infer<typeof TravelPeriod>

const usual = [{ from: '09:00', to: '17:00' }]
/** Monday to Friday, 9 to 5: what applies until a church says otherwise. */
export const usualWeek: WeeklyHours = [[], usual, usual, usual, usual, usual, []]

/** Milliseconds since the epoch, half open. */
export type Span = readonly [from: number, to: number]

export interface Hours {
  weekly: WeeklyHours
  overrides?: readonly DateHours[]
  travel?: readonly TravelPeriod[]
  timeZone: string
}

/**
 * Open spans that touch the time between two instants, whole and in order. Hours are wall-clock times: 9:00 stays
 * 9:00 on both sides of a clock change, and a day of 23 or 25 hours is as long as it is.
 */
export function openSpans({ weekly, overrides = [], travel = [], timeZone }: Hours, from: number, to: number): Span[] {
  const special = new Map(overrides.map(({ date, openings }) => [date, openings]))
  const spans: Span[] = []
  // A day earlier and later, since a host who travels may be up to a day away from the church's date.
  const first = DateTime.fromMillis(from, { zone: timeZone }).startOf('day').minus({ days: 1 })
  for (let day = first; day.toMillis() < to + 86_400_000; day = day.plus({ days: 1 })) {
    const date = day.toISODate()!
    const zone = travel.find(period => period.from <= date && date <= period.to)?.timeZone ?? timeZone
    for (const { from: opens, to: closes } of special.get(date) ?? weekly[day.weekday % 7]!) {
      const start = momentAt(`${date}T${opens}`, zone).getTime()
      const end =
        closes === '24:00'
          ? momentAt(`${day.plus({ days: 1 }).toISODate()}T00:00`, zone).getTime()
          : momentAt(`${date}T${closes}`, zone).getTime()
      if (end > start && start < to && end > from) spans.push([start, end])
    }
  }
  return merged(spans)
}

/** Sorted, with those that touch or overlap made one. */
export function merged(spans: readonly Span[]): Span[] {
  const result: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** What both have. Each list is sorted and without overlaps. */
export function intersection(a: readonly Span[], b: readonly Span[]): Span[] {
  const result: Span[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [from, to] = [Math.max(a[i]![0], b[j]![0]), Math.min(a[i]![1], b[j]![1])]
    if (from < to) result.push([from, to])
    if (a[i]![1] < b[j]![1]) i++
    else j++
  }
  return result
}
