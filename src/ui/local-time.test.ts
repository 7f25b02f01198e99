import { expect, test } from 'vitest'
import { clockTime, instantAt } from './local-time.ts'

test.each([
  ['2026-01-15T09:00', 'America/Chicago', '2026-01-15T15:00:00.000Z'],
  ['2026-07-15T09:00', 'America/Chicago', '2026-07-15T14:00:00.000Z'],
  ['2026-03-08T01:59', 'America/Chicago', '2026-03-08T07:59:00.000Z'],
  ['2026-03-08T03:00', 'America/Chicago', '2026-03-08T08:00:00.000Z'],
  ['2026-11-01T00:30', 'America/Chicago', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T02:00', 'America/Chicago', '2026-11-01T08:00:00.000Z'],
  ['2026-06-01T00:15', 'Pacific/Kiritimati', '2026-05-31T10:15:00.000Z'],
  ['2026-06-01T06:00', 'Asia/Kathmandu', '2026-06-01T00:15:00.000Z'],
  ['2026-06-01T06:00', 'UTC', '2026-06-01T06:00:00.000Z'],
])('%s in %s is %s, both ways', (text, zone, instant) => {
  expect(instantAt(text, zone)).toBe(instant)
  expect(clockTime(instant, zone)).toBe(text)
})

test('around a clock change: the hour that comes twice is its first, what is left out is the first minute after it', () => {
  expect(instantAt('2026-11-01T01:30', 'America/Chicago')).toBe('2026-11-01T06:30:00.000Z')
  expect(clockTime('2026-11-01T06:30:00Z', 'America/Chicago')).toBe('2026-11-01T01:30')
  expect(clockTime('2026-11-01T07:30:00Z', 'America/Chicago')).toBe('2026-11-01T01:30')
  expect(clockTime(instantAt('2026-03-08T02:30', 'America/Chicago'), 'America/Chicago')).toBe('2026-03-08T03:00')
  expect(clockTime(instantAt('2026-10-04T02:15', 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe(
    '2026-10-04T02:30',
  )
})
