import { expect, test } from 'vitest'
import { NoCalendar, readCalendar } from './rules/read-calendar.ts'

const window = { timeZone: 'America/Chicago', from: new Date('2026-10-01T00:00Z'), to: new Date('2027-12-01T00:00Z') }

const file = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${events.join('')}END:VCALENDAR\r\n`
const event = (...lines: string[]) =>
  `BEGIN:VEVENT\r\nUID:one@example.org\r\nDTSTAMP:20260101T000000Z\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\n`
const spans = (text: string) =>
  readCalendar(text, window).events.flatMap(one =>
    one.spans.map(([start, end]) => `${new Date(start).toISOString()} ${(end - start) / 60_000}`),
  )

test('times in UTC, in a zone, without a zone and whole days', () => {
  expect(spans(file(event('DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z')))).toEqual([
    '2026-11-24T15:00:00.000Z 60',
  ])
  expect(spans(file(event('DTSTART;TZID=Europe/Berlin:20261124T150000', 'DURATION:PT45M')))).toEqual([
    '2026-11-24T14:00:00.000Z 45',
  ])
  // Floating: by the church's clocks.
  expect(spans(file(event('DTSTART:20261124T150000', 'DTEND:20261124T160000')))).toEqual([
    '2026-11-24T21:00:00.000Z 60',
  ])
  expect(spans(file(event('DTSTART;VALUE=DATE:20261101', 'DTEND;VALUE=DATE:20261102')))).toEqual([
    '2026-11-01T05:00:00.000Z 1500',
  ])
})

const berlinOf = (name: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:${name}\r\nBEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\nEND:STANDARD\r\nBEGIN:DAYLIGHT\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n`

test('a zone that only the file knows is read by its own definition, an unknown one by the church zone', () => {
  const meeting = event('DTSTART;TZID=W. Europe Standard Time:20261124T150000', 'DURATION:PT1H')
  expect(spans(file(berlinOf('W. Europe Standard Time'), meeting))).toEqual(['2026-11-24T14:00:00.000Z 60'])
  const summer = event('DTSTART;TZID=W. Europe Standard Time:20270624T150000', 'DURATION:PT1H')
  expect(spans(file(berlinOf('W. Europe Standard Time'), summer))).toEqual(['2027-06-24T13:00:00.000Z 60'])
  expect(spans(file(meeting))).toEqual(['2026-11-24T21:00:00.000Z 60'])
  const prefixed = event('DTSTART;TZID=/citadel.org/2026/Europe/Berlin:20261124T150000', 'DURATION:PT1H')
  expect(spans(file(prefixed))).toEqual(['2026-11-24T14:00:00.000Z 60'])
  const endless = berlinOf('Odd').replace(/FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10/, 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
  expect(spans(file(endless, event('DTSTART;TZID=Odd:20261124T150000', 'DURATION:PT1H')))).toEqual([
    '2026-11-24T21:00:00.000Z 60',
  ])
})

test('free and canceled events keep nobody busy', () => {
  const times = ['DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z']
  expect(spans(file(event(...times, 'TRANSP:TRANSPARENT')))).toEqual([])
  expect(spans(file(event(...times, 'STATUS:CANCELLED')))).toEqual([])
  expect(spans(file(event(...times, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE')))).toEqual([])
  expect(readCalendar(file(event(...times, 'STATUS:CANCELLED')), window).events).toMatchObject([{ first: null }])
})

test('a series keeps its time of day over a clock change, with what was left out, moved and canceled', () => {
  const weekly = event(
    'DTSTART;TZID=America/New_York:20261018T090000',
    'DTEND;TZID=America/New_York:20261018T100000',
    'RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20261122T140000Z',
    'EXDATE;TZID=America/New_York:20261025T090000',
  )
  const moved = event(
    'RECURRENCE-ID;TZID=America/New_York:20261108T090000',
    'DTSTART;TZID=America/New_York:20261108T110000',
    'DTEND;TZID=America/New_York:20261108T113000',
  )
  const off = event('RECURRENCE-ID:20261115T140000Z', 'DTSTART:20261115T140000Z', 'STATUS:CANCELLED')
  expect(spans(file(weekly, moved, off))).toEqual([
    '2026-10-18T13:00:00.000Z 60',
    '2026-11-01T14:00:00.000Z 60',
    '2026-11-08T16:00:00.000Z 30',
    '2026-11-22T14:00:00.000Z 60',
  ])
})

test.each([
  'FREQ=SECONDLY',
  'FREQ=MINUTELY;COUNT=999999999',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYSECOND=0,1,2',
  'FREQ=DAILY;COUNT=100000000',
])('%s is ignored, and the rest is read', rule => {
  const bomb = event('DTSTART:19000101T000000Z', 'DURATION:PT1M', `RRULE:${rule}`)
  const fine = event('DTSTART:20261124T150000Z', 'DURATION:PT1H').replace('one@', 'two@')
  // However busy the machine is: how long it may take is another test.
  const read = readCalendar(file(bomb, fine), window, Number.POSITIVE_INFINITY)
  expect(read.ignored).toBe(1)
  expect(read.events.flatMap(one => one.spans)).toHaveLength(1)
})

test('a rule that never comes true ends, and thousands of rules end in time', () => {
  const never = (i: number) =>
    event('DTSTART:19000101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30').replace(
      'one',
      `e${i}`,
    )
  expect(spans(file(never(0)))).toEqual([])
  const begun = performance.now()
  const { events, ignored } = readCalendar(file(...Array.from({ length: 3_000 }, (_, i) => never(i))), window)
  expect(events.length + ignored).toBe(3_000)
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('what is no calendar is refused with a sentence', () => {
  for (const text of ['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'BEGIN:VCALENDAR'])
    expect(() => readCalendar(text, window)).toThrow(NoCalendar)
  const odd = readCalendar(
    file(event('SUMMARY:No start'), event('DTSTART:2026'), event('DTSTART:99999999T999999')),
    window,
  )
  expect(odd.events.flatMap(one => one.spans)).toEqual([])
})
