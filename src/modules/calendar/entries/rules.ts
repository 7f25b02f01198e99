import { DateTime } from 'luxon'
import { localDay } from '#clients/rules/local-day.ts'

/** The longest range that can be asked for. */
export const MOST_DAYS = 100
/** So many entries of one kind are listed for a range. */
export const MOST_OF_KIND = 200

/** The first and the last of the church's days that a range touches; `to` is the first moment after it. */
export const daysOfRange = ({ from, to }: { from: Date; to: Date }, timeZone: string) => ({
  first: localDay(from, timeZone),
  last: localDay(new Date(to.getTime() - 1), timeZone),
})

/** Something that is on a day (`2026-12-24`) and at no time of it, as a calendar shows it. */
export const toAllDayEntry = <Row extends { id: string; title: string }>(row: Row, day: string, timeZone: string) => ({
  ...row,
  startsAt: DateTime.fromISO(day, { zone: timeZone }).toJSDate(),
  endsAt: null,
  isAllDay: true,
})
