import { DateTime } from 'luxon'
import { easter } from './computus.ts'
import { addDays } from './dates.ts'
import { MORNING, type QuietTime, SUNDAY } from './quiet-words.ts'

const isGoodFriday = (day: DateTime) => day.toISODate() === addDays(easter(day.year), -2)
const at = (day: DateTime, hour: number) => day.set({ hour, minute: 0, second: 0, millisecond: 0 })

/** The church's quiet time that `now` is in: which it is and when it ends. */
export function quietTimeAt(now: Date, timeZone: string): { why: QuietTime; until: Date } | undefined {
  const here = DateTime.fromJSDate(now, { zone: timeZone })
  if (here.weekday === 7 && here.hour >= SUNDAY.from && here.hour < SUNDAY.until)
    return { why: 'sunday', until: at(here, SUNDAY.until).toJSDate() }
  const friday = here.hour < MORNING ? here.minus({ days: 1 }) : here
  if (isGoodFriday(here) || isGoodFriday(friday))
    return { why: 'good_friday', until: at((isGoodFriday(here) ? here : friday).plus({ days: 1 }), MORNING).toJSDate() }
}
