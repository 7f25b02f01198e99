import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { officeClock, wakingClock } from './church-hours.ts'

const zone = 'America/Chicago'
const nows = ['2026-11-22T03:07', '2026-11-22T08:16', '2026-11-20T13:30', '2026-11-21T23:59'].map(text =>
  DateTime.fromISO(text, { zone }).toJSDate(),
)
const agos = Array.from({ length: 900 }, (_, n) => n * 3_700_000)
const local = (at: Date) => DateTime.fromJSDate(at, { zone })

test.each(nows)('at %s nothing of the demo is at night, in the future or out of order', now => {
  const times = agos.map(wakingClock(now, zone))
  for (const [i, time] of times.entries()) {
    const minute = local(time).hour * 60 + local(time).minute
    expect(minute).toBeGreaterThanOrEqual(8 * 60 + 15)
    expect(minute).toBeLessThanOrEqual(20 * 60 + 15)
    expect(time.getTime()).toBeLessThanOrEqual(now.getTime())
    if (i > 0) expect(time.getTime()).toBeLessThan(times[i - 1]!.getTime())
  }
})

test.each(nows)('at %s every call was in office hours or on a Sunday morning', now => {
  for (const time of agos.map(officeClock(now, zone))) {
    const { weekday, hour } = local(time)
    expect(weekday).not.toBe(6)
    expect(hour).toBeGreaterThanOrEqual(weekday === 7 ? 8 : 9)
    expect(hour).toBeLessThan(weekday === 7 ? 13 : 18)
    expect(time.getTime()).toBeLessThanOrEqual(now.getTime())
  }
})

test('a day ago is the day before, at the same place in the day', () => {
  const now = nows[2]!
  expect(local(wakingClock(now, zone)(86_400_000)).toISO()).toBe('2026-11-19T13:30:00.000-06:00')
})
