import { Temporal } from 'temporal-polyfill'
import type { Week } from '../contract.ts'

/** A bulletin's weeks as the targets of its link: each from the start of its day, on clocks of the church. */
export const weeksAsInstants = (weeks: readonly Week[], timeZone: string) =>
  weeks.map(({ from, target }) => ({
    from: Temporal.PlainDate.from(from).toZonedDateTime(timeZone).toInstant().toString(),
    target,
  }))
