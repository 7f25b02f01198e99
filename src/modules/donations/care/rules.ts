import type { giftSources } from '../rules/states.ts'

export const careReasons = ['first_gift', 'recurring_stopped', 'paused_giving'] as const
export type CareReason = (typeof careReasons)[number]

const DAY = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** Whole days from one day to a later one. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY)

/** A gift of longer ago is entered late: it starts no workflow and asks for no thanks. */
export const LATE_DAYS = 31
/** What is entered late or comes from an import is old news. */
export const isOldNews = (
  { source, receivedOn }: { source: (typeof giftSources)[number]; receivedOn: string },
  today: string,
): boolean => source === 'import' || daysBetween(receivedOn, today) > LATE_DAYS

/** A giver of so many days is missed when they stop. */
export const LONG_DAYS = 180
/** Fewer days of giving show no pattern. */
const LEAST_DAYS = 4
/** A weekly giver is not missed after two Sundays. */
const LEAST_WAIT = 28
/** Who has been gone for longer than that was missed before anyone watched. */
const GONE_DAYS = 120

/**
 * Whether someone who gave on these days is late by more than twice their own median gap. The rhythm counts, amounts don't.
 * @param days local days in any order, a day may be there twice
 */
export function isMissed(days: readonly string[], today: string): boolean {
  const sorted = [...new Set(days)].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (sorted.length < LEAST_DAYS || !first || !last || daysBetween(first, last) < LONG_DAYS) return false
  const gaps = sorted.slice(1).map((day, i) => daysBetween(sorted[i]!, day))
  const late = daysBetween(last, today) - Math.max(2 * medianOf(gaps), LEAST_WAIT)
  return late > 0 && late <= GONE_DAYS
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
