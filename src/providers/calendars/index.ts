import { assertOutsideTransaction } from '#kernel/run.ts'
import { caldav } from '#providers/caldav/index.ts'
import { googleCalendar } from '#providers/google-calendar/index.ts'
import { microsoftCalendar } from '#providers/microsoft-calendar/index.ts'
import { sandboxCalendar } from './sandbox/service.ts'

export const calendarKinds = ['caldav', 'google', 'microsoft', 'sandbox'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/**
 * What opens an account elsewhere; which fields count depends on its kind. An adapter that gets a new refresh token puts it here, and
 * its caller keeps it.
 */
export interface Access {
  /** CalDAV: the server, the user's name and an app password. Sandbox: the name of the calendar is the user name. */
  url?: string
  username?: string
  password?: string
  /** Google and Microsoft: the church's own OAuth client, and the refresh token that it got. */
  clientId?: string
  clientSecret?: string
  refreshToken?: string
}
export interface RemoteCalendar {
  id: string
  name: string
  canWrite: boolean
}
export type Span = [start: number, end: number]
/** An event as it is there: as iCalendar text (CalDAV), or with its times, repetitions expanded by the service. */
export type RemoteEvent = { id: string; etag: string } & (
  | { ics: string }
  | {
      uid: string
      /** Epoch milliseconds of the times that keep its owner busy. */
      spans: Span[]
      /** Its time, also of one that keeps nobody busy; null where it was canceled. */
      first: Span | null
    }
)
export interface Changes {
  events: RemoteEvent[]
  /** Ids of events that are gone. */
  removed: string[]
  /** Where to go on reading; empty where everything is read each time. */
  cursor: string
  /** `events` is all there is: what isn't among them is gone. */
  isWhole: boolean
}
export interface WrittenEvent {
  /** Stays the same for an appointment, so that writing it twice makes one event. */
  key: string
  uid: string
  title: string
  location: string
  startsAt: Date
  endsAt: Date
  ics: string
}
export interface Version {
  id: string
  etag: string
}
export interface Window {
  from: Date
  to: Date
  /** IANA name: by which clocks a whole day begins. */
  timeZone: string
}

export interface CalendarProvider {
  calendars(access: Access): Promise<RemoteCalendar[]>
  /** @throws CursorGone where everything has to be read anew */
  changes(access: Access, calendarId: string, cursor: string, window: Window): Promise<Changes>
  /** An event that is there already, from a writing whose answer was lost, is answered as it is. */
  create(access: Access, calendarId: string, event: WrittenEvent): Promise<Version>
  /** @throws ChangedThere where it has another version than `etag` */
  update(access: Access, calendarId: string, known: Version, event: WrittenEvent): Promise<Version>
  /** Fine where it is gone already. @throws ChangedThere */
  remove(access: Access, calendarId: string, known: Version): Promise<void>
}

const adapters: Record<CalendarKind, CalendarProvider> = {
  caldav: caldav(),
  google: googleCalendar(),
  microsoft: microsoftCalendar(),
  sandbox: sandboxCalendar,
}

/** The calendars of another service. */
export function calendars(kind: CalendarKind): CalendarProvider {
  assertOutsideTransaction('a calendar service')
  return adapters[kind]
}
