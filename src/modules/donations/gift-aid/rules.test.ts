import { expect, test } from 'vitest'
import {
  cancelableUntil,
  claimDay,
  coveredPeriod,
  declarationWording,
  houseNameOrNumber,
  isClaimable,
  isCovered,
  isSmallCash,
  postcodeOf,
} from './rules.ts'

test('a declaration covers what it says: this day, the past four years, the future', () => {
  expect(coveredPeriod('this', '2026-11-23')).toEqual({ coversFrom: '2026-11-23', coversTo: '2026-11-23' })
  expect(coveredPeriod('past', '2026-11-23')).toEqual({ coversFrom: '2022-11-23', coversTo: '2026-11-23' })
  expect(coveredPeriod('future', '2026-11-23')).toEqual({ coversFrom: '2026-11-23', coversTo: null })
  expect(coveredPeriod('all', '2024-02-29')).toEqual({ coversFrom: '2020-02-29', coversTo: null })
})

test('an oral one counts once its record was sent and 30 days are over; canceled in them, it never was', () => {
  const oral = { source: 'oral' as const, ...coveredPeriod('all', '2026-01-01'), recordSentOn: null, canceledOn: null }
  expect(isCovered(oral, '2026-01-05', '2026-06-01')).toBe(false)
  const sent = { ...oral, recordSentOn: '2026-01-02' }
  expect(cancelableUntil(sent)).toBe('2026-02-01')
  expect(isCovered(sent, '2026-01-05', '2026-02-01')).toBe(false)
  expect(isCovered(sent, '2026-01-05', '2026-02-02')).toBe(true)
  expect(isCovered({ ...sent, canceledOn: '2026-01-20' }, '2026-01-05', '2026-06-01')).toBe(false)
  const written = { ...oral, source: 'written' as const, canceledOn: '2026-03-01' }
  expect(isCovered(written, '2026-02-28', '2026-06-01')).toBe(true)
  expect(isCovered(written, '2026-03-01', '2026-06-01')).toBe(false)
})

test('money in pounds with nothing in return; small cash of 30 pounds at most', () => {
  const gift = { status: 'succeeded' as const, method: 'cash' as const, currency: 'GBP', goodsValue: 0, net: 3_000 }
  expect([isClaimable(gift), isSmallCash(gift), isSmallCash({ ...gift, net: 3_001 })]).toEqual([true, true, false])
  for (const more of [
    { method: 'in-kind' as const },
    { currency: 'EUR' },
    { goodsValue: 1 },
    { status: 'disputed' as const },
  ])
    expect(isClaimable({ ...gift, ...more })).toBe(false)
})

test('postcodes, houses, days and the words', () => {
  expect(postcodeOf(' sw1a1aa ')).toBe('SW1A 1AA')
  expect(postcodeOf('78701')).toBeNull()
  expect([houseNameOrNumber('12b High Street\nLeeds'), houseNameOrNumber('Rose Cottage, Church Lane')]).toEqual([
    '12b',
    'Rose Cottage',
  ])
  expect(claimDay('2026-04-05')).toBe('05/04/26')
  expect(declarationWording('Grace')).toMatch(/UK taxpayer .* my responsibility to pay any difference/)
})
