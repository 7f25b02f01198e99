import { expect, test } from 'vitest'
import { throttle } from './throttle.ts'

test('so many calls for each key in a window, and then afresh', () => {
  const allow = throttle({ most: 2, ms: 1_000 })
  expect([allow('a', 0), allow('a', 10), allow('a', 999), allow('b', 999)]).toEqual([true, true, false, true])
  expect(allow('a', 1_000)).toBe(true)
})

test('a clock that is set back begins a window anew', () => {
  const allow = throttle({ most: 1, ms: 1_000 })
  expect([allow('a', 500_000), allow('a', 500_010), allow('a', 10), allow('a', 20)]).toEqual([true, false, true, false])
})
