import { DateTime } from 'luxon'

/** The church's day of an instant: 2026-11-22. */
export const dayOf = (at: Date, zone: string): string => DateTime.fromJSDate(at, { zone }).toISODate()!

/** The first of so many days, the last of which is today. */
export const firstDay = (now: Date, zone: string, days: number): string =>
  DateTime.fromJSDate(now, { zone })
    .minus({ days: days - 1 })
    .toISODate()!
