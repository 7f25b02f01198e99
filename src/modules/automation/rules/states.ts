export const workflowStates = ['draft', 'active', 'paused', 'archived'] as const
/** running: between two steps of one transaction; frozen: its workflow is paused. */
export const runStates = ['running', 'waiting', 'frozen', 'completed', 'failed', 'cancelled', 'exited'] as const
export type RunState = (typeof runStates)[number]
export const openRuns = ['running', 'waiting', 'frozen'] as const
export const stepStates = ['done', 'waiting', 'failed', 'skipped'] as const

/** Minutes that a person would have needed for one action: the tile "Time saved" counts with it. */
export const MINUTES_PER_ACTION = 3
/** A run that was caused by a run, and so on: no deeper. */
export const MOST_DEPTH = 5
/** Of the last `of` runs within an hour, more than half failed, and there were at least `least`: the workflow is paused. */
export const FAILURES = { of: 20, least: 10 } as const
