import { expect, test } from 'vitest'
import { decimalMark, readAmount } from './amounts.ts'

test.each([
  ['25.00', 2_500, 'USD'],
  ['25', 2_500, 'USD'],
  ['25.5', 2_550, 'USD'],
  ['25,00', 2_500, 'USD'],
  ['$1,250.00', 125_000, 'USD'],
  ['$1,250', 125_000, 'USD'],
  ['1.250,00', 125_000, 'USD'],
  ['1 250,00 €', 125_000, 'EUR'],
  ["CHF 1'250.50", 125_050, 'CHF'],
  ['USD 25.00', 2_500, 'USD'],
  ['25.00 USD', 2_500, 'USD'],
  ['US$25.00', 2_500, 'USD'],
  ['EUR 25,00', 2_500, 'EUR'],
  ['£25', 2_500, 'GBP'],
  ['¥1,250', 1_250, 'JPY'],
  ['(45.00)', -4_500, 'USD'],
  ['($45.00)', -4_500, 'USD'],
  ['-$45.00', -4_500, 'USD'],
  ['$-45.00', -4_500, 'USD'],
  ['45,00-', -4_500, 'USD'],
  ['−45.00', -4_500, 'USD'],
  ['+45.00', 4_500, 'USD'],
  ['45.00 CR', 4_500, 'USD'],
  ['45.00 DR', -4_500, 'USD'],
  ['1,250,000', 125_000_000, 'USD'],
])('%s', (value, amount, currency) => expect(readAmount(value, 'USD', null)).toEqual({ amount, currency }))

test.each([
  ['ten'],
  ['10.123'],
  ['1.250'],
  ['25 XQZ'],
  ['2025-01-04'],
  ['12,34,56'],
  ['1,25.00'],
  ['--5'],
  [''],
  ['kr 5'],
  ['5 5'],
])('“%s” is no amount that can be told', value => expect(readAmount(value, 'USD', null)).toBeNull())

test('a column says what its commas and points are', () => {
  expect(decimalMark(['1.250', '25,00', '7'])).toBe(',')
  expect(readAmount('1.250', 'EUR', ',')).toEqual({ amount: 125_000, currency: 'EUR' })
  expect(readAmount('1,250', 'EUR', ',')).toBeNull()
  expect(readAmount('25.00', 'EUR', ',')).toBeNull()
  expect(decimalMark(['25.00', '25,00'])).toBeNull()
  expect(decimalMark(['1,250', '7'])).toBeNull()
  expect(decimalMark(['$1,250.00', '(3.50)'])).toBe('.')
  expect(readAmount('1,250', 'KWD', null)).toBeNull()
  expect(readAmount('$5', 'SEK', null)).toBeNull()
})
