import { DateTime } from 'luxon'

/** When someone is on call: days of the week from 0 (Sunday), and minutes of the church's day; an end before the start is on the next day. */
export interface Shift {
  userId: string
  weekdays: readonly number[]
  fromMinute: number
  untilMinute: number
}

/** Whether the shift covers that instant, by the church's clocks. The same start and end is the whole day. */
export function isOnCall({ weekdays, fromMinute, untilMinute }: Shift, at: Date, zone: string): boolean {
  const here = DateTime.fromJSDate(at, { zone })
  const [minute, today] = [here.hour * 60 + here.minute, here.weekday % 7]
  const yesterday = (today + 6) % 7
  if (fromMinute < untilMinute) return weekdays.includes(today) && minute >= fromMinute && minute < untilMinute
  return (weekdays.includes(today) && minute >= fromMinute) || (weekdays.includes(yesterday) && minute < untilMinute)
}

/** Who is paged in which round: those on call now, then everyone of the rota, then the pastors and owners too. */
export function pagedIn(
  round: number,
  shifts: readonly Shift[],
  { pastors, owners }: { pastors: readonly string[]; owners: readonly string[] },
  at: Date,
  zone: string,
): string[] {
  const now = shifts.filter(shift => isOnCall(shift, at, zone)).map(({ userId }) => userId)
  const all = shifts.map(({ userId }) => userId)
  const first = now.length > 0 ? now : all.length > 0 ? all : owners
  const chosen = round === 0 ? first : round === 1 ? [...first, ...all] : [...all, ...pastors, ...owners]
  return [...new Set(chosen.length > 0 ? chosen : owners)]
}
