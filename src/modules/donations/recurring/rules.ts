import { addDays, nextAfter } from '#payments/rules/schedule.ts'
import type { Frequency } from '../rules/states.ts'

export const recurringStatuses = ['active', 'paused', 'past_due', 'ended'] as const
export type RecurringStatus = (typeof recurringStatuses)[number]
export const recurringStatusLabels: Record<RecurringStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  past_due: 'Past due',
  ended: 'Ended',
}
export const endedReasons = ['giver', 'staff', 'person'] as const
export type EndedReason = (typeof endedReasons)[number]

/** The first date from a day on: what fell into a pause is not made up for. */
export const resumesOn = (
  { anchor, frequency, nextOn }: { anchor: string; frequency: Frequency; nextOn: string },
  today: string,
): string => (nextOn >= today ? nextOn : nextAfter(anchor, frequency, addDays(today, -1)))
