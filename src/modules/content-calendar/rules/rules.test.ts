import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { easter, orthodoxEaster } from '#church-year/rules/computus.ts'
import { addDays, weekdayOf } from '#church-year/rules/dates.ts'
import { observancesOf } from '#church-year/rules/observances.ts'
import { observanceOn } from '#church-year/rules/seasons.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { calendarFile, type Printable, tableFile } from './files.ts'
import { shiftMonth, weeksOf } from './grid.ts'
import { allVerses, ideasFor } from './ideas.ts'
import { traditions } from './options.ts'
import { planFor } from './plan.ts'
import { dateOf, datesOf } from './recurring.ts'

test('a month has six rows when it needs them, and no day is missing', () => {
  expect(weeksOf('2026-05')).toHaveLength(6)
  expect(weeksOf('2026-02')).toHaveLength(4)
  expect(weeksOf('2026-08', 1)).toHaveLength(6)
  expect(weeksOf('2027-01')[5]).toEqual([
    '2027-01-31',
    '2027-02-01',
    '2027-02-02',
    '2027-02-03',
    '2027-02-04',
    '2027-02-05',
    '2027-02-06',
  ])
  let six = 0
  for (let month = '2026-01'; month <= '2030-12'; month = shiftMonth(month, 1)) {
    const days = weeksOf(month).flat()
    expect(days.every((day, i) => i === 0 || day === addDays(days[i - 1]!, 1))).toBe(true)
    expect(weekdayOf(days[0]!)).toBe(0)
    if (weeksOf(month).length === 6) six++
  }
  expect(six).toBe(13)
  expect([shiftMonth('2026-01', -1), shiftMonth('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
})

/** The method of Meeus, Jones and Butcher, and Meeus's for the Julian calendar: not the one that the product uses. */
function meeus(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`
}
function meeusJulian(year: number): string {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const n = d + e + 114
  const julian = `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`
  const century = Math.floor(year / 100)
  return addDays(julian, century - Math.floor(century / 4) - 2)
}

test('Easter, West and East, from 1900 to 2299 by another method', () => {
  for (let year = 1900; year < 2300; year++) {
    expect(easter(year)).toBe(meeus(year))
    expect(orthodoxEaster(year)).toBe(meeusJulian(year))
  }
})

test('days come back by rule: fixed, nth weekday, from Easter, from Advent, and those of the church', () => {
  expect(dateOf({ kind: 'fixed', month: 2, day: 29 }, 2027)).toBeNull()
  expect(datesOf({ kind: 'fixed', month: 2, day: 29 }, 2024, 5)).toEqual(['2024-02-29', '2028-02-29'])
  expect(dateOf({ kind: 'nth', month: 5, weekday: 0, nth: 2 }, 2026)).toBe('2026-05-10')
  expect(dateOf({ kind: 'nth', month: 2, weekday: 0, nth: 5 }, 2026)).toBeNull()
  expect(dateOf({ kind: 'easter', days: -2, orthodox: false }, 2026)).toBe('2026-04-03')
  expect(dateOf({ kind: 'easter', days: 0, orthodox: true }, 2026)).toBe('2026-04-12')
  expect(dateOf({ kind: 'advent', days: -7 }, 2026)).toBe('2026-11-22')
  // In Holy Week the Annunciation waits until after the second Sunday of Easter.
  expect(dateOf({ kind: 'observance', id: 'annunciation', tradition: 'western' }, 2024)).toBe('2024-04-08')
})

test('every principal day of every tradition has three ideas and a verse that exists', () => {
  for (const tradition of traditions)
    for (const { date, kind } of observancesOf(2026, { tradition }))
      if (kind === 'principal') {
        const { ideas, verses } = ideasFor(observanceOn(date, { tradition }))
        expect(ideas.length).toBeGreaterThanOrEqual(3)
        expect(verses.length).toBeGreaterThanOrEqual(1)
      }
  for (const verse of allVerses) expect(parsePassages(verse), verse).toHaveLength(1)
})

test('a plan for Lent keeps its rhythm, its mix and the quiet days, and is the same again', () => {
  const lent = { from: '2026-02-18', to: '2026-04-04', perWeek: 3, tradition: 'western', country: 'us' } as const
  const plan = planFor({ ...lent, keepQuiet: true })
  expect(plan).toEqual(planFor({ ...lent, keepQuiet: true }))
  expect(plan.every(({ date }) => [1, 3, 5].includes(weekdayOf(date)))).toBe(true)
  expect(plan.map(({ date }) => date)).not.toContain('2026-04-03')
  expect(planFor({ ...lent, keepQuiet: false }).map(({ date }) => date)).toContain('2026-04-03')
  expect(plan[0]).toMatchObject({ date: '2026-02-18', title: 'Ash Wednesday', slot: 'plan 2026-02-18' })
  const ten = plan.slice(0, 10).map(({ pillar }) => pillar)
  expect(['benefit', 'community', 'invitation'].map(one => ten.filter(pillar => pillar === one).length)).toEqual([
    5, 3, 2,
  ])
})

const item = (changes: Partial<Printable>): Printable => ({
  key: 'entry-1-2026-02-28',
  title: 'Food drive',
  description: '',
  date: '2026-02-28',
  endDate: null,
  type: 'Event',
  source: 'Content',
  verses: [],
  updatedAt: new Date('2026-01-05T10:00:00Z'),
  ...changes,
})

test('another program reads the calendar: whole days, folded at 75 octets, emoji whole', () => {
  const title = `🎄 Christmas market; bring a friend, or two ${'🕯️'.repeat(30)}`
  const text = calendarFile('Grace content calendar', [item({ title, endDate: '2026-03-01', verses: ['Isaiah 9:2'] })])
  expect(text.endsWith('END:VCALENDAR')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(event!.getFirstPropertyValue('summary')).toBe(title)
  expect(String(event!.getFirstPropertyValue('dtstart'))).toBe('2026-02-28')
  expect(String(event!.getFirstPropertyValue('dtend'))).toBe('2026-03-02')
  expect(text).toContain('DTSTART;VALUE=DATE:20260228')
  expect(text).toContain('DTSTAMP:20260105T100000Z')
  expect(event!.getFirstPropertyValue('description')).toBe('Isaiah 9:2')
})

test('a spreadsheet gets a row for each, and no formula', () => {
  const text = tableFile([item({ title: '=HYPERLINK("x")', verses: ['Isaiah 9:2', 'Luke 2:10'] })])
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text).toContain('Isaiah 9:2; Luke 2:10')
})
