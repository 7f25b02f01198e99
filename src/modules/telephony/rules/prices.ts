import { exponent, formatMoney } from '#kernel/money.ts'

/** Millionths of a unit, as carriers bill, in the format of every other amount; a text costs less than a cent. */
export function priceText(millionths: number, currency: string, locale: string): string {
  const amount = Math.round(millionths / 10 ** (6 - exponent(currency)))
  const text = formatMoney({ amount: Math.max(amount, millionths > 0 ? 1 : 0), currency }, locale)
  return amount === 0 && millionths > 0 ? `under ${text}` : text
}
