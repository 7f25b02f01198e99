import { DateTime } from 'luxon'
import type { OfficeHours } from '#messaging/carrier/rules.ts'

/**
 * When a follow-up falls due: at that moment if the office is open then, else when it next opens.
 * @param zone IANA name of the church's time zone
 */
export function withinOfficeHours(at: Date, hours: OfficeHours, zone: string): Date {
  const start = DateTime.fromJSDate(at, { zone })
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = start.plus({ days: ahead })
    const open = hours[day.weekday - 1]
    if (!open) continue
    const clockTime = (time: string) =>
      day.set({ hour: +time.slice(0, 2), minute: +time.slice(3, 5), second: 0, millisecond: 0 })
    if (ahead > 0 || start < clockTime(open.from)) return clockTime(open.from).toJSDate()
    if (start <= clockTime(open.to)) return at
  }
  // An office that never opens is told at once.
  return at
}
