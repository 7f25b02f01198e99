import { expect, test } from 'vitest'
import { adventOf, easter, orthodoxEaster } from './computus.ts'
import { addDays, weekdayOf } from './dates.ts'
import { oneYearReadings, properOf, rclYear } from './lectionary.ts'
import { nearestSunday, type Options, observancesOf, quietDaysOf } from './observances.ts'
import { observanceOn, seasonOf } from './seasons.ts'

const on = (year: number, id: string, options?: Options) =>
  observancesOf(year, options)
    .find(one => one.id === id)
    ?.date.slice(5)

test.each([
  [2024, '02-14', '03-24', '03-31', '05-09', '05-19', '05-26', '12-01', '05-05', 'BC'],
  [2025, '03-05', '04-13', '04-20', '05-29', '06-08', '06-15', '11-30', '04-20', 'CA'],
  [2026, '02-18', '03-29', '04-05', '05-14', '05-24', '05-31', '11-29', '04-12', 'AB'],
  [2027, '02-10', '03-21', '03-28', '05-06', '05-16', '05-23', '11-28', '05-02', 'BC'],
  [2028, '03-01', '04-09', '04-16', '05-25', '06-04', '06-11', '12-03', '04-16', 'CA'],
  [2029, '02-14', '03-25', '04-01', '05-10', '05-20', '05-27', '12-02', '04-08', 'AB'],
  [2030, '03-06', '04-14', '04-21', '05-30', '06-09', '06-16', '12-01', '04-28', 'BC'],
  [2031, '02-26', '04-06', '04-13', '05-22', '06-01', '06-08', '11-30', '04-13', 'CA'],
  [2032, '02-11', '03-21', '03-28', '05-06', '05-16', '05-23', '11-28', '05-02', 'AB'],
  [2033, '03-02', '04-10', '04-17', '05-26', '06-05', '06-12', '11-27', '04-24', 'BC'],
  [2034, '02-22', '04-02', '04-09', '05-18', '05-28', '06-04', '12-03', '04-09', 'CA'],
  [2035, '02-07', '03-18', '03-25', '05-03', '05-13', '05-20', '12-02', '04-29', 'AB'],
] as const)(
  'the movable days of %i',
  (year, ash, palm, day, ascension, pentecost, trinity, advent, orthodox, letters) => {
    const ids = ['ash_wednesday', 'palm_sunday', 'easter', 'ascension', 'pentecost', 'trinity', 'advent_1']
    expect(ids.map(id => on(year, id))).toEqual([ash, palm, day, ascension, pentecost, trinity, advent])
    expect(on(year, 'easter', { tradition: 'orthodox' })).toBe(orthodox)
    const first = adventOf(year)
    expect(rclYear(addDays(first, -1)) + rclYear(first)).toBe(letters)
  },
)

test('both Easters are Sundays of spring in every year, the Western one from 22 March to 25 April', () => {
  for (let year = 1600; year < 3000; year++) {
    const western = easter(year)
    expect(weekdayOf(western)).toBe(0)
    expect(western.slice(5) >= '03-22' && western.slice(5) <= '04-25').toBe(true)
    expect(weekdayOf(orthodoxEaster(year))).toBe(0)
    expect(weekdayOf(adventOf(year))).toBe(0)
  }
})

test('Propers run from the Sunday after Trinity Sunday to the Reign of Christ', () => {
  expect(properOf('2000-06-25')).toBe(7)
  expect(properOf('2026-06-07')).toBe(5)
  expect(properOf('2026-11-22')).toBe(29)
  expect([properOf('2026-05-31'), properOf('2026-11-29'), properOf('2026-06-08')]).toEqual([null, null, null])
  for (let year = 2000; year < 2100; year++) expect(properOf(addDays(adventOf(year), -7))).toBe(29)
})

test('the Annunciation leaves Holy Week and Easter Week', () => {
  expect(on(2026, 'annunciation')).toBe('03-25')
  expect(on(2024, 'annunciation')).toBe('04-08') // Monday of Holy Week
  expect(on(2035, 'annunciation')).toBe('04-02') // Easter Sunday itself
  expect(on(2027, 'annunciation')).toBe('04-05') // Maundy Thursday
})

test.each(['western', 'catholic', 'anglican'] as const)('the Annunciation leaves a Sunday of Lent: %s', tradition => {
  expect(on(2001, 'annunciation', { tradition })).toBe('03-26') // Laetare
  expect(on(2012, 'annunciation', { tradition })).toBe('03-26') // 5th Sunday in Lent
  expect(on(2018, 'annunciation', { tradition })).toBe('04-09') // Palm Sunday
  expect(on(2029, 'annunciation', { tradition })).toBe('04-09') // Palm Sunday
  expect(on(2012, 'annunciation', { tradition: 'orthodox' })).toBe('03-25')
})

test.each([
  ['western', 'Reign of Christ'],
  ['catholic', 'Christ the King'],
  ['anglican', 'Christ the King'],
] as const)('the last Sunday before Advent of the %s calendar is %s', (tradition, name) => {
  for (const [year, date] of [
    [2025, '2025-11-23'],
    [2026, '2026-11-22'],
    [2028, '2028-11-26'],
  ] as const)
    expect(observancesOf(year, { tradition }).find(one => one.id === 'reign_of_christ')).toMatchObject({ name, date })
  expect(on(2026, 'reign_of_christ', { tradition: 'orthodox' })).toBeUndefined()
})

test('feasts that a church may keep on a Sunday', () => {
  const days = (year: number, onSundays: boolean) =>
    ['epiphany', 'reformation', 'all_saints'].map(id => on(year, id, { onSundays }))
  expect(days(2026, false)).toEqual(['01-06', '10-31', '11-01'])
  expect(days(2026, true)).toEqual(['01-04', '10-25', '11-01'])
  expect(days(2027, true)).toEqual(['01-03', '10-31', '11-07'])
  expect(on(2026, 'transfiguration')).toBe('02-15')
  expect(on(2026, 'transfiguration', { tradition: 'catholic' })).toBe('08-06')
  expect(on(2026, 'baptism_of_the_lord')).toBe('01-11')
})

test('church life and civil days follow their weekdays', () => {
  const ids = ['world_day_of_prayer', 'national_day_of_prayer', 'world_communion_sunday', 'pastor_appreciation', 'idop']
  expect(ids.map(id => on(2026, id))).toEqual(['03-06', '05-07', '10-04', '10-11', '11-01'])
  const civil = ['mothers_day', 'memorial_day', 'fathers_day', 'labor_day', 'thanksgiving', 'giving_tuesday']
  expect(civil.map(id => on(2026, id))).toEqual(['05-10', '05-25', '06-21', '09-07', '11-26', '12-01'])
  expect(on(2026, 'thanksgiving', { country: 'ca' })).toBe('10-12')
  expect(on(2026, 'mothering_sunday', { country: 'uk' })).toBe('03-15')
  expect(on(2026, 'thanksgiving', { country: 'none' })).toBeUndefined()
  expect(observancesOf(2026, { tradition: 'none' }).every(one => one.kind === 'civil')).toBe(true)
  expect(nearestSunday('2026-07-04')).toBe('2026-07-05')
  expect(nearestSunday('2026-11-11')).toBe('2026-11-08')
})

test.each([
  ['2026-11-29', 'advent', 1, 'purple'],
  ['2026-12-13', 'advent', 3, 'rose'],
  ['2026-12-24', 'advent', 4, 'white'],
  ['2027-01-02', 'christmas', 2, 'white'],
  ['2026-01-06', 'epiphany', 1, 'white'],
  ['2026-02-17', 'epiphany', 7, 'green'],
  ['2026-02-18', 'lent', 0, 'purple'],
  ['2026-03-15', 'lent', 4, 'rose'],
  ['2026-03-29', 'lent', 6, 'red'],
  ['2026-04-03', 'lent', 6, 'black'],
  ['2026-04-05', 'easter', 1, 'white'],
  ['2026-05-24', 'easter', 8, 'red'],
  ['2026-05-25', 'ordinary', 1, 'green'],
  ['2026-08-09', 'ordinary', 12, 'green'],
  ['2026-11-22', 'ordinary', 27, 'white'],
] as const)('%s is %s, week %i, %s', (date, season, week, color) => {
  expect(observanceOn(date)).toMatchObject({ season, week, colors: expect.arrayContaining([color]) })
  expect(observanceOn(date).colors[0]).toBe(color)
})

test('a week of prayer is found on each of its days, and Pre-Lent is Anglican', () => {
  expect(observanceOn('2026-01-20').observances.map(one => one.id)).toEqual(['unity_week'])
  expect(seasonOf('2026-02-08', { tradition: 'anglican' }).season).toBe('pre-lent')
  expect(seasonOf('2026-02-08').season).toBe('epiphany')
})

test('one-year readings of Sundays and feasts', () => {
  const gospels = (date: string) => oneYearReadings(date).map(row => `${row.id} ${row.gospel}`)
  expect(gospels('2026-11-29')).toEqual(['advent_1 Matt 21:1-13'])
  expect(gospels('2026-12-25')).toEqual(['christmas_day John 1:1-14'])
  expect(gospels('2027-12-26').map(text => text.split(' ')[0])).toEqual(['christmas_1', 'st_stephen'])
  expect(gospels('2026-01-04')[0]).toMatch('circumcision')
  expect(gospels('2026-01-11')).toEqual(['epiphany_1 Luke 2:41-52'])
  expect(gospels('2026-02-01')).toEqual(['septuagesima Matt 20:1-16'])
  expect(gospels('2026-04-05')).toEqual(['easter_day John 20:1-10'])
  expect(gospels('2026-05-24')).toEqual(['whitsunday John 14:15-31'])
  expect(gospels('2026-06-07')).toEqual(['trinity_1 Luke 16:19-31'])
  expect(gospels('2026-11-22')).toEqual(['next_before_advent John 6:5-14'])
  expect(gospels('2026-06-09')).toEqual([])
})

test('a long year borrows from the end of Epiphany, and every Sunday has readings', () => {
  // Easter on 22 March (1818) leaves 27 Sundays after Trinity.
  const trinity = addDays(easter(1818), 56)
  const ids = [24, 25, 26, 27].map(nth => oneYearReadings(addDays(trinity, nth * 7))[0]!.id)
  expect(ids).toEqual(['trinity_24', 'epiphany_5', 'epiphany_6', 'next_before_advent'])
  expect(oneYearReadings(addDays(addDays(easter(2027), 56), 175))[0]!.id).toBe('epiphany_6')
  for (let date = '2000-01-02'; date < '2100-01-01'; date = addDays(date, 7))
    expect(oneYearReadings(date), date).not.toHaveLength(0)
})

test('quiet days', () => {
  expect(quietDaysOf(2026)).toEqual(['2026-04-03', '2026-04-04', '2026-04-05', '2026-12-24', '2026-12-25'])
})
