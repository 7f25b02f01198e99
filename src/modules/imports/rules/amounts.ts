import { exponent } from '#kernel/money.ts'

/** Which character a column of amounts puts before the cents; null where nothing says so. */
export type DecimalMark = ',' | '.' | null

export interface ReadAmount {
  /** Minor units. */
  amount: number
  /** ISO 4217, as the value or the file says. */
  currency: string
}

const symbols: [RegExp, readonly string[]][] = [
  [/^(?:US\s?\$|\$\s?US|\$\s?USD)$/i, ['USD']],
  [/^(?:CA?\s?\$|\$\s?CA)$/i, ['CAD']],
  [/^(?:AU?\s?\$|\$\s?AU)$/i, ['AUD']],
  [/^NZ\s?\$$/i, ['NZD']],
  [/^(?:MX\s?\$|\$\s?MX)$/i, ['MXN']],
  [/^R\s?\$$/i, ['BRL']],
  [/^\$$/, 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU JMD TTD BSD BBD BZD FJD LRD NAD XCD'.split(' ')],
  [/^€$/, ['EUR']],
  [/^£$/, ['GBP', 'EGP', 'GIP', 'FKP']],
  [/^[¥￥円元]$/, ['JPY', 'CNY']],
  [/^₹$|^rs\.?$/i, ['INR', 'PKR', 'LKR', 'NPR']],
  [/^₦$/, ['NGN']],
  [/^₱$/, ['PHP']],
  [/^₩$/, ['KRW']],
  [/^₵$/, ['GHS']],
  [/^kr\.?$/i, ['SEK', 'NOK', 'DKK', 'ISK']],
  [/^(?:CHF|Fr|SFr)\.?$/i, ['CHF']],
]

/** The currency that a sign or a code means in a file of `usual`; null for one that isn't known or could be several. */
export function currencyOf(sign: string, usual: string): string | null {
  if (!sign) return usual
  const fits = symbols.find(([pattern]) => pattern.test(sign))?.[1]
  if (fits) return fits.includes(usual) ? usual : fits.length === 1 || /^[£¥￥]$/.test(sign) ? fits[0]! : null
  const code = sign.toUpperCase()
  return /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code) ? code : null
}

/** "(USD 25,00-)" as its parts; null where letters or signs stand inside the number. */
function partsOf(value: string): { digits: string; sign: string; negative: boolean } | null {
  let text = value.normalize('NFKC').replace(/[−–]/g, '-').trim()
  let negative = false
  const bracketed = /^\((.*)\)$/.exec(text)
  if (bracketed) [text, negative] = [bracketed[1]!.trim(), true]
  const match =
    /^([+-]?)\s*([\p{L}\p{Sc}.\s]*?)\s*([+-]?)\s*(\d[\d.,'’\s]*?)\s*([+-]?)\s*([\p{L}\p{Sc}.]*(?:\s?[\p{L}\p{Sc}.]+)?)\s*([+-]?)$/u.exec(
      text,
    )
  if (!match) return null
  const [, a, before, b, digits, c, behind, d] = match
  const minus = [a, b, c, d].filter(one => one === '-').length
  if (minus > 1 || (minus && negative) || (before && behind)) return null
  // Banks write what came in as "25.00 CR", and a payment as "25.00 DR".
  const side = /^(cr|dr)\.?$/i.exec(behind!)?.[1]?.toLowerCase()
  return {
    digits: digits!,
    sign: side ? before! : before! || behind!,
    negative: negative || minus > 0 || side === 'dr',
  }
}

/** What a column's values prove about its decimal mark; null where they prove nothing or contradict each other. */
export function decimalMark(values: readonly string[]): DecimalMark {
  const seen = new Set<DecimalMark>()
  for (const value of values) {
    const digits = partsOf(value)?.digits.replace(/['’\s]/g, '')
    if (!digits) continue
    const last = /([.,])(\d+)$/.exec(digits)
    if (!last) continue
    const [, mark, behind] = last
    const other = mark === ',' ? '.' : ','
    // "1.250,5", "25,00" and "1,250,000" can be read in one way.
    if (digits.split(mark!).length > 2) seen.add(other)
    else if (digits.includes(other) || behind!.length !== 3) seen.add(mark as DecimalMark)
  }
  return seen.size === 1 ? [...seen][0]! : null
}

/** Reads an amount as programs and people write it; null where it isn't one, or could be two. */
export function readAmount(value: string, usual: string, column: DecimalMark): ReadAmount | null {
  const parts = partsOf(value)
  const currency = parts && currencyOf(parts.sign.trim(), usual)
  if (!parts || !currency) return null
  const digits = parts.digits.replace(/(?<=\d)['’\s](?=\d{3}(?:\D|$))/g, '')
  const mark = markIn(digits, column, exponent(currency))
  if (mark === undefined) return null
  const [whole, fraction = '', more] = mark ? digits.split(mark) : [digits]
  const group = mark === ',' ? '.' : ','
  const groups = mark ? group : digits.includes('.') ? '.' : ','
  if (more !== undefined || fraction.length > exponent(currency)) return null
  if (!new RegExp(`^(?:\\d{1,3}(?:\\${groups}\\d{3})+|\\d+)$`).test(whole!) || !/^\d*$/.test(fraction)) return null
  const amount = Number(whole!.replaceAll(groups, '') + fraction.padEnd(exponent(currency), '0'))
  return Number.isSafeInteger(amount) ? { amount: parts.negative ? -amount : amount, currency } : null
}

/** The decimal mark of one value: '' where it has none; undefined where it can't be told. */
function markIn(digits: string, column: DecimalMark, exponent: number): ',' | '.' | '' | undefined {
  const last = /([.,])(\d*)$/.exec(digits)
  if (!last) return ''
  const [, mark, behind] = last as unknown as [string, ',' | '.', string]
  const other = mark === ',' ? '.' : ','
  if (digits.split(mark).length > 2) return column === mark ? undefined : ''
  if (digits.includes(other)) return column === other ? undefined : mark
  if (behind.length !== 3) return column === other ? undefined : mark
  // Three digits are thousands where the column says so. On its own only "1,250" is: in no currency of two digits are
  // they cents, but "1.250" may be a number with one digit too many.
  if (column) return column === mark ? mark : ''
  return exponent < 3 && mark === ',' ? '' : undefined
}
