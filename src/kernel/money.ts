/** Integer minor units and a currency code (ISO 4217), e.g. 1999 and 'USD' for $19.99. */
export interface Money {
  amount: number
  currency: string
}

/** Digits after the decimal sign, as Intl knows them (ISO 4217): USD 2, JPY 0, KWD 3. */
export function exponent(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * Reads what a person typed ('19.99', '1,250') into minor units without floating point.
 * Null when it is no amount, has more digits than the currency, or leaves the safe integers.
 */
export function parseMoney(text: string, currency: string): number | null {
  const digits = exponent(currency)
  const match = /^\s*(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*$/.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(amount) ? (sign ? -amount : amount) : null
}

/** Minor units as a plain decimal, e.g. '19.99': for files and form fields. */
export function decimal(amount: number, currency: string): string {
  const digits = exponent(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, text.length - digits)}${digits ? `.${text.slice(-digits)}` : ''}`
}

/** Minor units as people of that locale write them, e.g. '$19.99'. */
export const formatMoney = ({ amount, currency }: Money, locale = 'en-US'): string =>
  // Intl takes a decimal string exactly; a division would round.
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    decimal(amount, currency) as Intl.StringNumericLiteral,
  )
