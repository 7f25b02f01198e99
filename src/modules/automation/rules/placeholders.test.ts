import { expect, test } from 'vitest'
import { emptyGraph, type Step } from './graph.ts'
import { problemsByPlace } from './placeholders.ts'

test('what is left open is named once; elsewhere each complaint is said once', () => {
  const act = (id: string, input: object): Step => ({ id, kind: 'action', action: 'x', input: { ...input } })
  const graph = {
    ...emptyGraph,
    triggers: [{ trigger: 'form.submitted', input: { formId: '[[Connect card]]' } }],
    steps: [act('a', { body: 'Hi, [[Sender]] and [[Sender]] at [[Time]]' }), act('b', {})],
  }
  const problem = (at: string, message: string) => ({ at, message })
  expect(
    problemsByPlace(graph, [
      problem('triggers', 'Invalid UUID'),
      problem('a', 'Fill in the placeholder'),
      problem('a', 'Please write the text'),
      problem('b', 'Please choose a tag'),
      problem('b', 'Please choose a tag'),
    ]),
  ).toEqual([
    { at: 'triggers', messages: ['Fill in “Connect card”'] },
    { at: 'a', messages: ['Fill in “Sender”', 'Fill in “Time”'] },
    { at: 'b', messages: ['Please choose a tag'] },
  ])
})
