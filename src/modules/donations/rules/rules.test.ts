import { expect, test } from 'vitest'
import { CARD_NUMBER_REFUSED, hasCardNumber, noCardNumbers } from '#card-numbers/rules.ts'
import { localDay, rangeDays } from '#clients/rules/local-day.ts'
import { countedTotal } from './count-sheet.ts'
import { pledgedTotal, timesDue } from './pledge-totals.ts'
import { collectable, progressOf } from './progress.ts'
import { plainLine } from './shapes.ts'
import { fillThanks } from './thanks.ts'

test.each([
  '4242424242424242',
  'card 4242 4242 4242 4242 please',
  '4242-4242-4242-4242 12/29 123',
  '378282246310005',
  '6011 0009 9013 9424',
  '5555.5555.5555.4444',
  '４２４２４２４２４２４２４２４２',
])('%s is a card number', text => expect(hasCardNumber(text)).toBe(true))
test.each([
  '4242424242424241',
  '+1 (512) 555-0143',
  'check 1001, envelope 42',
  '2026-11-22 2026-11-23',
  '1700000000000',
  '0000000000000000',
  '',
])('%s is none', text => expect(hasCardNumber(text)).toBe(false))
test('a field refuses them with words, also behind spaces', () => {
  const found = plainLine(100).safeParse('  4000 0566 5566 5556 ')
  expect(found.error?.issues[0]?.message).toBe(CARD_NUMBER_REFUSED)
  expect(plainLine(100).parse(' Envelope 7 ')).toBe('Envelope 7')
  expect(noCardNumbers).toBeTypeOf('function')
})

test('progress ends at 100 and says what it is', () => {
  expect(progressOf(128, 100)).toEqual({ bar: 100, text: '128%' })
  expect(progressOf(999, 1_000)).toEqual({ bar: 99, text: '99%' })
  expect(progressOf(-5, 100)).toEqual({ bar: 0, text: '0%' })
  expect(progressOf(5, 0)).toEqual({ bar: 0, text: '0%' })
})

test('a campaign collects while it is active and in its dates', () => {
  const open = { status: 'active', startDate: '2026-01-01', endDate: '2026-12-31', unavailable: null } as const
  expect(collectable(open, '2026-12-31').reason).toBeNull()
  expect(collectable(open, '2027-01-01').reason).toMatch('ended')
  expect(collectable(open, '2025-12-31').reason).toMatch('not started')
  expect(collectable({ ...open, status: 'paused' }, '2026-06-01').reason).toMatch('paused')
  expect(collectable({ ...open, unavailable: 'No gateway' }, '2026-06-01').reason).toBe('No gateway')
})

test('the day of a church, and ranges seen from it', () => {
  const at = new Date('2027-01-01T03:00:00Z')
  expect([localDay(at, 'America/Chicago'), localDay(at, 'UTC')]).toEqual(['2026-12-31', '2027-01-01'])
  expect(rangeDays('ytd', '2026-11-22')).toEqual({ from: '2026-01-01', to: '2026-11-22' })
  expect(rangeDays('quarter', '2026-11-22').from).toBe('2026-10-01')
  expect(rangeDays('month', '2026-11-22').from).toBe('2026-11-01')
  expect(rangeDays('lastYear', '2026-11-22')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
})

test.each([
  ['monthly', '2026-01-31', '2026-02-27', 1],
  ['monthly', '2026-01-31', '2026-02-28', 2],
  ['monthly', '2026-01-31', '2026-03-31', 3],
  ['weekly', '2026-01-04', '2026-01-31', 4],
  ['biweekly', '2026-01-04', '2026-01-18', 2],
  ['quarterly', '2026-01-01', '2026-12-31', 4],
  ['yearly', '2024-02-29', '2025-02-28', 2],
  ['once', '2026-01-01', '2026-12-31', 1],
  ['weekly', '2026-01-04', '2026-01-03', 0],
] as const)('a pledge given %s from %s falls due until %s %i times', (frequency, startDate, until, times) => {
  expect(timesDue({ frequency, startDate }, until)).toBe(times)
  expect(pledgedTotal({ amount: 500, frequency, startDate, endDate: until }, '2030-01-01')).toBe(500 * times)
})

test('a count sheet adds up, and a thank-you is filled', () => {
  expect(
    countedTotal({
      denominations: [
        { value: 2_000, count: 3 },
        { value: 25, count: 5 },
      ],
      checksTotal: 10_000,
    }),
  ).toBe(16_125)
  const values = { firstName: '', name: 'Ann', churchName: 'Grace', date: '', fund: 'Missions', campaign: '' }
  expect(fillThanks('Dear {firstName|friend}, {fund} {amount}', values)).toBe('Dear friend, Missions {amount}')
})
