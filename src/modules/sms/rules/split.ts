import type { Arm } from '#email/rules/states.ts'
import { verdictOf } from '#email/rules/winner.ts'

/** The two versions of a text that asks which one works. */
export const versions = ['a', 'b'] as const satisfies readonly Arm[]
/** What a version is to bring about. */
export const measures = ['clicks', 'answers'] as const
export type Measure = (typeof measures)[number]

export interface Split {
  /** What version b says. */
  body: string
  /** Percent of the audience that gets one of the two, half each. */
  share: number
  /** Until they are held against each other, counted from the start. */
  hours: number
  by: Measure
  /** What the rest gets where there is no winner. */
  otherwise: Arm
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
