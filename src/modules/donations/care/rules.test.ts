import { expect, test } from 'vitest'
import { isMissed, isOldNews } from './rules.ts'

const today = '2027-06-30'
const from = (start: string, count: number, step: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(start) + i * step * 86_400_000).toISOString().slice(0, 10),
  )

test('an import and a gift of more than a month ago are old news; yesterday and the day itself are not', () => {
  expect(isOldNews({ source: 'import', receivedOn: today }, today)).toBe(true)
  expect(isOldNews({ source: 'manual', receivedOn: '2027-05-29' }, today)).toBe(true)
  expect(isOldNews({ source: 'manual', receivedOn: '2027-05-30' }, today)).toBe(false)
  expect(isOldNews({ source: 'online', receivedOn: today }, today)).toBe(false)
})

test('someone is missed once they are late by more than twice their own median gap, in any order of their days', () => {
  const monthly = from('2026-10-01', 8, 30)
  expect(monthly.at(-1)).toBe('2027-04-29')
  expect(isMissed(monthly, '2027-06-28')).toBe(false)
  expect(isMissed(monthly, '2027-06-29')).toBe(true)
  expect(isMissed([...monthly, ...monthly].reverse(), '2027-06-29')).toBe(true)
  expect(isMissed([...monthly, '2027-06-01'], '2027-06-29')).toBe(false)
})

test('no pattern, a short time, two missed Sundays or someone long gone are no reason', () => {
  expect(isMissed([], today)).toBe(false)
  expect(isMissed(['2026-06-01', '2026-12-01', '2027-01-01'], today)).toBe(false)
  expect(isMissed(from('2027-03-01', 8, 7), today)).toBe(false)
  const weekly = from('2026-06-01', 52, 7)
  expect(weekly.at(-1)).toBe('2027-05-24')
  expect(isMissed(weekly, '2027-06-21')).toBe(false)
  expect(isMissed(weekly, '2027-06-22')).toBe(true)
  expect(isMissed(from('2024-01-01', 20, 30), today)).toBe(false)
})
