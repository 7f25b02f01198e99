import { expect, test } from 'vitest'
import { zoneOf } from './regions.ts'

const church = { timeZone: 'America/Chicago', country: 'US' }
const zone = (region: string, country = '', timeZone: string | null = null) =>
  zoneOf({ timeZone, region, country }, church)

test('what was said counts, then the address, then the church; of several zones the church’s, else where most live', () => {
  expect(zone('NY', 'US', 'Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(zone('NY')).toBe('America/New_York')
  expect(zone('new york', 'U.S.A.')).toBe('America/New_York')
  expect(zone('Hawaii', 'United States')).toBe('Pacific/Honolulu')
  expect(zone('TX')).toBe('America/Chicago')
  expect(zone('FL')).toBe('America/Chicago')
  expect(zoneOf({ timeZone: null, region: 'FL', country: '' }, { timeZone: 'Europe/Berlin', country: 'US' })).toBe(
    'America/New_York',
  )
  expect(zone('Ontario', 'Canada')).toBe('America/Toronto')
  expect(zone('', 'Germany')).toBe('Europe/Berlin')
  expect(zone('', 'GB')).toBe('Europe/London')
  // Nobody knows where in the United States, in Brazil, or what that is.
  for (const [region, country] of [
    ['', 'US'],
    ['', 'Brazil'],
    ['x', 'Narnia'],
    ['Somewhere', ''],
    ['', ''],
  ] as const)
    expect(zone(region, country), `${region} ${country}`).toBe('America/Chicago')
})
