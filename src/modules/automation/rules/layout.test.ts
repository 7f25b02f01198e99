import { expect, test } from 'vitest'
import { outline } from './edit.ts'
import type { Step } from './graph.ts'
import { layout } from './layout.ts'

const exit = (id: string): Step => ({ id, kind: 'exit' })
const goal = (id: string): Step => ({ id, kind: 'goal', conditions: null })
const fork = (id: string, yes: Step[], no: Step[]): Step => ({ id, kind: 'split', percent: 50, yes, no })

test('steps stand below each other, yes left of no, and nothing lies over anything', () => {
  const steps = [
    goal('a'),
    fork('b', [goal('c'), fork('d', [goal('e')], [])], [fork('f', [], [goal('g'), goal('h')])]),
    fork('i', [], [exit('j')]),
    goal('k'),
  ]
  const { nodes, edges } = layout({ steps }, 100)
  const at = new Map(nodes.map(node => [node.id, node]))
  for (const { from, to } of edges) expect(at.get(to)!.y).toBeGreaterThan(at.get(from)!.y)
  for (const { step } of outline({ steps }))
    if ('yes' in step) {
      const center = (side: string) => at.get(`+${step.id}.${side}.0`)!.x
      expect(center('yes'), step.id).toBeLessThan(center('no'))
    }
  for (const one of nodes)
    for (const other of nodes)
      if (one.id < other.id)
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
          `${one.id} and ${other.id}`,
        ).toBe(true)
  expect(edges.filter(edge => edge.from === 'j')).toEqual([])
})
