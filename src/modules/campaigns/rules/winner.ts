import type { Arm } from './arms.ts'

export interface Side {
  /** Who got this version. */
  sent: number
  /** Of them, who pressed a link. */
  clicked: number
}

/** Fewer conversions in one version prove nothing. */
export const ENOUGH = 100
/** Once in twenty times two like versions would lie so far apart by chance. */
const FAR = 1.96

export type Verdict = { winner: Arm } | { winner: null; why: 'too_few' | 'too_close' }

/** Holds two versions against each other, once, at the time that was set before: anyone who looks again and again finds a winner by chance. */
export function verdictOf({ a, b }: Record<Arm, Side>): Verdict {
  if (a.clicked < ENOUGH || b.clicked < ENOUGH) return { winner: null, why: 'too_few' }
  const [shareA, shareB] = [a.clicked / a.sent, b.clicked / b.sent]
  const all = (a.clicked + b.clicked) / (a.sent + b.sent)
  const spread = Math.sqrt(all * (1 - all) * (1 / a.sent + 1 / b.sent))
  if (spread === 0 || Math.abs(shareA - shareB) / spread < FAR) return { winner: null, why: 'too_close' }
  return { winner: shareA > shareB ? 'a' : 'b' }
}
