import Holidays from 'date-holidays'
import { describe, expect, test } from 'vitest'
import { civilDays } from './civil-days.ts'
import { observancesOf } from './observances.ts'

const years = Array.from({ length: 12 }, (_, i) => 2024 + i)
const codes = { us: 'US', ca: 'CA', uk: 'GB', au: 'AU' } as const

/** As they are called there, where it differs from here. */
const alias: Record<string, string> = {
  "Washington's Birthday": "Presidents' Day",
  'Thanksgiving Day': 'Thanksgiving',
}
const plain = (name: string) => {
  const base = name.replace(' (substitute day)', '')
  return alias[base] ?? base
}

/** Of the whole country, or of one of its states as well. */
const listed = (code: string, year: number, withStates: boolean) => {
  const national = new Holidays(code).getHolidays(year)
  const states = withStates ? Object.keys(new Holidays().getStates(code) ?? {}) : []
  return [...national, ...states.flatMap(state => new Holidays(code, state).getHolidays(year))].map(
    ({ date, name, type }) => ({ date: date.slice(0, 10), name, type }),
  )
}

describe.each(['us', 'ca', 'uk', 'au'] as const)('civil days of %s', country => {
  test('have every public holiday of the whole country, on its day', () => {
    for (const year of years) {
      const ours = civilDays(year, country)
      for (const { date, name } of listed(codes[country], year, false).filter(({ type }) => type === 'public'))
        expect(
          ours.some(one => one.date === date && one.name.includes(plain(name))),
          `${date} ${name}`,
        ).toBe(true)
    }
  })

  test('have no other days than those of the country and its parts', () => {
    // Kept, but no holiday there: the package doesn't list it.
    const kept = new Set(country === 'uk' || country === 'au' ? ['remembrance'] : [])
    for (const year of years) {
      const theirs = new Set(listed(codes[country], year, true).map(({ date }) => date))
      const dated = civilDays(year, country).filter(({ id }) => !kept.has(id) && !/_(observed|substitute)$/.test(id))
      // The day itself, where the package has only the one that is off instead.
      const isMoved = ({ id }: { id: string }) => id === 'australia_day'
      expect(
        dated.filter(one => !theirs.has(one.date) && !isMoved(one)).map(({ id, date }) => `${date} ${id}`),
      ).toEqual([])
    }
  })
})

const on = (year: number, country: 'us' | 'ca' | 'uk' | 'au', id: string) =>
  civilDays(year, country).find(one => one.id === id)?.date

test('days that are off instead of a day of the weekend', () => {
  expect(on(2023, 'us', 'veterans_day_observed')).toBe('2023-11-10')
  expect(on(2027, 'us', 'new_year_observed')).toBe('2027-12-31') // of 2028
  expect(on(2028, 'us', 'new_year_observed')).toBeUndefined()
  expect(on(2022, 'uk', 'public_christmas_substitute')).toBe('2022-12-27')
  expect([2022, 2023, 2026].map(year => on(year, 'uk', 'january_2_substitute'))).toEqual([
    '2022-01-04',
    '2023-01-03',
    undefined,
  ])
})

test('a public holiday that the tradition keeps that day is listed once', () => {
  const named = (name: string, options: Parameters<typeof observancesOf>[1]) =>
    observancesOf(2026, options)
      .filter(one => one.name === name)
      .map(({ id, date }) => `${id} ${date}`)
  expect(named('Christmas Day', {})).toEqual(['christmas_day 2026-12-25'])
  expect(named('Christmas Day', { tradition: 'none' })).toEqual(['public_christmas 2026-12-25'])
  expect(named('Good Friday', { tradition: 'catholic', country: 'ca' })).toEqual(['good_friday 2026-04-03'])
  expect(named('Good Friday', { tradition: 'orthodox', country: 'ca' })).toEqual(['public_good_friday 2026-04-03'])
})
