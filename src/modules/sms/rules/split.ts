import { type Arm, arms, type SplitPlan } from '#campaigns/rules/arms.ts'
import { verdictOf } from '#campaigns/rules/winner.ts'

/** The two versions of a text that asks which one works. */
export const versions = arms
/** What a version is to bring about. */
export const measures = ['clicks', 'answers'] as const
export type Measure = (typeof measures)[number]

export interface Split extends SplitPlan {
  /** What version b says. */
  body: string
  by: Measure
}

/** What became of one of two versions. */
export interface Side {
  arm: Arm
  sent: number
  clicked: number
  /** Who wrote back, and not to say stop. */
  answered: number
}

export const reached = (side: Side, by: Measure) => (by === 'clicks' ? side.clicked : side.answered)

/** The same rule as for mail: once, at its time, and none without enough of it in each version. */
export const winnerOf = ([a, b]: readonly [Side, Side], by: Measure): Arm | null =>
  verdictOf({ a: { sent: a.sent, clicked: reached(a, by) }, b: { sent: b.sent, clicked: reached(b, by) } }).winner
