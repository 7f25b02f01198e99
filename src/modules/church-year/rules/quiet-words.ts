import { easter } from './computus.ts'
import { addDays } from './dates.ts'

/** Sundays from 8:00 AM to 12:00 PM, and Good Friday until the next morning at 8:00 AM, by the church's clocks. */
export const SUNDAY = { from: 8, until: 12 }
export const MORNING = 8

export type QuietTime = 'sunday' | 'good_friday'
export const quietTimeWords: Record<QuietTime, string> = { sunday: 'Sunday morning', good_friday: 'Good Friday' }

/** Which quiet time of the church ends at that moment. */
export function quietTimeUntil(until: Date, timeZone?: string): QuietTime | undefined {
  // Swedish writes dates as ISO does: 2026-04-05 12:00
  const [date, time] = until
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .split(' ') as [string, string]
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  if (time === clock(SUNDAY.until) && new Date(`${date}T00:00:00Z`).getUTCDay() === 0) return 'sunday'
  if (time === clock(MORNING) && date === addDays(easter(Number(date.slice(0, 4))), -1)) return 'good_friday'
}
