import { expect, test } from 'vitest'
import { fieldWithCardNumber, hasCardNumber } from './card-numbers.ts'

test.each([
  '4242424242424242',
  'Visa 4242 4242 4242 4242, exp 12/30',
  '4242-4242-4242-4242',
  '4242 4242 4242 4242 12/30 123',
  '3782 822463 10005',
  '378282246310005',
  '6011111111111117',
  '4222222222222',
  '４２４２４２４２４２４２４２４２',
  '4242\u200b4242\u200b4242\u200b4242',
])('“%s” holds a card number', text => expect(hasCardNumber(text)).toBe(true))

test.each([
  '4242424242424241',
  '(512) 555-0143',
  '+1 850 555 0100',
  'INV-2026-00012',
  '0000000000000000',
  '2026-11-23 14:30:00',
  'Call 512-555-0143 or 512-555-0144',
  '018f3c52-7a6b-7c3d-9e10-426614174000',
  '',
])('“%s” holds none', text => expect(hasCardNumber(text)).toBe(false))

test('the field that has one is named, also within a list; numbers are no texts', () => {
  const lines = [{ description: 'card 4242 4242 4242 4242' }]
  expect(fieldWithCardNumber({ memo: 'thanks', lines })).toBe('lines')
  expect(fieldWithCardNumber({ memo: 'thanks', amount: 4242424242424242 })).toBeUndefined()
})
