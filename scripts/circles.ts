/** Which modules import each other in a circle, and whether the known circles still exist. */

/** Module → modules whose values it imports. */
export type Uses = Map<string, Set<string>>

/**
 * @param known edges ("a → b") that may close a circle until they are removed
 * @returns one sentence for each circle that is not known, and for each known edge that closes none
 */
export function checkCircles(uses: Uses, known: readonly string[]): string[] {
  const kept = without(uses, known)
  const problems: string[] = []
  for (const module of kept.keys()) {
    const way = wayBack(module, kept)
    if (way) problems.push(`src/modules/${module}: imports go in a circle: ${way.join(' → ')}`)
  }
  for (const edge of known) {
    const others = known.filter(one => one !== edge)
    const [from, to] = edge.split(' → ') as [string, string]
    if (!uses.get(from)?.has(to) || !wayBack(from, without(uses, others)))
      problems.push(`scripts/exceptions.json: ${edge} closes no circle any more; remove it from the list`)
  }
  return problems
}

export function without(uses: Uses, edges: readonly string[]): Uses {
  return new Map(
    [...uses].map(([from, all]) => [from, new Set([...all].filter(to => !edges.includes(`${from} → ${to}`)))]),
  )
}

/** The shortest way from a module or a file back to itself. */
export function wayBack(start: string, uses: Uses): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[start]]
  for (const way of ways) {
    for (const next of uses.get(way.at(-1)!) ?? []) {
      if (next === start) return [...way, start]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
}
