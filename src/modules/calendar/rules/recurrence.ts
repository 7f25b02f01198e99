import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { momentAt } from '#messaging/rules/local-clock.ts'

export interface Recurring {
  /** RFC 5545 without DTSTART: `FREQ=WEEKLY;BYDAY=SU`. */
  rule: string
  /** First start by the clocks of `timeZone`: `2026-11-22T09:00`. */
  startLocal: string
  timeZone: string
  /** Dates on which it doesn't take place. */
  exceptions?: readonly string[]
}

export interface Occurrence {
  /** Its name: the date by the rule, also if it is moved or the series gets another time of day. */
  date: string
  startsAt: Date
}

/** Never more than this, whatever a rule says. */
const MOST = 2_000

const parts = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST'])

/** What is wrong with a rule, as a sentence; null if nothing is. */
export function ruleProblem(rule: string): string | null {
  const given = rule.split(';').map(part => part.split('=')[0]!)
  if (!given.includes('FREQ')) return 'Please choose how often it repeats'
  if (given.some(name => !parts.has(name))) return 'This repetition is not supported'
  if (!/FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)/.test(rule)) return 'Please choose days, weeks, months or years'
  try {
    build({ rule, startLocal: '2026-01-01T09:00', timeZone: 'UTC' })
    return null
  } catch {
    return 'This repetition could not be read'
  }
}

// The rule runs on the wall clock, as if in UTC: 9:00 stays 9:00, and the zone is asked for each occurrence.
const build = ({ rule, startLocal }: Recurring) =>
  new RRuleTemporal({
    rruleString: `RRULE:${rule}`,
    dtstart: Temporal.ZonedDateTime.from(`${startLocal.slice(0, 16)}:00[UTC]`),
    temporal: Temporal as never,
    includeDtstart: false,
  })

/** Occurrences that start between two instants, in order. */
export function occurrences(series: Recurring, from: Date, to: Date): Occurrence[] {
  const gone = new Set(series.exceptions)
  // A zone is at most a day away from UTC.
  const day = 86_400_000
  const found: Occurrence[] = []
  for (const each of build(series).between(new Date(from.getTime() - day), new Date(to.getTime() + day), true)) {
    const local = each.toString().slice(0, 16)
    const date = local.slice(0, 10)
    if (gone.has(date)) continue
    const startsAt = momentAt(local, series.timeZone)
    if (startsAt >= from && startsAt < to) found.push({ date, startsAt })
    if (found.length >= MOST) break
  }
  return found
}
