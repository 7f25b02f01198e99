import { expect, test } from 'vitest'
import { partialDateText } from './birthday.ts'
import { readZonedDate } from './dates.ts'

const read = (value: string, timeZone = 'America/New_York', midnightIsDay = false) => {
  const reading = readZonedDate(value, 'mdy', '2026-11-23', { timeZone, midnightIsDay })
  return reading.kind === 'date' ? partialDateText(reading.date) : reading.kind
}

test.each([
  ['2026-01-01T04:30:00Z', '2025-12-31'],
  ['2026-01-01T05:00:00Z', '2026-01-01'],
  ['2026-01-01T04:30:00.000+00:00', '2025-12-31'],
  ['2026-01-01 04:30:00 UTC', '2025-12-31'],
  ['2026-01-01 04:30 +0000', '2025-12-31'],
  ['01/01/2026 4:30 AM GMT', '2025-12-31'],
  ['1/1/2026, 12:15:00 AM (UTC)', '2025-12-31'],
  ['January 1, 2026 at 4:30 AM UTC', '2025-12-31'],
  ['Thu, 01 Jan 2026 04:30:00 GMT', '2025-12-31'],
  ['20260101T043000Z', '2025-12-31'],
  ['2026-01-01T05:30:00+01:00[Europe/Berlin]', '2025-12-31'],
  ['2026-01-01 05:30 Europe/Berlin', '2025-12-31'],
  ['2026-07-01 05:30 Europe/Berlin', '2026-06-30'],
  ['2026-01-01 00:30 CET', '2025-12-31'],
  ['2025-12-31 11:30 PM PST', '2026-01-01'],
  ['2025-12-31 11:30 PM Pacific Standard Time', '2026-01-01'],
  ['2025-12-31 11:30 PM CT', '2026-01-01'],
  ['Wed Dec 31 2025 23:30:00 GMT-0500 (Eastern Standard Time)', '2025-12-31'],
  ['2025-12-31 23:30', '2025-12-31'],
  ['12/31/2025 11:30 pm', '2025-12-31'],
  ['2026-01-01 04:30 Qx/Nowhere', 'unreadable'],
  ['2026-01-01 04:30 LOCAL', 'unreadable'],
])('%s is %s in New York', (value, day) => expect(read(value)).toBe(day))

test('a zone ahead of UTC moves to the day after; midnight in UTC may be a day', () => {
  expect(read('2025-12-31T23:30:00Z', 'Europe/Berlin')).toBe('2026-01-01')
  expect(read('2026-01-01T00:00:00Z')).toBe('2025-12-31')
  expect(read('2026-01-01T00:00:00Z', 'America/New_York', true)).toBe('2026-01-01')
})
