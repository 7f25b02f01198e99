import { expect, test } from 'vitest'
import { isCardTesting, type Tries } from './card-testing.ts'

const none: Tries = { deviceDeclines: 0, deviceCards: 0, networkDeclines: 0, networkOpen: 0 }

test('declines and declined cards of a device are counted, a kiosk has room for many people, and a network for a congregation', () => {
  expect(isCardTesting({ ...none, networkOpen: 500, networkDeclines: 25 }, false)).toBe(false)
  expect(isCardTesting({ ...none, deviceDeclines: 15 }, false)).toBe(true)
  expect(isCardTesting({ ...none, deviceDeclines: 15 }, true)).toBe(false)
  expect(isCardTesting({ ...none, deviceDeclines: 60 }, true)).toBe(true)
  expect(isCardTesting({ ...none, deviceDeclines: 10, deviceCards: 10 }, false)).toBe(true)
  expect(isCardTesting({ ...none, networkDeclines: 150 }, false)).toBe(true)
})
