import { z } from 'zod'
import { Flag, member, resource } from '#kernel/contract.ts'
import { daysBetween, isDate, yearOf } from './rules/dates.ts'
import { colors, countries, kinds, traditions } from './rules/observances.ts'
import { seasons } from './rules/seasons.ts'

/** Easter is calculated for the Gregorian calendar. */
const Day = z
  .string()
  .refine(isDate, 'Please enter a date such as 2026-04-05')
  .refine(
    text => !isDate(text) || (yearOf(text) >= 1600 && yearOf(text) < 3000),
    'Please choose a year from 1600 to 2999',
  )

const options = {
  tradition: z.enum(traditions).default('western'),
  /** Whose civil holidays are listed with it. */
  country: z.enum(countries).default('us'),
  /** Epiphany, Reformation Day and All Saints are kept on a Sunday. */
  onSundays: Flag.default(false),
}

export const Observance = z.object({
  /** The same every year: `easter`, `advent_1`. */
  id: z.string(),
  name: z.string(),
  date: z.string(),
  /** Last day of what lasts longer than one. */
  endDate: z.string().nullable(),
  kind: z.enum(kinds),
  /** Liturgical colors, the usual one first. */
  colors: z.array(z.enum(colors)),
})

export const ChurchDay = z.object({
  date: z.string(),
  season: z.enum(seasons),
  name: z.string(),
  week: z.number().int(),
  colors: z.array(z.enum(colors)),
  observances: z.array(Observance),
  rclYear: z.enum(['A', 'B', 'C']),
  proper: z.number().int().nullable(),
  readings: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      epistle: z.string(),
      gospel: z.string(),
      epistleOsis: z.string(),
      gospelOsis: z.string(),
    }),
  ),
})

export const Range = z
  .object({ from: Day, to: Day, ...options })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Please choose an end after the start' })
  .refine(({ from, to }) => !isDate(from) || !isDate(to) || daysBetween(from, to) <= 1_100, {
    path: ['to'],
    message: 'Please choose at most three years',
  })
export type Range = z.infer<typeof Range>
export const OneDay = z.object({ date: Day, ...options })
export type OneDay = z.infer<typeof OneDay>

export const churchYear = resource(
  '/church-year',
  {
    list: member('content.read')
      .input(Range)
      .output(z.object({ items: z.array(Observance) })),
    day: member('content.read').input(OneDay).output(ChurchDay),
  },
  { list: 'List observances of the church year', day: 'Get a day of the church year' },
  ['day'],
)
