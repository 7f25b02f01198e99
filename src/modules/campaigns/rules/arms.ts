/** The two versions of a campaign that asks which one works. */
export const arms = ['a', 'b'] as const
export type Arm = (typeof arms)[number]

/** What every A/B test says, whatever its versions differ in. */
export interface SplitPlan {
  /** Percent of the audience that gets one of the two, half each. */
  share: number
  /** Until they are compared, counted from the start. */
  hours: number
  /** What the rest gets where there is no winner. */
  otherwise: Arm
}
