import ICAL from 'ical.js'

// The library doesn't count the space before a continued line: 75 octets would become 76 (RFC 5545, 3.1).
ICAL.foldLength = 74

export interface CalendarEvent {
  uid: string
  sequence: number
  title: string
  description?: string
  location?: string
  startsAt: Date
  endsAt: Date
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  /** When this version was written. */
  stampedAt: Date
  url?: string
}
export interface Invitation extends CalendarEvent {
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
}
export type Method = 'REQUEST' | 'CANCEL' | 'PUBLISH'

const utc = (at: Date) => ICAL.Time.fromJSDate(at, true)

function component(event: CalendarEvent): ICAL.Component {
  const made = new ICAL.Component('vevent')
  made.addPropertyWithValue('uid', event.uid)
  made.addPropertyWithValue('sequence', event.sequence)
  made.addPropertyWithValue('dtstamp', utc(event.stampedAt))
  // UTC, so that a reader's time zone tables can't move it.
  made.addPropertyWithValue('dtstart', utc(event.startsAt))
  made.addPropertyWithValue('dtend', utc(event.endsAt))
  made.addPropertyWithValue('summary', event.title)
  if (event.description) made.addPropertyWithValue('description', event.description)
  if (event.location) made.addPropertyWithValue('location', event.location)
  if (event.url) made.addPropertyWithValue('url', event.url)
  made.addPropertyWithValue('status', event.status)
  return made
}

function calendar(method: Method | null): ICAL.Component {
  const made = new ICAL.Component('vcalendar')
  made.addPropertyWithValue('version', '2.0')
  made.addPropertyWithValue('prodid', '-//Lampstand//Calendar//EN')
  made.addPropertyWithValue('calscale', 'GREGORIAN')
  if (method) made.addPropertyWithValue('method', method)
  return made
}

/**
 * An iTIP message (RFC 5546) for one attendee. UID stays the same and SEQUENCE grows with every change, so that Google and Outlook
 * update the entry that they have.
 */
export function invitation(method: 'REQUEST' | 'CANCEL', event: Invitation): string {
  const [whole, one] = [calendar(method), component(event)]
  const organizer = one.addPropertyWithValue('organizer', `mailto:${event.organizer.email}`)
  organizer.setParameter('cn', event.organizer.name)
  const attendee = one.addPropertyWithValue('attendee', `mailto:${event.attendee.email}`)
  attendee.setParameter('cn', event.attendee.name || event.attendee.email)
  attendee.setParameter('role', 'REQ-PARTICIPANT')
  attendee.setParameter('partstat', method === 'CANCEL' ? 'DECLINED' : 'ACCEPTED')
  attendee.setParameter('rsvp', 'FALSE')
  whole.addSubcomponent(one)
  return whole.toString()
}

/** A calendar that others subscribe to. */
export function feed(name: string, events: readonly CalendarEvent[]): string {
  const whole = calendar('PUBLISH')
  whole.addPropertyWithValue('x-wr-calname', name)
  for (const event of events) whole.addSubcomponent(component(event))
  return whole.toString()
}

/** One event as a calendar server keeps it: without METHOD (RFC 4791, 4.1). */
export function eventFile(event: CalendarEvent): string {
  const whole = calendar(null)
  whole.addSubcomponent(component(event))
  return whole.toString()
}
