import { layout as arrange, Graph as Digraph } from '@dagrejs/dagre'
import { isForked, type Place } from './edit.ts'
import type { Graph, Step } from './graph.ts'

export const STEP = { width: 264, height: 76 }
const ADD = { width: 28, height: 28 }
const END = { width: 120, height: 32 }

export interface Node {
  id: string
  kind: 'triggers' | 'step' | 'add' | 'end'
  step?: Step
  place?: Place
  x: number
  y: number
  width: number
  height: number
}
export interface Edge {
  from: string
  to: string
  label?: 'yes' | 'no'
}

/** The name of a place on the canvas. */
export const addId = ({ parent, side, at }: Place) => `+${parent ?? ''}.${side ?? ''}.${at}`

/** The tree as boxes and lines from top to bottom; between two steps stands the place where one can be added. */
export function layout(graph: Pick<Graph, 'steps'>, triggersHeight: number): { nodes: Node[]; edges: Edge[] } {
  const nodes: Omit<Node, 'x' | 'y'>[] = [
    { id: 'triggers', kind: 'triggers', width: STEP.width, height: triggersHeight },
  ]
  const edges: Edge[] = []
  /** What a node hangs on: the ends of what stands above it. */
  type Ends = Edge['from'][]
  const hang = (from: Ends, to: string, label?: Edge['label']) =>
    edges.push(...from.map(one => ({ from: one, to, ...(label && { label }) })))
  const add = (place: Place, from: Ends, label?: Edge['label']): Ends => {
    const id = addId(place)
    nodes.push({ id, kind: 'add', place, ...ADD })
    hang(from, id, label)
    return [id]
  }
  const walk = (list: readonly Step[], place: Omit<Place, 'at'>, from: Ends): Ends => {
    let ends = add({ ...place, at: 0 }, from, place.side ?? undefined)
    for (const [at, step] of list.entries()) {
      nodes.push({ id: step.id, kind: 'step', step, ...STEP })
      hang(ends, step.id)
      const below = isForked(step)
        ? (['yes', 'no'] as const).flatMap(side => walk(step[side], { parent: step.id, side }, [step.id]))
        : [step.id]
      // Nobody comes past an exit.
      const isEnd = step.kind === 'exit' && at === list.length - 1
      ends = isEnd ? [] : add({ ...place, at: at + 1 }, below)
    }
    return ends
  }
  const ends = walk(graph.steps, { parent: null, side: null }, ['triggers'])
  if (ends.length > 0) {
    nodes.push({ id: 'end', kind: 'end', ...END })
    hang(ends, 'end')
  }
  return { nodes: placed(nodes, edges), edges }
}

function placed(nodes: Omit<Node, 'x' | 'y'>[], edges: Edge[]): Node[] {
  const drawing = new Digraph()
  drawing.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 24 })
  drawing.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) drawing.setNode(id, { width, height })
  const into = Map.groupBy(edges, edge => edge.to)
  // A short side hangs close below its branch; what is left of the way is the line to where the sides meet.
  for (const { from, to } of edges) drawing.setEdge(from, to, { weight: into.get(to)!.length > 1 ? 1 : 10 })
  // The order in which they were put in is yes before no and crosses nothing; a better one can't be found.
  arrange(drawing, { disableOptimalOrderHeuristic: true })
  return nodes.map(node => {
    const { x, y } = drawing.node(node.id) as { x: number; y: number }
    return { ...node, x: x - node.width / 2, y: y - node.height / 2 }
  })
}
