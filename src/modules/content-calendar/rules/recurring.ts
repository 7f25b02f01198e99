import { z } from 'zod'
import { adventOf, easter, orthodoxEaster } from '#church-year/rules/computus.ts'
import { addDays, dateIn, isDate, nthOf } from '#church-year/rules/dates.ts'
import { observancesOf } from '#church-year/rules/observances.ts'
import { traditions } from './options.ts'

const days = z.number().int().min(-100).max(300)
/** When something comes back each year. */
export const Rule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('observance'), id: z.string().max(60), tradition: z.enum(traditions) }),
  z.object({
    kind: z.literal('fixed'),
    month: z.number().int().min(1).max(12),
    day: z.number().int().min(1).max(31),
  }),
  z.object({
    kind: z.literal('nth'),
    month: z.number().int().min(1).max(12),
    /** 0 is Sunday. */
    weekday: z.number().int().min(0).max(6),
    nth: z.number().int().min(1).max(5),
  }),
  z.object({ kind: z.literal('easter'), days, orthodox: z.boolean().default(false) }),
  z.object({ kind: z.literal('advent'), days }),
])
export type Rule = z.infer<typeof Rule>

/** The day of a year; null where the year has none, such as February 29 or a fifth Sunday. */
export function dateOf(rule: Rule, year: number): string | null {
  if (rule.kind === 'easter') return addDays(rule.orthodox ? orthodoxEaster(year) : easter(year), rule.days)
  if (rule.kind === 'advent') return addDays(adventOf(year), rule.days)
  if (rule.kind === 'observance')
    return observancesOf(year, { tradition: rule.tradition }).find(({ id }) => id === rule.id)?.date ?? null
  if (rule.kind === 'nth') {
    const date = nthOf(year, rule.month, rule.weekday, rule.nth)
    return Number(date.slice(5, 7)) === rule.month ? date : null
  }
  const date = dateIn(year, rule.month, rule.day)
  return isDate(date) ? date : null
}

/** The days of a range of years, in order. */
export const datesOf = (rule: Rule, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => dateOf(rule, from + i)).filter(date => date !== null)
