import { describe, expect, test } from 'vitest'
import { type Demand, freeTimes, nextHost } from './free-times.ts'
import { intersection, merged, openSpans, type Span, usualWeek } from './hours.ts'

const HOUR = 3_600_000
const at = (iso: string) => Date.parse(iso)
const demand = (change: Partial<Demand> = {}): Demand => ({
  duration: 60,
  bufferBefore: 0,
  bufferAfter: 0,
  step: 60,
  from: at('2026-12-01T00:00Z'),
  to: at('2026-12-02T00:00Z'),
  timeZone: 'UTC',
  hosts: [{ id: 'ann', open: [[at('2026-12-01T09:00Z'), at('2026-12-01T12:00Z')]], busy: [] }],
  together: false,
  rooms: [],
  equipment: [],
  ...change,
})
const host = (id: string, busy: Span[] = [], open: Span = [at('2026-12-01T09:00Z'), at('2026-12-01T12:00Z')]) => ({
  id,
  busy,
  open: [open],
})
const clocks = (given: Demand) => freeTimes(given).map(({ start }) => new Date(start).toISOString().slice(11, 16))

test('back to back is free, an overlap of a minute is not, and buffers count on both sides', () => {
  const busy: Span[] = [[at('2026-12-01T10:00Z'), at('2026-12-01T11:00Z')]]
  expect(clocks(demand({ hosts: [host('ann', busy)] }))).toEqual(['09:00', '11:00'])
  expect(clocks(demand({ hosts: [host('ann', [[busy[0]![0] - 60_000, busy[0]![1]]])] }))).toEqual(['11:00'])
  expect(clocks(demand({ hosts: [host('ann', busy)], bufferAfter: 15 }))).toEqual(['11:00'])
  expect(clocks(demand({ hosts: [host('ann', busy)], bufferBefore: 15 }))).toEqual(['09:00'])
})

test('one of several hosts is enough, all of them where they meet together, and the room must be free as well', () => {
  const [ann, ben] = [
    host('ann', [[at('2026-12-01T09:00Z'), at('2026-12-01T10:00Z')]]),
    host('ben', [[at('2026-12-01T11:00Z'), at('2026-12-01T12:00Z')]]),
  ]
  expect(freeTimes(demand({ hosts: [ann, ben] })).map(one => one.hostIds)).toEqual([['ben'], ['ann', 'ben'], ['ann']])
  expect(clocks(demand({ hosts: [ann, ben], together: true }))).toEqual(['10:00'])
  const room = { id: 'room', busy: [[at('2026-12-01T10:00Z'), at('2026-12-01T11:00Z')] as Span] }
  expect(clocks(demand({ hosts: [ann, ben], rooms: [room] }))).toEqual(['09:00', '11:00'])
  expect(clocks(demand({ hosts: [ann, ben], rooms: [room, { id: 'other', busy: [] }] }))).toEqual([
    '09:00',
    '10:00',
    '11:00',
  ])
  expect(clocks(demand({ hosts: [ann, ben], equipment: [room] }))).toEqual(['09:00', '11:00'])
  expect(
    clocks(
      demand({
        rooms: [
          { ...room, busy: [], setup: 30, teardown: 0, open: [[at('2026-12-01T09:00Z'), at('2026-12-01T12:00Z')]] },
        ],
      }),
    ),
  ).toEqual(['09:00', '10:00', '11:00'])
})

test('the second adult is someone other than the host', () => {
  const [ann, ben] = [host('ann'), host('ben', [[at('2026-12-01T09:00Z'), at('2026-12-01T11:00Z')]])]
  expect(clocks(demand({ hosts: [ann], seconds: [ann] }))).toEqual([])
  expect(clocks(demand({ hosts: [ann], seconds: [ann, ben] }))).toEqual(['11:00'])
})

test('a day that is full offers no more', () => {
  const perDay = new Map([['2026-12-01', 2]])
  expect(clocks(demand({ dailyLimit: 2, perDay }))).toEqual([])
  expect(clocks(demand({ dailyLimit: 3, perDay }))).toHaveLength(3)
})

describe('hours are those of the wall', () => {
  const zones = [
    'America/New_York',
    'America/Chicago',
    'America/Vancouver',
    'Europe/London',
    'Australia/Sydney',
    'Australia/Lord_Howe',
  ]
  test.each(zones)('9:00 stays 9:00 on every day of a year in %s', timeZone => {
    const open = openSpans(
      { weekly: Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }]), timeZone },
      at('2026-01-01T00:00Z'),
      at('2027-01-01T00:00Z'),
    )
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    const whole = open.slice(1, -1)
    expect(whole.length).toBeGreaterThan(360)
    expect(new Set(whole.map(([from]) => clock.format(from)))).toEqual(new Set(['09:00']))
    expect(new Set(whole.map(([, to]) => clock.format(to)))).toEqual(new Set(['17:00']))
    expect(new Set(whole.map(([from, to]) => to - from))).toEqual(new Set([8 * HOUR]))
  })

  test('a day that is open all day has 23 or 25 hours where the clocks change', () => {
    const week = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }])
    const hoursOn = (date: string) =>
      openSpans(
        { weekly: week.map((day, i) => (i === 0 ? day : [])), timeZone: 'America/Chicago' },
        at(`${date}T00:00-06:00`),
        at(`${date}T00:00-06:00`) + 30 * HOUR,
      ).reduce((sum, [from, to]) => sum + (to - from) / HOUR, 0)
    expect([hoursOn('2026-03-08'), hoursOn('2026-11-01'), hoursOn('2026-11-08')]).toEqual([23, 25, 24])
  })

  test('a date of its own replaces the week, and a host who travels lives by other clocks', () => {
    const from = at('2026-12-07T00:00-06:00')
    const spans = openSpans(
      {
        weekly: usualWeek,
        overrides: [
          { date: '2026-12-08', openings: [] },
          { date: '2026-12-09', openings: [{ from: '13:00', to: '14:00' }] },
        ],
        travel: [{ from: '2026-12-10', to: '2026-12-10', timeZone: 'America/New_York' }],
        timeZone: 'America/Chicago',
      },
      from,
      from + 5 * 24 * HOUR,
    )
    expect(spans.map(([a, b]) => [new Date(a).toISOString(), (b - a) / HOUR])).toEqual([
      ['2026-12-07T15:00:00.000Z', 8],
      ['2026-12-09T19:00:00.000Z', 1],
      ['2026-12-10T14:00:00.000Z', 8],
      ['2026-12-11T15:00:00.000Z', 8],
    ])
  })
})

test('spans that touch become one; what two have in common is what both have', () => {
  expect(
    merged([
      [5, 7],
      [1, 2],
      [2, 4],
      [6, 8],
    ]),
  ).toEqual([
    [1, 4],
    [5, 8],
  ])
  expect(
    intersection(
      [
        [1, 5],
        [8, 10],
      ],
      [
        [2, 3],
        [4, 9],
      ],
    ),
  ).toEqual([
    [2, 3],
    [4, 5],
    [8, 9],
  ])
})

test('the lightest load for its weight is next, then priority, then who waited longest', () => {
  const turn = (id: string, load: number, rest = {}) => ({ id, load, weight: 1, priority: 0, last: 0, ...rest })
  expect(nextHost([turn('ann', 2), turn('ben', 1)], ['ann', 'ben'])).toBe('ben')
  expect(nextHost([turn('ann', 2, { weight: 4 }), turn('ben', 1)], ['ann', 'ben'])).toBe('ann')
  expect(nextHost([turn('ann', 0, { weight: 0 }), turn('ben', 9)], ['ann', 'ben'])).toBe('ben')
  expect(nextHost([turn('ann', 1), turn('ben', 1, { priority: 5 })], ['ann', 'ben'])).toBe('ben')
  expect(nextHost([turn('ann', 1, { last: 9 }), turn('ben', 1, { last: 3 })], ['ann', 'ben'])).toBe('ben')
  expect(nextHost([turn('ann', 0), turn('ben', 1)], ['ben'])).toBe('ben')
})
