import { addDays, daysFrom } from './terms.ts'

/** Days from the due date; negative: before it. */
export const defaultSchedule = [-3, 0, 3, 7, 14] as const

/** A day that was missed because nothing ran is made up for within so many days. */
const LATE_DAYS = 2

/**
 * The reminder whose day has come, as its distance from the due date: the latest of several, and none for a day on
 * which the invoice had not been sent yet.
 */
export function dueReminder(
  schedule: readonly number[],
  { due, today, sentOn, done }: { due: string; today: string; sentOn: string; done: readonly number[] },
): number | undefined {
  return [...schedule]
    .sort((a, b) => b - a)
    .filter(offset => {
      const late = daysFrom(addDays(due, offset), today)
      return late >= 0 && late <= LATE_DAYS && addDays(due, offset) > sentOn
    })
    .filter((offset, at) => at === 0 && !done.includes(offset))[0]
}
