import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { ById, external, Id, Instant, line, member, Nothing, resource, Version } from '#kernel/contract.ts'
import { sourceKinds } from './rules/kinds.ts'

export const CalendarSource = z.object({
  id: Id,
  /** The host. */
  resourceId: Id,
  hostName: z.string(),
  kind: z.enum(sourceKinds),
  name: z.string(),
  server: z.string(),
  /** Whether the host's appointments are written there. */
  writesOut: z.boolean(),
  enabled: z.boolean(),
  /** What went wrong last; empty while all is well. */
  problem: z.string(),
  failures: z.number().int(),
  lastReadAt: Instant.nullable(),
  nextAt: Instant.nullable(),
  /** Times that are busy there from now on. */
  busyTimes: z.number().int(),
  /** Events that could not be understood or repeat too often. */
  ignored: z.number().int(),
  /** The first of them: `day` as it is written there, `reason` a sentence. */
  unread: z.array(z.object({ title: z.string(), day: z.string().nullable(), reason: z.string() })),
  version: Version,
})
export type CalendarSource = z.infer<typeof CalendarSource>

const secret = z.string().trim().max(4_000).optional()
const access = {
  kind: z.enum(sourceKinds),
  /** Of an ICS address (https or webcal), or of a CalDAV server. */
  url: z.string().trim().max(2_000).optional(),
  username: line(300).optional(),
  /** An app password. Like all that follows it is stored sealed and never answered. */
  password: secret,
  /** Google and Microsoft: an OAuth client of the church, and a refresh token for the calendar. */
  clientId: secret,
  clientSecret: secret,
  refreshToken: secret,
}
export const SourceAccess = z.object(access)
export type SourceAccess = z.infer<typeof SourceAccess>

export const NewCalendarSource = z.object({
  ...access,
  /** Null: your own calendar. */
  resourceId: Id.nullish(),
  name: line(100).pipe(z.string().min(1, 'Please enter a name')),
  /** Which calendar of the account; the first one if absent. */
  calendarId: z.string().max(2_000).optional(),
  writesOut: z.boolean().default(false),
})
export type NewCalendarSource = z.infer<typeof NewCalendarSource>

export const CalendarSourceChange = z.object({
  id: Id,
  version: Version,
  name: NewCalendarSource.shape.name.optional(),
  writesOut: z.boolean().optional(),
  enabled: z.boolean().optional(),
})
export type CalendarSourceChange = z.infer<typeof CalendarSourceChange>

export const BusyFilter = z.object({ from: moment(), to: moment(), resourceId: Id.optional() })
export type BusyFilter = z.infer<typeof BusyFilter>

export const BusyTime = z.object({
  resourceId: Id,
  sourceId: Id,
  startsAt: Instant,
  endsAt: Instant,
  /** Why, without what for: `Busy in Google Calendar`. */
  reason: z.string(),
})
export type BusyTime = z.infer<typeof BusyTime>

export const calendarSources = resource(
  '/calendar-sources',
  {
    list: member('calendar.write')
      .input(Nothing)
      .output(z.object({ items: z.array(CalendarSource) })),
    /** Which calendars an account has; nothing is stored. */
    find: external
      .member('calendar.write')
      .input(SourceAccess)
      .output(z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), canWrite: z.boolean() })) })),
    create: external.member('calendar.write').input(NewCalendarSource).output(CalendarSource),
    update: member('calendar.write').input(CalendarSourceChange).output(CalendarSource),
    /** Reads it now. */
    sync: member('calendar.write').input(ById).output(CalendarSource),
    remove: member('calendar.write').input(ById).output(Nothing),
    busy: member('calendar.read')
      .input(BusyFilter)
      .output(z.object({ items: z.array(BusyTime) })),
  },
  {
    list: 'List connected calendars',
    find: 'List the calendars of an account elsewhere',
    create: 'Connect a calendar',
    update: 'Update a connected calendar',
    sync: 'Sync a connected calendar',
    remove: 'Disconnect a calendar',
    busy: 'List busy times of connected calendars',
  },
  ['busy'],
)
