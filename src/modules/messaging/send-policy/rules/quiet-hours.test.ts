import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import overlays from '../data/overlays.json' with { type: 'json' }
import data from '../data/quiet-hours.json' with { type: 'json' }
import { hoursOn, strictStateOf } from './quiet-hours.ts'
import { placeOf } from './regions.ts'
import { asleepUntil, zonesOf } from './zones.ts'

const at = (time: string, zone: string) => DateTime.fromISO(time, { zone })
const until = (time: string, zone: string, states: string[]) => {
  const wakes = asleepUntil(at(time, zone).toJSDate(), [zone], states)
  return wakes && DateTime.fromJSDate(wakes, { zone }).toFormat('ccc HH:mm')
}

test('an overlay is in every zone of the area codes that it overlays', () => {
  const zones = (code: string) => zonesOf(`+1${code}5550100`)
  const pairs = [
    ...overlays.sameArea.flatMap(group => group.split('/').map((code, _, codes) => [code, codes] as const)),
    ...Object.entries(overlays.overlayOf).map(([code, bases]) => [code, bases.split(' ')] as const),
  ]
  for (const [code, bases] of pairs)
    for (const base of bases)
      expect(zones(code), `${code} overlays ${base}`).toEqual(expect.arrayContaining([...zones(base)]))
  for (const [code, base] of [
    '448 850',
    '364 270',
    '930 812',
    '458 541',
    '778 250',
    '729 423',
    '879 709',
    '236 250',
    '672 250',
    '367 418',
  ].map(pair => pair.split(' ') as [string, string])) {
    expect(zones(base).length).toBeGreaterThan(1)
    expect(zones(code), code).toEqual(expect.arrayContaining([...zones(base)]))
  }
})

test('states with stricter hours, each with its law; from the day on which it came into force', () => {
  const chicago = 'America/Chicago'
  expect(until('2026-03-03T20:30', 'America/New_York', [])).toBeUndefined()
  expect(until('2026-03-03T20:30', 'America/New_York', ['FL'])).toBe('Wed 08:00')
  expect(until('2026-03-03T20:30', chicago, ['OK'])).toBe('Wed 08:00')
  expect(until('2026-03-03T20:30', 'America/Los_Angeles', ['WA'])).toBe('Wed 08:00')
  expect(until('2026-03-03T08:30', chicago, ['TX'])).toBe('Tue 09:00')
  expect(until('2026-03-08T11:30', chicago, ['TX'])).toBe('Sun 12:00')
  expect(until('2026-03-07T21:30', chicago, ['TX'])).toBe('Sun 12:00')
  expect(until('2026-03-08T12:30', chicago, ['TX'])).toBeUndefined()
  expect(until('2025-08-24T11:30', chicago, ['TX'])).toBeUndefined()
  expect(until('2026-03-03T09:30', 'America/New_York', ['KY'])).toBe('Tue 10:00')
  // Of two states the later morning and the earlier evening count.
  expect(hoursOn(at('2026-03-03T12:00', chicago), ['CT', 'KY'])).toEqual({ from: 10, until: 20 })
  for (const { state, source, url, from, until } of data.states) {
    expect(source, state).toMatch(/§|Act/)
    expect(url, state).toMatch(/^https:/)
    expect(from > 8 || until < 21, state).toBe(true)
  }
})

test('an area code names its state where that is strict, and an address that is known narrows zones and state', () => {
  expect(strictStateOf('+18505550100')).toBe('FL')
  expect(strictStateOf('+12125550100')).toBeUndefined()
  expect(strictStateOf('+442079460000')).toBeUndefined()
  const place = (region: string, country = '', timeZone: string | null = null) =>
    placeOf({ region, country, timeZone }, 'US')
  expect(place('Washington')).toEqual({ zones: ['America/Los_Angeles'], states: ['WA'] })
  expect(place('FL')).toEqual({ zones: ['America/New_York', 'America/Chicago'], states: ['FL'] })
  expect(place('FL', 'US', 'America/Chicago')).toEqual({ zones: ['America/Chicago'], states: ['FL'] })
  expect(place('', 'Germany')).toEqual({ zones: ['Europe/Berlin'], states: [] })
  expect(place('', '', 'America/Denver')).toEqual({ zones: ['America/Denver'], states: [] })
  expect(place('')).toBeUndefined()
  expect(place('Somewhere')).toBeUndefined()
})
