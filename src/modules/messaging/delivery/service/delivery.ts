import type { Attempt } from '#kernel/jobs.ts'

/** Messages of one channel that one job delivers. */
export interface Delivery {
  ids: readonly string[]
  /** Each has its place in the line of its number already. */
  paced: boolean
  attempt: Attempt
  /** Batches of messages that were taken: they may be done now. */
  batches: Set<string>
}
