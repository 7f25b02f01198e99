import { expect, test } from 'vitest'
import { isOnCall, pagedIn } from './shifts.ts'

const zone = 'America/Chicago'
const at = (iso: string) => new Date(`${iso}-06:00`)

test.each([
  ['2026-11-23T10:00:00', [1], 540, 1_020, true],
  ['2026-11-23T08:59:00', [1], 540, 1_020, false],
  ['2026-11-23T17:00:00', [1], 540, 1_020, false],
  ['2026-11-23T23:30:00', [1], 1_320, 360, true],
  ['2026-11-24T05:59:00', [1], 1_320, 360, true],
  ['2026-11-24T06:00:00', [1], 1_320, 360, false],
  ['2026-11-22T12:00:00', [0], 0, 0, true],
  ['2026-11-23T00:00:00', [0], 0, 0, false],
])('%s, days %j from %i until %i: %s', (iso, weekdays, fromMinute, untilMinute, expected) => {
  expect(isOnCall({ userId: 'a', weekdays, fromMinute, untilMinute }, at(iso), zone)).toBe(expected)
})

test('the one on call goes first, then the rota, then pastors and owners; an empty rota is the owners', () => {
  const all = { pastors: ['p'], owners: ['o'] }
  const shifts = [
    { userId: 'day', weekdays: [1], fromMinute: 480, untilMinute: 1_200 },
    { userId: 'night', weekdays: [1], fromMinute: 1_200, untilMinute: 480 },
  ]
  const noon = at('2026-11-23T12:00:00')
  expect(pagedIn(0, shifts, all, noon, zone)).toEqual(['day'])
  expect(pagedIn(1, shifts, all, noon, zone)).toEqual(['day', 'night'])
  expect(pagedIn(2, shifts, all, noon, zone)).toEqual(['day', 'night', 'p', 'o'])
  expect(pagedIn(0, [], all, noon, zone)).toEqual(['o'])
})
