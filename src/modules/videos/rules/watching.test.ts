import { expect, test } from 'vitest'
import { beginningMs, isFinished } from './watching.ts'

test('a film goes on where its viewer stopped, and begins anew for those who hardly began or saw all of it', () => {
  const hour = 3_600_000
  expect(beginningMs(null, hour)).toBe(0)
  expect(beginningMs(9_999, hour)).toBe(0)
  expect(beginningMs(1_200_000, hour)).toBe(1_200_000)
  expect(beginningMs(hour * 0.95, hour)).toBe(0)
  expect(beginningMs(15_000, null)).toBe(15_000)
  // A clip of five seconds.
  expect(beginningMs(400, 5_000)).toBe(0)
  expect(beginningMs(2_500, 5_000)).toBe(2_500)
})

test('the last twentieth counts as the end', () => {
  expect(isFinished(94_999, 100_000)).toBe(false)
  expect(isFinished(95_000, 100_000)).toBe(true)
  expect(isFinished(95_000, null)).toBe(false)
})
