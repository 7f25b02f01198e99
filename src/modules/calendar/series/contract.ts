import { z } from 'zod'
import { clockMoment, day } from '#clients/rules/dates.ts'
import { ById, Id, Instant, line, member, Nothing, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { ruleProblem } from '../rules/recurrence.ts'
import { appointmentKinds } from '../rules/states.ts'

export const Series = z.object({
  id: Id,
  typeId: Id.nullable(),
  type: z.enum(appointmentKinds),
  title: z.string(),
  /** RFC 5545 without DTSTART. */
  rule: z.string(),
  /** First start by the clocks of `timeZone`. */
  startLocal: z.string(),
  minutes: z.number().int(),
  timeZone: z.string(),
  exceptions: z.array(z.string()),
  resourceIds: z.array(Id),
  blocksAll: z.boolean(),
  capacity: z.number().int().nullable(),
  location: z.string(),
  /** Occurrences that found their resources taken when they were made. */
  conflicts: z.array(Instant),
  version: Version,
})
export type Series = z.infer<typeof Series>

const fields = {
  typeId: Id.nullable(),
  type: z.enum(appointmentKinds),
  title: line(200).refine(text => text.length > 0, 'Please enter a title'),
  rule: z
    .string()
    .trim()
    .toUpperCase()
    .max(300)
    .superRefine((rule, context) => {
      const problem = ruleProblem(rule)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  startLocal: clockMoment(),
  minutes: z.number().int().min(5, 'Please enter at least 5 minutes').max(14_400, 'Please enter at most 10 days'),
  resourceIds: z.array(Id).max(30),
  blocksAll: z.boolean(),
  capacity: z.number().int().min(1).max(10_000).nullable(),
  location: line(300),
}
export const NewSeries = z
  .object(fields)
  .partial()
  .required({ title: true, rule: true, startLocal: true, minutes: true })
export type NewSeries = z.infer<typeof NewSeries>
/** Changes what lies ahead; what has taken place, and occurrences moved by hand, stay. */
export const SeriesChange = z.object(fields).partial().extend({ id: Id, version: Version })
export type SeriesChange = z.infer<typeof SeriesChange>

export const appointmentSeries = resource(
  '/appointment-series',
  {
    list: member('calendar.read').input(Page).output(pageOf(Series)),
    get: member('calendar.read').input(ById).output(Series),
    create: member('calendar.write').input(NewSeries).output(Series),
    update: member('calendar.write').input(SeriesChange).output(Series),
    skip: member('calendar.write')
      .input(ById.extend({ date: day() }))
      .output(Series),
    remove: member('calendar.write').input(ById).output(Nothing),
  },
  {
    list: 'List repeating events',
    get: 'Get a repeating event',
    create: 'Add a repeating event',
    update: 'Update a repeating event',
    skip: 'Leave out one occurrence',
    remove: 'Delete a repeating event',
  },
)
