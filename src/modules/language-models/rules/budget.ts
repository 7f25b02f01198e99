import { localDay } from '#clients/rules/local-day.ts'

/** Cents for a month, unless a church sets another cap; also the most for models that run on the server's keys. */
export const USUAL_CAP = 2_000
export const MOST_CAP = 1_000_000
/** Micro-dollars of a cent. */
export const CENT = 10_000

/** The month that it is where the church is, "2026-12". */
export const monthOf = (at: Date, timeZone: string): string => localDay(at, timeZone).slice(0, 7)

/** Micro-dollars that may be spent in a month. */
export const effectiveCap = (capCents: number, isServerKey: boolean): number =>
  (isServerKey ? Math.min(capCents, USUAL_CAP) : capCents) * CENT

/** Whether a call that costs at most `cost` fits beside what was spent and what is reserved. */
export const isWithinCap = (cost: number, spent: number, reserved: number, cap: number): boolean =>
  spent + reserved + cost <= cap

/** Micro-dollars as people read them: cents, and more digits below a cent. */
export function formatDollars(cost: number): string {
  const digits = cost !== 0 && Math.abs(cost) < CENT ? 4 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cost / 1_000_000)
}
