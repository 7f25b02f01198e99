import { DateTime } from 'luxon'

/** Demo rows stand in this part of the day, in minutes since midnight by the church's clock. */
const OPEN = 8 * 60 + 15
const LENGTH = 12 * 60
const DAY_MS = 86_400_000

/**
 * A clock that stops at night: takes how long ago something was and answers a moment between 8:15 AM and 8:15 PM, as many
 * days ago, never in the future. What was earlier stays earlier.
 */
export function wakingClock(now: Date, zone: string): (ago: number) => Date {
  const local = DateTime.fromJSDate(now, { zone })
  const minute = local.hour * 60 + local.minute - OPEN
  const today = local.startOf('day')
  const [day, position] = minute < 0 ? [today.minus({ days: 1 }), LENGTH - 1] : [today, Math.min(minute, LENGTH - 1)]
  return ago => {
    const total = position - (ago / DAY_MS) * LENGTH
    const days = Math.floor(total / LENGTH)
    return at(day.plus({ days }), OPEN + total - days * LENGTH)
  }
}

const at = (day: DateTime, minutes: number): Date =>
  day
    .set({ hour: Math.floor(minutes / 60), minute: Math.floor(minutes % 60), second: Math.floor((minutes * 60) % 60) })
    .toJSDate()

/** When someone of the office calls: on weekdays from nine to five, and on Sunday mornings. Saturday's are Friday's. */
export function officeClock(now: Date, zone: string): (ago: number) => Date {
  const waking = wakingClock(now, zone)
  return ago => {
    const then = DateTime.fromJSDate(waking(ago), { zone })
    const day = then.startOf('day').minus({ days: then.weekday === 6 ? 1 : 0 })
    const [from, until] = day.weekday === 7 ? [8 * 60 + 30, 12 * 60 + 30] : [9 * 60, 17 * 60]
    const share = (then.hour * 60 + then.minute - OPEN) / LENGTH
    const called = at(day, from + share * (until - from))
    return called <= now ? called : at(day.minus({ weeks: 1 }), from + share * (until - from))
  }
}
