import type { PlanInterval } from '../../plans/rules.ts'
import { addDays, type Frequency, nextAfter } from '../../rules/schedule.ts'

/** `pending`: the first payment has not arrived. */
export const subscriptionStates = ['pending', 'active', 'past_due', 'canceled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]
export const subscriptionStateLabels: Record<SubscriptionState, string> = {
  pending: 'Not paid yet',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
}
/** `finished`: every payment of a plan with a number of them arrived. */
export const canceledBy = ['subscriber', 'staff', 'person', 'finished'] as const
export type CanceledBy = (typeof canceledBy)[number]

const frequencyOf: Record<PlanInterval, Frequency> = {
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
}

/** The first date of an interval after a day, counted from the anchor. */
export const nextDate = (anchor: string, interval: PlanInterval, after: string): string =>
  nextAfter(anchor, frequencyOf[interval], after)

/** What the first payment covers: one interval, after the days of the trial. */
export function firstDates(today: string, interval: PlanInterval, trialDays: number) {
  const anchor = addDays(today, trialDays)
  return { anchor, nextOn: nextDate(anchor, interval, anchor) }
}

interface Dates {
  anchor: string
  interval: PlanInterval
  nextOn: string
}

/** The next date once a period is paid. Periods that passed while nobody paid are not made up for. */
export function dateAfter({ anchor, interval, nextOn }: Dates, periodOn: string, today: string): string {
  const next = nextDate(anchor, interval, periodOn > today ? periodOn : today)
  return next > nextOn ? next : nextOn
}
