import { boolean, customType, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { appointments, resources } from '../tables.ts'
import { sourceKinds } from './rules/kinds.ts'
import type { Unread } from './rules/read-calendar.ts'

const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** An event that was not read, or not with all of its dates; `id` as that calendar has it. */
export type UnreadEvent = Unread & { id: string }

/** Calendars that hosts keep elsewhere. */
export const calendarSources = clientTable(
  'calendar_sources',
  {
    /** The host. */
    resourceId: uuid().notNull(),
    kind: text({ enum: sourceKinds }).notNull(),
    name: text().notNull(),
    /** Address, user name, password or tokens. Nobody reads them again. */
    sealedSecret: text().notNull(),
    /** The host name of the server, for people. */
    server: text().notNull().default(''),
    /** Which calendar of the account. */
    calendarId: text().notNull().default(''),
    /** Whether the host's appointments are written there. */
    writesOut: boolean().notNull().default(false),
    /** How far it was read: a sync token, a delta link, an ETag. */
    cursor: text().notNull().default(''),
    /** When it is read next; null while it is turned off. */
    nextAt: instant(),
    failures: integer().notNull().default(0),
    problem: text().notNull().default(''),
    lastReadAt: instant(),
    /** Events that could not be understood or repeat too often. */
    ignored: integer().notNull().default(0),
    /** The first of them, for the people who can correct them. */
    unread: jsonb().$type<UnreadEvent[]>().notNull().default([]),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a calendar connection', 'calendar connections'], people: 'Read every 15 minutes by a job' },
    export: { none: 'Holds credentials of other services' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('calendar_sources_resource').on(t.clientId, t.resourceId),
    index('calendar_sources_due').on(t.nextAt),
    inClient('calendar_sources_resource_fk', t, t.resourceId, resources),
  ],
)

/** When a host is busy in another calendar. Titles and people are not kept. */
export const busyTimes = clientTable(
  'busy_times',
  {
    resourceId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** The event by its id in that calendar. */
    eventId: text().notNull(),
    during: timeRange().notNull(),
  },
  {
    audit: { none: 'Read from another calendar every 15 minutes' },
    export: { none: 'Belongs to another calendar' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('busy_times_time').using('gist', t.clientId, t.resourceId, t.during),
    index('busy_times_event').on(t.clientId, t.sourceId, t.eventId),
    index('busy_times_resource').on(t.clientId, t.resourceId),
    inClient('busy_times_resource_fk', t, t.resourceId, resources),
    inClient('busy_times_source_fk', t, t.sourceId, calendarSources),
  ],
)

/** Appointments that were written to another calendar, as they are there. */
export const sourceEvents = clientTable(
  'calendar_source_events',
  {
    sourceId: uuid().notNull(),
    appointmentId: uuid().notNull(),
    /** Its id or address there. */
    eventId: text().notNull(),
    /** The version that was seen last: what we wrote ourselves is no news. */
    etag: text().notNull().default(''),
    /** Digest of what was written. */
    written: text().notNull().default(''),
  },
  {
    audit: { none: 'Follows the appointment' },
    export: { none: 'Belongs to another calendar' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('calendar_source_events_once').on(t.clientId, t.sourceId, t.appointmentId),
    index('calendar_source_events_event').on(t.clientId, t.sourceId, t.eventId),
    index('calendar_source_events_appointment').on(t.clientId, t.appointmentId),
    inClient('calendar_source_events_source_fk', t, t.sourceId, calendarSources),
    inClient('calendar_source_events_appointment_fk', t, t.appointmentId, appointments),
  ],
)
