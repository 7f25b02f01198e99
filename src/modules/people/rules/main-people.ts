/** Places of the first on the board in the columns after New Leads, counted from the newest person. */
const tops = [44, 82, 108]

/**
 * Of the demo's people by id, oldest first: those whom one meets first, in conversations and on top of the board, as far
 * as they have a number.
 */
export function mainPeople(ids: readonly string[]): string[] {
  const onBoard = tops.flatMap(first => Array.from({ length: 6 }, (_, i) => ids.length - 1 - first - i))
  const places = [...Array.from({ length: 30 }, (_, i) => i), ...onBoard]
  return places.filter(i => i in ids && hasNumber(i)).map(i => ids[i]!)
}

export const hasNumber = (place: number): boolean => place % 6 !== 5
