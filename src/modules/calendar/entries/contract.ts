import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { Id, Instant, member, resource, several } from '#kernel/contract.ts'
import { MOST_DAYS } from './rules.ts'

export const CalendarEntry = z.object({
  /** What it is: `sermon`, `cohort` … */
  kind: z.string(),
  id: Id,
  /** What it leads to: itself, or something else such as the course of a cohort. */
  targetId: Id,
  title: z.string(),
  /** The start of the day, by the church's clocks, of an entry that has no time. */
  startsAt: Instant,
  endsAt: Instant.nullable(),
  isAllDay: z.boolean(),
})
export type CalendarEntry = z.infer<typeof CalendarEntry>

export const CalendarEntryFilter = z
  .object({
    from: moment(),
    /** The first moment after the range. */
    to: moment(),
    kind: several(z.string().max(60)),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'Please choose an end after the start' })
  .refine(({ from, to }) => to.getTime() - from.getTime() <= MOST_DAYS * 86_400_000, {
    path: ['to'],
    message: `Please choose at most ${MOST_DAYS} days`,
  })
export type CalendarEntryFilter = z.infer<typeof CalendarEntryFilter>

export const calendarEntries = resource(
  '/calendar-entries',
  {
    list: member('calendar.read')
      .input(CalendarEntryFilter)
      .output(z.object({ items: z.array(CalendarEntry) })),
  },
  { list: 'List what else is on the calendar: sermons, cohorts …' },
)
