import { expect, test } from 'vitest'
import { dueDays, fallsOn, yearlyDaysOf } from './schedule.ts'

test('weekly and monthly; the 31st is the last day of every month', () => {
  expect(fallsOn({ every: 'week', on: 0 }, '2026-11-22')).toBe(true)
  expect(fallsOn({ every: 'week', on: 1 }, '2026-11-22')).toBe(false)
  expect(fallsOn({ every: 'month', on: 31 }, '2026-02-28')).toBe(true)
  expect(fallsOn({ every: 'month', on: 15 }, '2026-02-28')).toBe(false)
})

test('February 29 is kept on the 28th, but in leap years', () => {
  expect(yearlyDaysOf('2026-02-28')).toEqual(['02-28', '02-29'])
  expect(yearlyDaysOf('2028-02-28')).toEqual(['02-28'])
  expect(yearlyDaysOf('2028-02-29')).toEqual(['02-29'])
})

test('an hour has come once it has where the church is, not for a trigger that is newer, and not half a day later', () => {
  const since = new Date('2026-01-01T00:00:00Z')
  const due = (now: string, from = since) => dueDays(9, from, new Date(now), 'America/Chicago')
  expect(due('2026-06-01T13:59:00Z')).toEqual([])
  expect(due('2026-06-01T14:00:00Z')).toEqual(['2026-06-01'])
  expect(due('2026-06-01T15:00:00Z', new Date('2026-06-01T14:30:00Z'))).toEqual([])
  expect(due('2026-06-02T03:00:00Z')).toEqual([])
  expect(dueDays(22, since, new Date('2026-06-02T06:00:00Z'), 'America/Chicago')).toEqual(['2026-06-01'])
})
