export interface Slice {
  name: string
  count: number
  /** Gathers the tail, so it opens no single source. */
  several?: boolean
}

const SIX = 6

/** Six colors: with more sources the smallest share the last slice, Other. */
export function slicesOf(items: { source: string; count: number }[]): Slice[] {
  const named = items.map(({ source, count }) => ({ name: source, count }))
  if (named.length <= SIX) return named
  const rest = named.slice(SIX - 1)
  return [
    ...named.slice(0, SIX - 1),
    { name: 'Other', count: rest.reduce((sum, slice) => sum + slice.count, 0), several: true },
  ]
}
