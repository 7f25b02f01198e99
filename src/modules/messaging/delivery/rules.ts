/**
 * Whether a refused message gets a retry: one that was refused before it was taken and only for now, while tries are left. Whatever
 * may have left is never sent again.
 */
export const shouldRetry = (refused: { temporary: boolean } | undefined, isLastTry: boolean): boolean =>
  refused?.temporary === true && !isLastTry
