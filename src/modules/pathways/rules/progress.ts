export const stepStates = ['done', 'next', 'waiting', 'later'] as const
export type StepState = (typeof stepStates)[number]
export const stepStateNames: Record<StepState, string> = {
  done: 'Done',
  next: 'Next',
  waiting: 'Waiting for sign-off',
  later: 'Later',
}

export interface StepFacts {
  isDone: boolean
  /** The person asked for a sign-off. */
  isRequested: boolean
}

/** Where someone stands: the first step that is not done is next, or waits for its sign-off; the rest come later. */
export function statesOf(steps: readonly StepFacts[]): StepState[] {
  let isOpen = true
  return steps.map(({ isDone, isRequested }) => {
    if (isDone) return 'done'
    const state = isRequested ? 'waiting' : isOpen ? 'next' : 'later'
    isOpen = false
    return state
  })
}
