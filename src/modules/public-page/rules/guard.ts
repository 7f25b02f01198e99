/** The field that people don't see; a program that fills in forms fills it in. */
export const HONEYPOT = 'website'
/** The sealed time at which the page was opened. */
export const OPENED = '_opened'
/** Nobody reads and fills in a form faster, in milliseconds. */
export const LEAST_MS = 3_000

/**
 * Submissions within an hour: of a form from one device, from one network address, of the whole form, and of the account's every
 * form. A congregation shares one address, and phones of one model on it are one device: see docs/public-limits.md.
 */
export interface Limit {
  device?: number
  mine?: number
  all?: number
  account?: number
}
export interface Recent {
  device: number
  mine: number
  all: number
  account: number
}

/** @param recent submissions of the last hour, without the one at hand */
export const isOver = (
  recent: Recent,
  { device = Infinity, mine = Infinity, all = Infinity, account = Infinity }: Limit,
): boolean => recent.device >= device || recent.mine >= mine || recent.all >= all || recent.account >= account

export type Sign = 'honeypot' | 'forged' | 'fast' | 'many'
export interface Evidence {
  /** What came in the honeypot. */
  honeypot: string
  /** Milliseconds since the page was opened; null: not one of our pages; undefined: the form doesn't say. */
  age?: number | null | undefined
  leastMs?: number
  isMany?: boolean
}

/** Why a submission may come from a program; empty for most. What follows from a sign is the form's decision. */
export function signsOf({ honeypot, age, leastMs = LEAST_MS, isMany = false }: Evidence): Sign[] {
  const signs: [Sign, boolean][] = [
    ['honeypot', honeypot !== ''],
    ['forged', age === null],
    ['fast', typeof age === 'number' && age < leastMs],
    ['many', isMany],
  ]
  return signs.filter(([, is]) => is).map(([sign]) => sign)
}
