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

test('a zone that only the file knows is read by its own definition, a Windows zone by its name, an unknown one by the church zone', () => {
  const meeting = event('DTSTART;TZID=W. Europe Standard Time:20261124T150000', 'DURATION:PT1H')
  expect(spans(file(berlinOf('W. Europe Standard Time'), meeting))).toEqual(['2026-11-24T14:00:00.000Z 60'])
  const summer = event('DTSTART;TZID=W. Europe Standard Time:20270624T150000', 'DURATION:PT1H')
  expect(spans(file(berlinOf('W. Europe Standard Time'), summer))).toEqual(['2027-06-24T13:00:00.000Z 60'])
  expect(spans(file(meeting))).toEqual(['2026-11-24T14:00:00.000Z 60'])
  expect(spans(file(meeting).replace('W. Europe', 'Middle-earth'))).toEqual(['2026-11-24T21:00:00.000Z 60'])
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

const central = (...lines: string[]) =>
  event('DTSTART;TZID=America/Chicago:20270222T090000', 'DTEND;TZID=America/Chicago:20270222T100000', ...lines)
const starts = (text: string) => spans(text).map(one => one.slice(0, 16))

test('a change of this and all later occurrences moves them on the clocks, and takes their new length', () => {
  const weekly = central('RRULE:FREQ=WEEKLY;COUNT=5')
  const later = event(
    'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Chicago:20270308T090000',
    'DTSTART;TZID=America/Chicago:20270309T180000',
    'DTEND;TZID=America/Chicago:20270309T193000',
  )
  // Mondays at 9 AM, then Tuesdays at 6 PM, also after March 14.
  expect(spans(file(weekly, later))).toEqual([
    '2027-02-22T15:00:00.000Z 60',
    '2027-03-01T15:00:00.000Z 60',
    '2027-03-10T00:00:00.000Z 90',
    '2027-03-16T23:00:00.000Z 90',
    '2027-03-23T23:00:00.000Z 90',
  ])
  const ended = later.replace('END:VEVENT', ['STATUS:CANCELLED', 'END:VEVENT'].join('\r\n'))
  expect(starts(file(weekly, ended))).toEqual(['2027-02-22T15:00', '2027-03-01T15:00'])
})

test('further dates with an end of their own, and dates left out as days, in other zones or without a zone', () => {
  const periods = central('RDATE;VALUE=PERIOD:20270301T150000Z/PT30M,20270302T150000Z/20270302T170000Z')
  expect(spans(file(periods))).toEqual([
    '2027-02-22T15:00:00.000Z 60',
    '2027-03-01T15:00:00.000Z 30',
    '2027-03-02T15:00:00.000Z 120',
  ])
  for (const left of [
    'EXDATE;VALUE=DATE:20270301',
    'EXDATE;TZID=Europe/Berlin:20270301T160000',
    'EXDATE:20270301T150000Z',
    'EXDATE:20270301T090000',
  ]) {
    const berlin = { ...window, timeZone: 'Europe/Berlin' }
    const read = readCalendar(file(central('RRULE:FREQ=WEEKLY;COUNT=3', left)), berlin)
    expect(
      read.events[0]!.spans.map(([start]) => new Date(start).toISOString().slice(0, 10)),
      left,
    ).toEqual(['2027-02-22', '2027-03-08'])
  }
  const days = event('DTSTART;VALUE=DATE:20270222', 'DTEND;VALUE=DATE:20270222', 'RRULE:FREQ=DAILY;COUNT=2')
  expect(spans(file(days))).toEqual(['2027-02-22T06:00:00.000Z 1440', '2027-02-23T06:00:00.000Z 1440'])
})

test('a zone whose clock changes have ended keeps its last offset', () => {
  const hall = berlinOf('Hall')
    .replace('BYDAY=-1SU;BYMONTH=10', 'UNTIL=20251026T010000Z;BYDAY=-1SU;BYMONTH=10')
    .replace('BYDAY=-1SU;BYMONTH=3', 'UNTIL=20260329T010000Z;BYDAY=-1SU;BYMONTH=3')
  const at = (day: string) => event(`DTSTART;TZID=Hall:${day}T150000`, 'DURATION:PT1H')
  expect(starts(file(hall, at('20261124')))).toEqual(['2026-11-24T13:00'])
})

test('names of zones: in quotation marks, behind a prefix, as an offset, of Windows', () => {
  for (const [name, hour] of [
    ['"Central Standard Time"', '21'],
    ['central standard time', '21'],
    ['/freeassociation.sourceforge.net/Europe/Berlin', '14'],
    ['GMT-0600', '21'],
    ['AUS Eastern Standard Time', '04'],
  ] as const) {
    const { unread } = readCalendar(file(event(`DTSTART;TZID=${name}:20261124T150000`, 'DURATION:PT1H')), window)
    expect([name, unread]).toEqual([name, []])
    const [start] = starts(file(event(`DTSTART;TZID=${name}:20261124T150000`, 'DURATION:PT1H')))
    expect(start).toBe(`2026-11-24T${hour}:00`)
  }
})

test('what can’t be read is listed with its event; what can be stays busy', () => {
  const named = (title: string, ...lines: string[]) =>
    event(`SUMMARY:${title}`, ...lines).replace('one@', `${title.replaceAll(' ', '')}@`)
  const read = readCalendar(
    file(
      named('Fine', 'DTSTART:20261123T150000Z', 'DURATION:PT1H'),
      named('Odd zone', 'DTSTART;TZID=Mars:20261124T150000', 'DURATION:PT1H'),
      named('Long ago', 'DTSTART;TZID=Mars:20161124T150000', 'DURATION:PT1H'),
      named('Odd rule', 'DTSTART:20261125T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=FORTNIGHTLY'),
      named('Backwards', 'DTSTART:20261126T150000Z', 'DTEND:20261126T140000Z'),
      named('Odd start', 'DTSTART:20269999T150000Z'),
    ),
    window,
  )
  expect(read.unread.map(one => [one.title, one.day, one.reason])).toEqual([
    ['Backwards', '2026-11-26', 'It ends before it starts.'],
    ['Odd start', null, 'One of its times can’t be read.'],
    [
      'Odd zone',
      '2026-11-24',
      'Its time zone “Mars” is unknown. It was read in America/Chicago; please check its time.',
    ],
    ['Odd rule', '2026-11-25', 'Its repetition can’t be read. Only its first date is kept busy.'],
  ])
  expect(read.ignored).toBe(4)
  const busy = read.events.flatMap(one => one.spans.map(([start]) => new Date(start).toISOString().slice(0, 16)))
  expect(busy).toEqual(['2026-11-23T15:00', '2026-11-24T21:00', '2026-11-25T15:00'])
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
  expect([events.length, ignored <= 3_000]).toEqual([3_000, true])
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

test('when time runs out, a single date is read and a repetition keeps its first date', () => {
  const once = event('DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z')
  const weekly = event('DTSTART:20261125T150000Z', 'DTEND:20261125T160000Z', 'RRULE:FREQ=WEEKLY')
  const read = readCalendar(file(once, weekly.replace('one@', 'two@')), window, 0)
  expect(read.events.map(one => one.spans.length)).toEqual([1, 1])
  expect(read.unread.map(({ day, reason }) => [day, reason])).toEqual([
    ['2026-11-25', 'Reading this calendar takes too long. Only its first date is kept busy.'],
  ])
})
