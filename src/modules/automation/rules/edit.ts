import { type Graph, type Step, stepsById } from './graph.ts'

export type Side = 'yes' | 'no'
/** Where a step stands or may be put: in the list of the workflow, or in a side of a branch. */
export interface Place {
  parent: string | null
  side: Side | null
  at: number
}
/** A step that holds two lists of its own. */
export type Forked = Extract<Step, { yes: Step[] }>
export const isForked = (step: Step): step is Forked => 'yes' in step

const turned = (steps: readonly Step[], turn: (list: Step[], parent: string | null, side: Side | null) => Step[]) => {
  const walk = (list: readonly Step[], parent: string | null, side: Side | null): Step[] =>
    turn(
      list.map(step =>
        isForked(step) ? { ...step, yes: walk(step.yes, step.id, 'yes'), no: walk(step.no, step.id, 'no') } : step,
      ),
      parent,
      side,
    )
  return walk(steps, null, null)
}

export function insertSteps(graph: Graph, { parent, side, at }: Place, ...added: Step[]): Graph {
  const steps = turned(graph.steps, (list, of, on) =>
    of === parent && on === side ? list.toSpliced(at, 0, ...added) : list,
  )
  return { ...graph, steps }
}

export const removeStep = (graph: Graph, id: string): Graph => ({
  ...graph,
  steps: turned(graph.steps, list => list.filter(step => step.id !== id)),
})

export const replaceStep = (graph: Graph, next: Step): Graph => ({
  ...graph,
  steps: turned(graph.steps, list => list.map(step => (step.id === next.id ? next : step))),
})

export function placeOf(graph: Pick<Graph, 'steps'>, id: string): Place | undefined {
  let found: Place | undefined
  turned(graph.steps, (list, parent, side) => {
    const at = list.findIndex(step => step.id === id)
    if (at >= 0) found = { parent, side, at }
    return list
  })
  return found
}

export const stepOf = (graph: Pick<Graph, 'steps'>, id: string | null): Step | undefined =>
  id === null ? undefined : stepsById(graph).get(id)?.step

const listOf = (graph: Pick<Graph, 'steps'>, { parent, side }: Place): readonly Step[] => {
  const holder = stepOf(graph, parent)
  return holder && side && isForked(holder) ? holder[side] : graph.steps
}

/** One place up or down; at the end of a side, out of its branch. Unchanged where there is no further. */
export function moveStep(graph: Graph, id: string, by: -1 | 1): Graph {
  const [place, step] = [placeOf(graph, id), stepOf(graph, id)]
  if (!place || !step) return graph
  const at = place.at + by
  const inside = at >= 0 && at < listOf(graph, place).length
  const outer = place.parent ? placeOf(graph, place.parent) : undefined
  if (!inside && !outer) return graph
  const to = inside ? { ...place, at } : { ...outer!, at: outer!.at + (by === 1 ? 1 : 0) }
  return insertSteps(removeStep(graph, id), to, step)
}

/** A name that no step has: steps keep theirs from version to version, so a used one doesn't come back. */
export function newStepId(graph: Pick<Graph, 'steps'>, random: () => number = Math.random): string {
  const taken = stepsById(graph)
  for (;;) {
    const id = `s${Math.floor(random() * 36 ** 8).toString(36)}`
    if (!taken.has(id)) return id
  }
}

/** The same step with names of its own, for this graph. */
export function copyStep(graph: Pick<Graph, 'steps'>, step: Step): Step {
  const id = newStepId(graph)
  if (!isForked(step)) return { ...step, id }
  const [yes, no] = [step.yes, step.no].map(list => list.map(one => copyStep(graph, one)))
  return { ...step, id, yes: yes!, no: no! }
}

/** Just below a step. */
export const placeAfter = (graph: Pick<Graph, 'steps'>, id: string): Place | undefined => {
  const place = placeOf(graph, id)
  return place && { ...place, at: place.at + 1 }
}

export interface Row {
  step: Step
  /** How many branches it is in. */
  depth: number
  place: Place
}
/** All steps from top to bottom, a branch before its sides. */
export function outline(graph: Pick<Graph, 'steps'>): Row[] {
  const rows: Row[] = []
  const walk = (list: readonly Step[], depth: number, parent: string | null, side: Side | null) => {
    for (const [at, step] of list.entries()) {
      rows.push({ step, depth, place: { parent, side, at } })
      if (!isForked(step)) continue
      walk(step.yes, depth + 1, step.id, 'yes')
      walk(step.no, depth + 1, step.id, 'no')
    }
  }
  walk(graph.steps, 0, null, null)
  return rows
}

export type Direction = 'up' | 'down' | 'left' | 'right'
/** Where an arrow key leads from a step; `triggers` stands above all. Sides: the first step of the other one. */
export function neighbor(graph: Pick<Graph, 'steps'>, from: string, to: Direction): string {
  const rows = outline(graph)
  const at = rows.findIndex(row => row.step.id === from)
  if (to === 'up') return at <= 0 ? 'triggers' : rows[at - 1]!.step.id
  if (to === 'down') return (rows[at + 1] ?? rows[at])?.step.id ?? from
  if (at < 0) return from
  const { step, place } = rows[at]!
  const side: Side = to === 'left' ? 'yes' : 'no'
  if (isForked(step)) return step[side][0]?.id ?? from
  const holder = stepOf(graph, place.parent)
  return holder && isForked(holder) && place.side !== side ? (holder[side][0]?.id ?? from) : from
}
