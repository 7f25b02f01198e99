import { expect, test } from 'vitest'
import { unlockTime } from './drip.ts'
import { isPlausible, isWatched, lengthOf, mergeSpans, multirange, percentDone } from './watched-spans.ts'

const days = (n: number) => ({ rule: 'days' as const, days: n, date: '' })
const zone = 'America/New_York'
const opened = (at: string, n: number, cohortStart: string | null = null) =>
  unlockTime(days(n), { enrolledAt: new Date(at), cohortStart }, zone)?.toISOString()

test('a lesson opens at six in the morning where the church is, on both sides of a clock change', () => {
  // 2026-03-08 the clocks go forward, 2026-11-01 back.
  expect(opened('2026-03-06T20:00:00Z', 1)).toBe('2026-03-07T11:00:00.000Z')
  expect(opened('2026-03-06T20:00:00Z', 2)).toBe('2026-03-08T10:00:00.000Z')
  expect(opened('2026-10-30T20:00:00Z', 1)).toBe('2026-10-31T10:00:00.000Z')
  expect(opened('2026-10-30T20:00:00Z', 2)).toBe('2026-11-01T11:00:00.000Z')
})

test('the day of an enrollment late in the evening is the church’s, not the one of London', () => {
  expect(opened('2026-06-02T02:30:00Z', 1)).toBe('2026-06-02T10:00:00.000Z')
})

test('a cohort’s start counts in place of the enrollment; without days and cohort it opens at once', () => {
  expect(opened('2026-06-01T12:00:00Z', 0)).toBe('2026-06-01T12:00:00.000Z')
  expect(opened('2026-06-01T12:00:00Z', 7, '2026-09-06')).toBe('2026-09-13T10:00:00.000Z')
  expect(opened('2026-06-01T12:00:00Z', 0, '2026-09-06')).toBe('2026-09-06T10:00:00.000Z')
})

test('a date opens on that day; lessons without a time wait for none', () => {
  const start = { enrolledAt: new Date('2026-06-01T12:00:00Z'), cohortStart: null }
  expect(unlockTime({ rule: 'date', days: 0, date: '2026-12-01' }, start, zone)?.toISOString()).toBe(
    '2026-12-01T11:00:00.000Z',
  )
  expect(unlockTime({ rule: 'open', days: 9, date: '2026-12-01' }, start, zone)).toBeNull()
})

test('what was played twice counts once, what was skipped not at all, and the film ends where it ends', () => {
  const spans = mergeSpans(
    [
      [0, 10_000],
      [5_000, 12_000],
      [40_000, 39_000],
      [50_000, 70_000],
      [-5, 1],
    ],
    60_000,
  )
  expect(spans).toEqual([
    [0, 12_000],
    [50_000, 60_000],
  ])
  expect(lengthOf(spans)).toBe(22_000)
  expect(multirange(spans)).toBe('{[0,12000),[50000,60000)}')
})

test('nobody watches an hour in a minute', () => {
  expect(isPlausible([[0, 3_600_000]], 60_000)).toBe(false)
  expect(isPlausible([[0, 20_000]], 10_000)).toBe(true)
})

test('nine tenths are a film watched; of unknown length it never is; a percent is never rounded up', () => {
  expect([isWatched(53_999, 60_000), isWatched(54_000, 60_000), isWatched(54_000, null)]).toEqual([false, true, false])
  expect([percentDone(2, 3), percentDone(3, 3), percentDone(0, 0)]).toEqual([66, 100, 0])
})
