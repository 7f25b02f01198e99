import { Temporal } from 'temporal-polyfill'

/** A bulletin's weeks as the targets of its link: each from the start of its day, on clocks of the church. */
export const weeksAsInstants = (weeks: readonly { from: string; target: string }[], timeZone: string) =>
  weeks.map(({ from, target }) => ({
    from: Temporal.PlainDate.from(from).toZonedDateTime(timeZone).toInstant().toString(),
    target,
  }))
