import { DateTime } from 'luxon'
import { momentAt } from '#messaging/rules/local-clock.ts'
import type { Wait } from './graph.ts'

const lengths = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 } as const

interface Place {
  timeZone: string
  /** Office hours by weekday, Monday first, as `messaging/carrier` has them. */
  office: readonly ({ from: string; to: string } | null)[]
}

/** When a wait that begins now ends at the latest. Days are days by the clock on the wall. */
export function waitEnd(wait: Exclude<Wait, { for: 'date' }>, now: Date, { timeZone, office }: Place): Date {
  const local = DateTime.fromJSDate(now, { zone: timeZone })
  switch (wait.for) {
    case 'time':
      return nextAt(local, wait.time, wait.weekdays, timeZone)
    case 'hours':
      return nextOffice(local, office, timeZone)
    default:
      return wait.unit === 'days' || wait.unit === 'weeks'
        ? local.plus({ [wait.unit]: wait.amount }).toJSDate()
        : new Date(now.getTime() + wait.amount * lengths[wait.unit])
  }
}

function nextAt(local: DateTime, time: string, weekdays: readonly number[], timeZone: string): Date {
  for (let day = 0; day <= 8; day++) {
    const date = local.plus({ days: day })
    if (weekdays.length > 0 && !weekdays.includes(date.weekday % 7)) continue
    const at = momentAt(`${date.toISODate()}T${time}`, timeZone)
    if (at > local.toJSDate()) return at
  }
  return local.plus({ days: 1 }).toJSDate()
}

function nextOffice(local: DateTime, office: Place['office'], timeZone: string): Date {
  for (let day = 0; day <= 7; day++) {
    const date = local.plus({ days: day })
    const hours = office[date.weekday - 1]
    if (!hours) continue
    const [opens, closes] = [hours.from, hours.to].map(time => momentAt(`${date.toISODate()}T${time}`, timeZone)) as [
      Date,
      Date,
    ]
    const now = local.toJSDate()
    if (now < closes) return now > opens ? now : opens
  }
  return local.toJSDate()
}

/**
 * When a wait for a date of a person ends. A day that comes each year counts as its next one; a birthday of February 29 is
 * February 28 where there is no 29th.
 * @param date 2026-05-31, or --04-03 where the year is not known
 * @returns null where no date is known
 */
export function dateWaitEnd(
  date: string | null | undefined,
  { offsetDays, time, yearly }: { offsetDays: number; time: string; yearly: boolean },
  now: Date,
  timeZone: string,
): Date | null {
  const read = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(date ?? '')
  if (!read) return null
  const [month, day] = [Number(read[2]), Number(read[3])]
  const at = (year: number): Date => {
    const last = DateTime.utc(year, month).daysInMonth ?? 28
    const shifted = DateTime.utc(year, month, Math.min(day, last)).plus({ days: offsetDays })
    return momentAt(`${shifted.toISODate()}T${time}`, timeZone)
  }
  if (!yearly && read[1] !== '-') return at(Number(read[1]))
  const { year } = DateTime.fromJSDate(now, { zone: timeZone })
  return [year - 1, year, year + 1, year + 2].map(at).find(moment => moment > now)!
}
