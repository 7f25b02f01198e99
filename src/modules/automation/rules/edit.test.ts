import { expect, test } from 'vitest'
import {
  copyStep,
  insertSteps,
  moveStep,
  neighbor,
  outline,
  placeAfter,
  placeOf,
  removeStep,
  replaceStep,
} from './edit.ts'
import { emptyGraph, type Step } from './graph.ts'

const exit = (id: string): Step => ({ id, kind: 'exit' })
const fork = (id: string, yes: Step[], no: Step[]): Step => ({ id, kind: 'split', percent: 50, yes, no })
const graph = {
  ...emptyGraph,
  steps: [exit('a'), fork('b', [exit('c'), exit('d')], [fork('e', [], [exit('f')])]), exit('g')],
}
const order = (of: typeof graph) => outline(of).map(({ step, depth }) => `${'-'.repeat(depth)}${step.id}`)

test('steps are put in, changed and removed wherever they stand', () => {
  expect(order(graph)).toEqual(['a', 'b', '-c', '-d', '-e', '--f', 'g'])
  expect(order(insertSteps(graph, { parent: 'e', side: 'yes', at: 0 }, exit('n')) as typeof graph)).toContain('--n')
  expect(order(insertSteps(graph, placeAfter(graph, 'c')!, exit('n')) as typeof graph).slice(2, 5)).toEqual([
    '-c',
    '-n',
    '-d',
  ])
  expect(order(removeStep(graph, 'e') as typeof graph)).toEqual(['a', 'b', '-c', '-d', 'g'])
  const changed = replaceStep(graph, { id: 'f', kind: 'goal', conditions: null })
  expect(outline(changed).find(row => row.step.id === 'f')!.step.kind).toBe('goal')
})

test('a step moves within its list, and out of its branch at the end', () => {
  expect(order(moveStep(graph, 'd', -1) as typeof graph).slice(2, 4)).toEqual(['-d', '-c'])
  expect(order(moveStep(graph, 'd', 1) as typeof graph)).toEqual(['a', 'b', '-c', '-e', '--f', 'd', 'g'])
  expect(order(moveStep(graph, 'f', -1) as typeof graph)).toEqual(['a', 'b', '-c', '-d', '-f', '-e', 'g'])
  expect(moveStep(graph, 'a', -1)).toBe(graph)
})

test('a copy has names of its own at every depth', () => {
  const copy = copyStep(graph, graph.steps[1]!)
  const both = insertSteps(graph, { parent: null, side: null, at: 3 }, copy)
  const ids = outline(both).map(row => row.step.id)
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
  expect(placeOf(both, copy.id)).toEqual({ parent: null, side: null, at: 3 })
})

test('arrow keys walk the tree', () => {
  expect(neighbor(graph, 'triggers', 'down')).toBe('a')
  expect(neighbor(graph, 'a', 'up')).toBe('triggers')
  expect(neighbor(graph, 'b', 'left')).toBe('c')
  expect(neighbor(graph, 'b', 'right')).toBe('e')
  expect(neighbor(graph, 'd', 'right')).toBe('e')
  expect(neighbor(graph, 'e', 'left')).toBe('e')
  expect(neighbor(graph, 'g', 'down')).toBe('g')
})
