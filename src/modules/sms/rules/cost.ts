/**
 * What a segment to a country costs at list prices, in millionths of a US dollar: carrier fees included where they are
 * common. An estimate before the bill, kept here because no carrier tells it without an account.
 */
const micros: Record<string, number> = {
  US: 11_300,
  CA: 13_100,
  GB: 51_800,
  AU: 51_500,
  NZ: 97_500,
  IE: 84_900,
  DE: 112_600,
  MX: 73_500,
  ZA: 42_100,
}
const ELSEWHERE = 100_000

/** Countries by the beginning of a number, for those whose price is known; +1 is taken for the account's own country. */
const prefixes: [string, string][] = [
  ['+44', 'GB'],
  ['+61', 'AU'],
  ['+64', 'NZ'],
  ['+353', 'IE'],
  ['+49', 'DE'],
  ['+52', 'MX'],
  ['+27', 'ZA'],
]

/** Millionths of a US dollar for one segment to that number. */
export function segmentPrice(number: string, home = 'US'): number {
  if (number.startsWith('+1')) return micros[home === 'CA' ? 'CA' : 'US']!
  const country = prefixes.find(([prefix]) => number.startsWith(prefix))?.[1]
  return (country && micros[country]) || ELSEWHERE
}

/** Cents, rounded up, as a cap counts them. */
export const centsOf = (price: number): number => Math.ceil(price / 10_000)
