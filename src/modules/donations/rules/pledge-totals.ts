import { DateTime } from 'luxon'
import type { pledgeFrequencies } from './states.ts'

const steps = {
  weekly: { weeks: 1 },
  biweekly: { weeks: 2 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  yearly: { years: 1 },
} as const

interface Promise {
  amount: number
  frequency: (typeof pledgeFrequencies)[number]
  startDate: string
  endDate: string | null
}

/** How often a pledge falls due from its first day to `until`, both included; each counted from the first day, so that the 31st stays. */
export function timesDue({ frequency, startDate }: Pick<Promise, 'frequency' | 'startDate'>, until: string): number {
  if (until < startDate) return 0
  if (frequency === 'once') return 1
  const first = DateTime.fromISO(startDate, { zone: 'utc' })
  const [unit, size] = Object.entries(steps[frequency])[0]! as ['weeks' | 'months' | 'years', number]
  const whole = Math.floor(DateTime.fromISO(until, { zone: 'utc' }).diff(first, unit).as(unit) / size)
  // Luxon's months end early where the day is missing: the next one is tried.
  return first.plus({ [unit]: (whole + 1) * size }).toISODate()! <= until ? whole + 2 : whole + 1
}

/** What was promised in all; without an end, up to today. */
export const pledgedTotal = (pledge: Promise, today: string): number =>
  pledge.amount * timesDue(pledge, pledge.endDate ?? today)
