import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCalendar } from './rules/read-calendar.ts'

const window = { timeZone: 'America/Chicago', from: new Date('2026-10-01T00:00Z'), to: new Date('2027-12-01T00:00Z') }

/** Busy times by the clocks of the program's own screen, converted by hand: start in UTC, and minutes. */
const programs: Record<string, string[]> = {
  // 7 PM in New York on three Sundays over March 14; the third at 6 PM; two days of Thanksgiving from midnight in New York.
  google: [
    '2026-11-26T05:00 2880',
    '2027-03-08T00:00 60',
    '2027-03-14T23:00 60',
    '2027-03-21T22:00 60',
    '2027-03-28T23:00 60',
  ],
  // 9 AM in Chicago on first Mondays, without February; April's is the end of the rule to the minute.
  outlook: ['2027-01-04T15:00 60', '2027-03-01T15:00 60', '2027-04-05T14:00 60'],
  // 9 AM in Berlin on four Mondays over March 28; 1 PM in Portland.
  exchange: [
    '2026-12-07T21:00 30',
    '2027-03-15T08:00 60',
    '2027-03-22T08:00 60',
    '2027-03-29T07:00 60',
    '2027-04-05T07:00 60',
  ],
  // From 9 AM to 9 AM in Chicago while the clocks go back: 25 hours.
  icloud: ['2026-10-31T14:00 1500'],
  // 9 AM in Denver: November 1 and 15.
  thunderbird: ['2026-11-01T16:00 90', '2026-11-15T16:00 90'],
  // 2 PM in Berlin on the last workday of October and December.
  nextcloud: ['2026-10-30T13:00 60', '2026-12-31T13:00 60'],
  'planning-center': ['2026-12-20T15:00 90', '2026-12-25T01:00 60'],
  // All in New York: noon without a zone, a day without an end, 8 AM on last days of a month.
  zoho: ['2026-12-10T17:00 60', '2026-12-24T05:00 1440', '2026-12-31T13:00 30', '2027-01-31T13:00 30'],
}

test.each(Object.entries(programs))('a calendar of %s keeps its owner busy when that program says so', (name, busy) => {
  const text = readFileSync(new URL(`data/programs/${name}.ics`, import.meta.url), 'utf8')
  const { events, unread } = readCalendar(text, window)
  const spans = events.flatMap(one => one.spans).sort((a, b) => a[0] - b[0])
  expect(
    spans.map(([start, end]) => `${new Date(start).toISOString().slice(0, 16)} ${(end - start) / 60_000}`),
  ).toEqual(busy)
  expect(unread).toEqual([])
})
