import { expect, test } from 'vitest'
import { quietTimeAt } from './quiet-times.ts'
import { quietTimeUntil } from './quiet-words.ts'

const zone = 'America/Chicago'
const until = (now: string) => quietTimeAt(new Date(now), zone)?.until.toISOString()

test('Sundays are quiet from eight to noon by the church’s clocks, on the days that clocks change too', () => {
  expect(until('2026-11-22T13:59:59Z')).toBeUndefined()
  expect(until('2026-11-22T14:00:00Z')).toBe('2026-11-22T18:00:00.000Z')
  expect(until('2026-11-22T17:59:59Z')).toBe('2026-11-22T18:00:00.000Z')
  expect(until('2026-11-22T18:00:00Z')).toBeUndefined()
  // Clocks went on an hour at 2:00, and went back.
  expect(until('2026-03-08T13:00:00Z')).toBe('2026-03-08T17:00:00.000Z')
  expect(until('2026-11-01T14:00:00Z')).toBe('2026-11-01T18:00:00.000Z')
  expect(until('2026-11-23T15:00:00Z')).toBeUndefined()
})

test('Good Friday is quiet until the next morning', () => {
  expect(until('2026-04-03T04:59:00Z')).toBeUndefined()
  for (const now of ['2026-04-03T05:00:00Z', '2026-04-03T20:00:00Z', '2026-04-04T12:59:00Z'])
    expect(until(now), now).toBe('2026-04-04T13:00:00.000Z')
  expect(until('2026-04-04T13:00:00Z')).toBeUndefined()
})

test('the end of a quiet time says which it was', () => {
  expect(quietTimeUntil(new Date('2026-11-22T18:00:00Z'), zone)).toBe('sunday')
  expect(quietTimeUntil(new Date('2026-04-04T13:00:00Z'), zone)).toBe('good_friday')
  expect(quietTimeUntil(new Date('2026-11-23T14:00:00Z'), zone)).toBeUndefined()
})
