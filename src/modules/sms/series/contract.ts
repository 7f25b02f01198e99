import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { ById, Id, Instant, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { answersTo, anyway, refusals, SmsPoll, SmsSplit, words } from '../campaigns/contract.ts'
import { seriesStates } from '../rules/series.ts'

const On = day()
const interval = z.number('Please enter a number').int().min(1, 'At least 1').max(12, 'At most 12')
const weekday = z.number().int().min(1).max(7)
/** 1 is Monday; day 31 is the last day of a shorter month; nth −1 is the last. */
export const SeriesRule = z.union([
  z.strictObject({
    every: z.literal('week'),
    interval,
    weekdays: z.array(weekday).min(1, 'Please choose a day').max(7),
  }),
  z.strictObject({ every: z.literal('month'), interval, day: z.number().int().min(1).max(31) }),
  z.strictObject({
    every: z.literal('month'),
    interval,
    nth: z
      .number()
      .int()
      .min(-1)
      .max(4)
      .refine(nth => nth !== 0),
    weekday,
  }),
])

const course = {
  rule: SeriesRule,
  /** `10:30` by the church's clock */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time'),
  startsOn: On,
  endsOn: On.nullable().default(null),
  mostRuns: z
    .number('Please enter a number')
    .int()
    .min(1, 'At least once')
    .max(500, 'At most 500 times')
    .nullable()
    .default(null),
}

export const SmsSeries = z.object({
  id: Id,
  name: z.string(),
  body: z.string(),
  topic: z.string(),
  audience: words.audience,
  split: SmsSplit.nullable(),
  poll: SmsPoll.nullable(),
  answersTo: Id.nullable(),
  ...course,
  endsOn: z.string().nullable(),
  mostRuns: z.number().int().nullable(),
  state: z.enum(seriesStates),
  runs: z.number().int(),
  /** The next three. */
  next: z.array(Instant),
  version: Version,
})
export type SmsSeries = z.infer<typeof SmsSeries>

/** `id` is made by the screen: pressed twice, it is one. */
export const NewSmsSeries = z.object({ id: Id, ...words, answersTo, anyway, ...course })
export type NewSmsSeries = z.infer<typeof NewSmsSeries>
export const SmsSeriesChange = z.object({
  id: Id,
  version: Version,
  name: line(120).optional(),
  body: words.body.optional(),
  time: course.time.optional(),
  anyway,
})
export type SmsSeriesChange = z.infer<typeof SmsSeriesChange>

const send = member('messaging.send').errors(refusals)
/** Texts that are sent repeatedly by the church's clock; at most 100 that haven't ended. */
export const smsSeries = resource(
  '/sms-series',
  {
    list: member('messaging.write')
      .input(Nothing)
      .output(z.object({ items: z.array(SmsSeries) })),
    create: send.input(NewSmsSeries).output(SmsSeries),
    update: send.input(SmsSeriesChange).output(SmsSeries),
    pause: send.input(ById).output(SmsSeries),
    resume: send.input(ById).output(SmsSeries),
    end: send.input(ById).output(SmsSeries),
  },
  {
    list: 'List repeated texts',
    create: 'Create a repeated text',
    update: 'Update a repeated text',
    pause: 'Pause a repeated text',
    resume: 'Resume a repeated text',
    end: 'End a repeated text',
  },
)
