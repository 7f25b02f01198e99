import ICAL from 'ical.js'
import { addDays } from '#church-year/rules/dates.ts'
import { csvFile } from '#kernel/csv.ts'

export interface Printable {
  key: string
  title: string
  description: string
  date: string
  endDate: string | null
  type: string
  source: string
  verses: readonly string[]
  /** When it was changed last. */
  updatedAt: Date
}

/** Whole days as RFC 5545 wants them: the end is the day after, lines are folded at 75 octets. */
export function calendarFile(name: string, items: readonly Printable[]): string {
  const whole = new ICAL.Component('vcalendar')
  whole.addPropertyWithValue('version', '2.0')
  whole.addPropertyWithValue('prodid', '-//Lampstand//Content calendar//EN')
  whole.addPropertyWithValue('calscale', 'GREGORIAN')
  whole.addPropertyWithValue('method', 'PUBLISH')
  whole.addPropertyWithValue('x-wr-calname', name)
  whole.addPropertyWithValue('refresh-interval', ICAL.Duration.fromString('PT12H'))
  for (const item of items) whole.addSubcomponent(eventOf(item))
  return whole.toString()
}

function eventOf({ key, title, description, date, endDate, verses, updatedAt }: Printable): ICAL.Component {
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', `${key}@lampstand`)
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(updatedAt, true))
  event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(date))
  event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(addDays(endDate ?? date, 1)))
  event.addPropertyWithValue('summary', title)
  const words = [description, verses.join('; ')].filter(Boolean).join('\n')
  if (words) event.addPropertyWithValue('description', words)
  event.addPropertyWithValue('transp', 'TRANSPARENT')
  return event
}

export const tableFile = (items: readonly Printable[]): string =>
  csvFile(
    ['Date', 'End', 'Type', 'Source', 'Title', 'Description', 'Verses'],
    items.map(one => [one.date, one.endDate, one.type, one.source, one.title, one.description, one.verses.join('; ')]),
  )
