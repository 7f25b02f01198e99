import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, resource } from '#kernel/contract.ts'

export const CalendarFeed = z.object({
  id: Id,
  name: z.string(),
  /** Whose appointments it shows: a host, a room or a piece of equipment. */
  resourceId: Id,
  resourceName: z.string(),
  createdAt: Instant,
  /** When a calendar program read it last. */
  lastReadAt: Instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** `url` is the address with its secret: it is shown in this answer and never again. */
export const CalendarFeedWithUrl = CalendarFeed.extend({ url: z.string() })
export type CalendarFeedWithUrl = z.infer<typeof CalendarFeedWithUrl>

export const NewCalendarFeed = z.object({
  name: line(100).pipe(z.string().min(1, 'Please enter a name')),
  /** Null: your own appointments. */
  resourceId: Id.nullish(),
})
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

export const calendarFeeds = resource(
  '/calendar-feeds',
  {
    list: member('calendar.write')
      .input(Nothing)
      .output(z.object({ items: z.array(CalendarFeed) })),
    create: member('calendar.write').meta({ secret: true }).input(NewCalendarFeed).output(CalendarFeedWithUrl),
    remove: member('calendar.write').input(ById).output(Nothing),
  },
  { list: 'List calendar feeds', create: 'Create a calendar feed', remove: 'Revoke a calendar feed' },
)
