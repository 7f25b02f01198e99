import { DateTime } from 'luxon'
import { z } from 'zod'
import { momentAt } from '#messaging/rules/local-clock.ts'

const hour = z.number().int().min(0).max(23).default(9)

/** A date of each person, so many days before (negative) or after it. */
export const DateTrigger = z.object({
  field: z.string('Please choose a date').min(1, 'Please choose a date').max(80),
  offsetDays: z.number().int().min(-365).max(365).default(0),
  hour,
})
export type DateTrigger = z.infer<typeof DateTrigger>
/** Leads that stood still for so many days; of one stage, or of any open one. */
export const StaleTrigger = z.object({
  days: z.number('Please enter the number of days').int().min(1, 'At least 1 day').max(365),
  stage: z.string().max(40).nullish(),
  hour,
})
export type StaleTrigger = z.infer<typeof StaleTrigger>
/** A day of each week (0 is Sunday) or month; a month without that day takes its last. */
export const RepeatTrigger = z.object({
  every: z.enum(['week', 'month'], 'Please choose how often'),
  on: z.number('Please choose a day').int().min(0).max(31),
  hour,
  conditions: z.unknown(),
})
export type RepeatTrigger = z.infer<typeof RepeatTrigger>

/** Whether a repeated start falls on that day. @param day 2026-05-31 */
export function fallsOn({ every, on }: Pick<RepeatTrigger, 'every' | 'on'>, day: string): boolean {
  const date = DateTime.fromISO(day)
  if (every === 'week') return date.weekday % 7 === on % 7
  return date.day === Math.min(Math.max(on, 1), date.daysInMonth ?? 28)
}

/** The days of the calendar, as MM-DD, whose people have their yearly date then: a February 28 without a 29th has both. */
export function yearlyDaysOf(day: string): string[] {
  const date = DateTime.fromISO(day)
  const own = date.toFormat('MM-dd')
  return own === '02-28' && !date.isInLeapYear ? [own, '02-29'] : [own]
}

/** A start that nobody made for so long, since nothing ran here, is left out. */
const LATEST = 12 * 3_600_000

/** The days, here at most two, whose hour has come within the last hours, for a trigger that has stood since then. */
export function dueDays(atHour: number, since: Date, now: Date, timeZone: string): string[] {
  const today = DateTime.fromJSDate(now, { zone: timeZone })
  return [today.minus({ days: 1 }), today]
    .map(date => date.toISODate()!)
    .filter(day => {
      const at = momentAt(`${day}T${String(atHour).padStart(2, '0')}:00`, timeZone)
      return at <= now && now.getTime() - at.getTime() < LATEST && since <= at
    })
}

/** The day that a date had so many days before. */
export const shifted = (day: string, days: number): string => DateTime.fromISO(day).plus({ days }).toISODate()!
