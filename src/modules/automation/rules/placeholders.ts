import { stepOf } from './edit.ts'
import type { Graph, Problem } from './graph.ts'

/** What a template left open in a step or a trigger: `[[Sender]]`, each once. */
export const placeholdersIn = (value: unknown): string[] => [
  ...new Set([...JSON.stringify(value ?? null).matchAll(/\[\[(.+?)\]\]/g)].map(([, name]) => name!)),
]

export interface PlaceProblems {
  at: string
  messages: string[]
}

/** Problems by place. Where something is left open, its name says more than what the field complains of. */
export function problemsByPlace(graph: Graph, problems: readonly Problem[]): PlaceProblems[] {
  const places = [...new Set(problems.map(({ at }) => at))]
  return places.map(at => {
    const step = stepOf(graph, at)
    const open = placeholdersIn(step ? { ...step, yes: [], no: [] } : at === 'triggers' ? graph.triggers : null)
    const said = problems.filter(one => one.at === at).map(({ message }) => message)
    return { at, messages: open.length > 0 ? open.map(name => `Fill in “${name}”`) : [...new Set(said)] }
  })
}
