import { expect, test } from 'vitest'
import { dateWaitEnd } from './wait-times.ts'

const zone = 'America/Chicago'
const end = (date: string | null, now: string, more: Partial<{ offsetDays: number; yearly: boolean }> = {}) =>
  dateWaitEnd(date, { offsetDays: 0, time: '09:00', yearly: true, ...more }, new Date(now), zone)?.toISOString()

test.each([
  ['the next birthday, at nine where the church is', '1980-04-03', '2026-01-01T00:00:00Z', '2026-04-03T14:00:00.000Z'],
  ['next year once today’s hour has passed', '--04-03', '2026-04-03T14:00:01Z', '2027-04-03T14:00:00.000Z'],
  ['February 29 is the 28th in most years', '2000-02-29', '2026-01-01T00:00:00Z', '2026-02-28T15:00:00.000Z'],
  ['and the 29th in leap years', '2000-02-29', '2028-01-01T00:00:00Z', '2028-02-29T15:00:00.000Z'],
])('a yearly date: %s', (_, date, now, at) => expect(end(date, now)).toBe(at))

test('days before it, also over the turn of a year', () => {
  expect(end('1980-01-03', '2025-12-01T00:00:00Z', { offsetDays: -7 })).toBe('2025-12-27T15:00:00.000Z')
})

test('any other date is that day, though it may have passed; none is none', () => {
  expect(end('2026-03-01', '2026-05-01T00:00:00Z', { yearly: false })).toBe('2026-03-01T15:00:00.000Z')
  expect(end(null, '2026-05-01T00:00:00Z')).toBeUndefined()
  expect(end('soon', '2026-05-01T00:00:00Z')).toBeUndefined()
})
