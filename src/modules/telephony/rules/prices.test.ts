import { expect, test } from 'vitest'
import { formatMoney } from '#kernel/money.ts'
import { priceText } from './prices.ts'

test.each([
  [1_150_000, 'USD', '$1.15'],
  [347_600, 'USD', '$0.35'],
  [7_900, 'USD', '$0.01'],
  [790, 'USD', 'under $0.01'],
  [0, 'USD', '$0.00'],
  [120_000_000, 'JPY', '¥120'],
])('%i millionths of %s read %s', (millionths, currency, text) =>
  expect(priceText(millionths, currency, 'en-US')).toBe(text),
)

test('amounts of the carrier and of invoices have one format', () =>
  expect(priceText(1_250_000_000, 'USD', 'de-DE')).toBe(formatMoney({ amount: 125_000, currency: 'USD' }, 'de-DE')))
