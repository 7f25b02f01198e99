import { DateTime } from 'luxon'

export const whens = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'Last four weeks' },
  { value: 'year', label: 'This year' },
  { value: 'ahead', label: 'Upcoming' },
]

/** The time that a filter means, by the church's clocks; without one: up to today. */
export function rangeOf(when: string | undefined, timeZone: string): { from?: Date; to?: Date } {
  const day = DateTime.now().setZone(timeZone).startOf('day')
  const tomorrow = day.plus({ days: 1 }).toJSDate()
  if (when === 'today') return { from: day.toJSDate(), to: tomorrow }
  if (when === 'month') return { from: day.minus({ weeks: 4 }).toJSDate(), to: tomorrow }
  if (when === 'year') return { from: day.startOf('year').toJSDate(), to: tomorrow }
  if (when === 'ahead') return { from: tomorrow }
  return {}
}
