import { expect, test } from 'vitest'
import { addDays, expiresSoon, isHardDecline, nextAfter, retryOn } from '#payments/rules/schedule.ts'
import { resumesOn } from './rules.ts'

test('the 31st becomes the last day of shorter months and comes back', () => {
  const dates = ['2027-01-31']
  while (dates.length < 5) dates.push(nextAfter('2027-01-31', 'monthly', dates.at(-1)!))
  expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  expect(nextAfter('2027-01-31', 'monthly', '2028-02-10')).toBe('2028-02-29')
  expect(nextAfter('2026-11-30', 'quarterly', '2026-11-30')).toBe('2027-02-28')
  expect(nextAfter('2026-11-30', 'quarterly', '2027-02-28')).toBe('2027-05-30')
})

test('a yearly gift of February 29 is on the 28th of other years', () => {
  expect(nextAfter('2028-02-29', 'yearly', '2028-02-29')).toBe('2029-02-28')
  expect(nextAfter('2028-02-29', 'yearly', '2031-12-31')).toBe('2032-02-29')
})

test('every two weeks stays fourteen days over a change of the clock', () => {
  expect(nextAfter('2026-10-25', 'biweekly', '2026-10-25')).toBe('2026-11-08')
  expect(nextAfter('2027-03-07', 'biweekly', '2027-03-20')).toBe('2027-03-21')
  expect(nextAfter('2027-03-07', 'weekly', '2027-03-14')).toBe('2027-03-21')
})

test('missed dates are passed over; before its anchor a schedule begins with it', () => {
  expect(nextAfter('2026-01-05', 'weekly', '2026-11-23')).toBe('2026-11-30')
  expect(nextAfter('2026-12-15', 'monthly', '2026-11-23')).toBe('2026-12-15')
})

test('failed charges are tried on days 1, 3, 5 and 7 after the first failure', () => {
  const tries = [1, 2, 3, 4, 5].map(failures => retryOn('2026-12-29', failures, '2026-12-29'))
  expect(tries).toEqual(['2026-12-30', '2027-01-01', '2027-01-03', '2027-01-05', null])
  expect(retryOn('2026-12-01', 1, '2026-12-09')).toBe('2026-12-10')
  expect([isHardDecline('stolen_card'), isHardDecline('insufficient_funds')]).toEqual([true, false])
})

test('a card expires soon in the month before its last one and afterward', () => {
  expect(expiresSoon('2026-12', '2026-11-01')).toBe(true)
  expect(expiresSoon('2027-01', '2026-11-30')).toBe(false)
  expect(expiresSoon('2027-01', '2026-12-31')).toBe(true)
  expect(expiresSoon(null, '2026-12-31')).toBe(false)
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})

test('after a pause a schedule goes on with its next date, which may be today', () => {
  const schedule = { anchor: '2027-01-31', frequency: 'monthly' as const, nextOn: '2027-02-28' }
  expect(resumesOn(schedule, '2027-03-20')).toBe('2027-03-31')
  expect(resumesOn(schedule, '2027-03-31')).toBe('2027-03-31')
  expect(resumesOn(schedule, '2027-02-10')).toBe('2027-02-28')
})
