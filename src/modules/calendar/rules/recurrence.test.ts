import { describe, expect, test } from 'vitest'
import { occurrences, ruleProblem } from './recurrence.ts'

const between = (series: Parameters<typeof occurrences>[0], from: string, to: string) =>
  occurrences(series, new Date(from), new Date(to))

describe('every Sunday at nine is at nine, whatever the clocks do', () => {
  const zones = [
    'America/New_York',
    'America/Chicago',
    'America/Vancouver',
    'Europe/London',
    'Australia/Sydney',
    'Australia/Lord_Howe',
  ]
  test.each(zones)('%s', timeZone => {
    const all = between(
      { rule: 'FREQ=WEEKLY;BYDAY=SU', startLocal: '2026-01-04T09:00', timeZone },
      '2026-01-01T00:00Z',
      '2027-01-01T00:00Z',
    )
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
    expect(all).toHaveLength(52)
    expect(new Set(all.map(one => clock.format(one.startsAt)))).toEqual(new Set([clock.format(all[0]!.startsAt)]))
    expect(clock.format(all[0]!.startsAt)).toContain('09:00')
    // Both changes lie within the year: the distance in UTC is not always a week.
    expect(
      new Set(all.slice(1).map((one, i) => one.startsAt.getTime() - all[i]!.startsAt.getTime())).size,
    ).toBeGreaterThan(1)
  })
})

test('what the clocks leave out is the first minute after, and nothing drifts behind it', () => {
  const all = between(
    { rule: 'FREQ=DAILY', startLocal: '2026-03-07T02:30', timeZone: 'America/New_York' },
    '2026-03-06T00:00Z',
    '2026-03-10T12:00Z',
  )
  expect(all.map(one => one.startsAt.toISOString())).toEqual([
    '2026-03-07T07:30:00.000Z',
    '2026-03-08T07:00:00.000Z',
    '2026-03-09T06:30:00.000Z',
    '2026-03-10T06:30:00.000Z',
  ])
})

test('an hour that comes twice is meant the first time', () => {
  const [only] = between(
    { rule: 'FREQ=YEARLY', startLocal: '2026-11-01T01:30', timeZone: 'America/New_York' },
    '2026-10-31T00:00Z',
    '2026-11-03T00:00Z',
  )
  expect(only!.startsAt.toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

test('exceptions are left out, and the first day counts only if the rule means it', () => {
  const series = {
    rule: 'FREQ=WEEKLY;BYDAY=TU',
    startLocal: '2026-12-01T18:00',
    timeZone: 'America/Chicago',
    exceptions: ['2026-12-08'],
  }
  expect(between(series, '2026-11-01T00:00Z', '2026-12-20T00:00Z').map(one => one.date)).toEqual([
    '2026-12-01',
    '2026-12-15',
  ])
  expect(
    between({ ...series, startLocal: '2026-11-29T18:00' }, '2026-11-01T00:00Z', '2026-12-05T00:00Z').map(
      one => one.date,
    ),
  ).toEqual(['2026-12-01'])
})

test('the second Tuesday, the last day, and an end', () => {
  const at = (rule: string) =>
    between({ rule, startLocal: '2026-01-01T10:00', timeZone: 'UTC' }, '2026-01-01T00:00Z', '2026-05-01T00:00Z').map(
      one => one.date.slice(5),
    )
  expect(at('FREQ=MONTHLY;BYDAY=2TU')).toEqual(['01-13', '02-10', '03-10', '04-14'])
  expect(at('FREQ=MONTHLY;BYMONTHDAY=-1')).toEqual(['01-31', '02-28', '03-31', '04-30'])
  expect(at('FREQ=DAILY;COUNT=2')).toEqual(['01-01', '01-02'])
  expect(at('FREQ=WEEKLY;BYDAY=TH;UNTIL=20260115T235959Z')).toEqual(['01-01', '01-08', '01-15'])
})

test.each([
  ['FREQ=WEEKLY;BYDAY=SU', null],
  ['BYDAY=SU', 'Please choose how often it repeats'],
  ['FREQ=SECONDLY', 'Please choose days, weeks, months or years'],
  ['FREQ=DAILY;BYHOUR=1', 'This repetition is not supported'],
])('%s', (rule, problem) => expect(ruleProblem(rule)).toBe(problem))
