import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { defaultCompliance } from '#call-rules/rules/defaults.ts'
import { phonePrefixes, zonesOf } from '#messaging/send-policy/rules/zones.ts'
import { federalHolidays } from './holidays.ts'
import { type CallWindow, callStateOf, EMERGENCY_WINDOW, nextCallMoment } from './window.ts'

const { from, until, days, holidays, closedOn, byState } = defaultCompliance
const window: CallWindow = { from, until, days, holidays, closedOn, byState }
const at = (text: string) => new Date(text)
const next = (now: string, zones: string[], states: string[] = [], change: Partial<CallWindow> = {}) =>
  nextCallMoment(at(now), { zones, states }, { ...window, ...change })?.toISOString()

const florida = ['America/New_York', 'America/Chicago']

test('every zone of the number counts: 850 is Eastern and Central', () => {
  expect([...zonesOf('+18505550100')].sort()).toEqual([...florida].sort())
  expect(next('2027-01-13T21:30:00Z', florida)).toBe('2027-01-13T21:30:00.000Z')
  expect(next('2027-01-13T14:30:00Z', florida)).toBe('2027-01-13T15:00:00.000Z')
  expect(next('2027-01-13T22:30:00Z', florida)).toBe('2027-01-14T15:00:00.000Z')
  expect(next('2027-01-16T18:00:00Z', florida)).toBe('2027-01-19T15:00:00.000Z') // Monday is a holiday
  expect(next('2027-01-13T16:30:00Z', ['America/Denver'])).toBe('2027-01-13T16:30:00.000Z')
})

test('laws of states clamp a wider window, and a Sunday that is none', () => {
  const wide = { from: '08:00', until: '21:00', days: [1, 2, 3, 4, 5, 6, 7], holidays: false }
  const nine = '2027-01-14T02:30:00Z' // Wednesday 20:30 in Chicago
  expect(next(nine, ['America/Chicago'], [], wide)).toBe('2027-01-14T02:30:00.000Z')
  expect(next(nine, ['America/Chicago'], ['FL'], wide)).toBe('2027-01-14T14:00:00.000Z')
  expect(next(nine, ['America/Chicago'], ['FL'], { ...wide, byState: false })).toBe('2027-01-14T02:30:00.000Z')
  expect(next('2027-01-17T18:00:00Z', ['America/Chicago'], ['AL'], wide)).toBe('2027-01-19T14:00:00.000Z')
  expect(next('2027-01-16T18:00:00Z', ['America/New_York'], ['ME'], wide)).toBe('2027-01-18T14:00:00.000Z')
  expect(callStateOf('+12075550100')).toBe('ME')
})

test('an emergency comes on any day, and lets people sleep', () => {
  const place = { zones: ['America/Chicago'], states: ['AL'] }
  const night = nextCallMoment(at('2027-01-17T09:00:00Z'), place, EMERGENCY_WINDOW, true)
  expect(night?.toISOString()).toBe('2027-01-17T12:00:00.000Z')
  const sunday = nextCallMoment(at('2027-01-17T13:00:00Z'), place, EMERGENCY_WINDOW, true)
  expect(sunday?.toISOString()).toBe('2027-01-17T13:00:00.000Z')
})

test('an hour that no zone shares is never found, and said so', () => {
  expect(
    next('2027-01-13T18:00:00Z', ['Pacific/Guam', 'America/New_York'], [], { from: '12:00', until: '13:00' }),
  ).toBeUndefined()
})

test('federal holidays, as observed', () => {
  expect([...federalHolidays(2027)].sort()).toEqual([
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-05-31',
    '2027-06-18',
    '2027-06-19',
    '2027-07-04',
    '2027-07-05',
    '2027-09-06',
    '2027-10-11',
    '2027-11-11',
    '2027-11-25',
    '2027-12-24',
    '2027-12-25',
    '2027-12-31',
  ])
})

test('no moment outside of the window, for every prefix and zone, each hour around both clock changes', () => {
  const american = phonePrefixes().filter(prefix => prefix.startsWith('1'))
  const places = new Map<string, { zones: string[]; states: string[] }>()
  for (const prefix of american) {
    const number = `+${prefix.padEnd(11, '5')}`
    const zones = [...zonesOf(number)]
    const state = callStateOf(number)
    places.set(`${zones} ${state}`, { zones, states: state ? [state] : [] })
  }
  expect(places.size).toBeGreaterThan(20)
  let checked = 0
  for (const start of ['2027-03-12T00:00:00Z', '2027-11-05T00:00:00Z'])
    for (let hour = 0; hour < 24 * 5; hour++) {
      const now = new Date(at(start).getTime() + hour * 3_600_000 + 17 * 60_000)
      for (const place of places.values()) {
        const moment = nextCallMoment(now, place, window)
        if (!moment) continue
        expect(moment.getTime()).toBeGreaterThanOrEqual(now.getTime())
        for (const zone of place.zones) {
          const here = DateTime.fromJSDate(moment, { zone })
          const minute = here.hour * 60 + here.minute
          if (here.weekday > 5 || minute < 540 || minute >= 1_020 || federalHolidays(here.year).has(here.toISODate()!))
            throw new Error(`${now.toISOString()} ${zone}: ${here.toISO()}`)
          checked++
        }
      }
    }
  expect(checked).toBeGreaterThan(10_000)
})
