/** Files that import each other in a circle, whose values exist or not by the order in which they are loaded. */
import { posix } from 'node:path'
import { wayBack, without } from './circles.ts'
import { importsOf } from './imports.ts'

/**
 * @param sources by their path from src/
 * @param known edges ("file → file") that may close a circle until they are removed
 */
export function checkFileCircles(sources: ReadonlyMap<string, string>, known: readonly string[]): string[] {
  const uses = inCircles(new Map([...sources].map(([file, text]) => [file, new Set(valuesOf(file, text))])))
  const kept = without(uses, known)
  const problems = [...kept.keys()].flatMap(file => {
    const way = wayBack(file, kept)
    return way ? [`src/${file}: files import each other in a circle: ${way.join(' → ')}`] : []
  })
  const idle = known.filter(edge => {
    const [from, to] = edge.split(' → ') as [string, string]
    const others = known.filter(one => one !== edge)
    return !uses.get(from)?.has(to) || !wayBack(from, without(uses, others))
  })
  return [
    ...problems,
    ...idle.map(edge => `scripts/exceptions.json: ${edge} closes no circle any more; remove it from the list`),
  ]
}

/** What is loaded at once: an `import()` waits until both files are there. */
function valuesOf(file: string, text: string): string[] {
  return importsOf(text)
    .filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
    .map(({ target }) =>
      target.startsWith('#')
        ? target.replace(/^#(kernel|postgres|providers|app|testing|ui|web)\//, '$1/').replace(/^#/, 'modules/')
        : posix.join(posix.dirname(file), target),
    )
}

/** Without the files that import nothing more or that nothing more imports: what stays has circles, or lies between two. */
function inCircles(uses: Map<string, Set<string>>): Map<string, Set<string>> {
  for (;;) {
    const imported = new Set([...uses.values()].flatMap(all => [...all]))
    const kept = new Map(
      [...uses]
        .map(([file, all]) => [file, new Set([...all].filter(one => uses.has(one)))] as const)
        .filter(([file, all]) => all.size > 0 && imported.has(file)),
    )
    if (kept.size === uses.size) return kept
    uses = kept
  }
}
