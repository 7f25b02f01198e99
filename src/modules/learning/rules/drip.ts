import { DateTime } from 'luxon'
import type { Drip } from '#courses/rules/outline.ts'

/** Lessons open at six in the morning of the church’s day, unless they open at once. */
const OPENS_AT = '06:00'

export interface Start {
  enrolledAt: Date
  /** The first day of the learner’s cohort. */
  cohortStart: string | null
}

/**
 * When a timed lesson opens for a learner; null for lessons that don’t wait for a time. An hour that a clock change skips
 * moves on to the next one that exists; of an hour that comes twice the first counts.
 */
export function unlockTime(
  { rule, days, date }: Drip,
  { enrolledAt, cohortStart }: Start,
  timeZone: string,
): Date | null {
  const at = (day: string) => DateTime.fromISO(`${day}T${OPENS_AT}`, { zone: timeZone }).toJSDate()
  if (rule === 'date') return date ? at(date) : null
  if (rule !== 'days') return null
  if (!cohortStart && days === 0) return enrolledAt
  const first = cohortStart ? DateTime.fromISO(cohortStart) : DateTime.fromJSDate(enrolledAt, { zone: timeZone })
  return at(first.plus({ days }).toISODate()!)
}
