import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { firstMoment, momentAt } from './local-clock.ts'

const at = (local: string, zone: string) => momentAt(local, zone).toISOString().slice(0, 16)

test('a time of the clock is that instant, on both sides of a clock change', () => {
  expect(at('2026-03-07T09:00', 'America/New_York')).toBe('2026-03-07T14:00')
  expect(at('2026-03-08T09:00', 'America/New_York')).toBe('2026-03-08T13:00')
  // The hour that is left out: the first minute after it. The hour that comes twice: the first of both.
  expect(at('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:00')
  expect(at('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30')
  expect(at('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30')
  expect(at('2026-03-29T02:59', 'Europe/Berlin')).toBe('2026-03-29T01:00')
  expect(at('2026-10-25T02:00', 'Europe/Berlin')).toBe('2026-10-25T00:00')
})

test('on every day with a clock change, and no zone is earlier than the first', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'UTC',
  ]
  for (const zone of zones)
    for (let day = DateTime.fromISO('2026-01-01'); day.year === 2026; day = day.plus({ days: 1 }))
      for (const time of ['00:30', '02:00', '02:30', '09:00']) {
        const local = `${day.toISODate()}T${time}`
        const shown = DateTime.fromJSDate(momentAt(local, zone), { zone }).toFormat("yyyy-MM-dd'T'HH:mm")
        expect(shown >= local && shown.slice(0, 10) === local.slice(0, 10), `${local} ${zone} ${shown}`).toBe(true)
        if (time === '09:00') expect(shown).toBe(local)
        expect(firstMoment(local) <= momentAt(local, zone)).toBe(true)
      }
})
