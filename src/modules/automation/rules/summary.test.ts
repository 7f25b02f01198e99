import { expect, test } from 'vitest'
import { changesBetween } from './diff.ts'
import { insertSteps, moveStep, removeStep, replaceStep } from './edit.ts'
import type { Graph, Step } from './graph.ts'
import { type Describer, type Line, summaryOf } from './summary.ts'

const says: Describer = {
  trigger: ({ trigger }) => `someone did ${trigger}`,
  action: (action, input) => `Do ${action} ${Object.values(input).join(' ')}`.trim(),
  people: () => 'people who live in Waco',
  member: id => id ?? 'the owner',
  time: clock => `${clock} o’clock`,
}
const act = (id: string, action: string, input = {}): Step => ({ id, kind: 'action', action, input })
const graph: Graph = {
  triggers: [{ trigger: 'a visit', input: {} }],
  steps: [
    act('a', 'this'),
    { id: 'b', kind: 'wait', wait: { for: 'event', trigger: 'a call', amount: 1, unit: 'weeks' } },
    {
      id: 'c',
      kind: 'branch',
      conditions: { waited: 'event' },
      yes: [act('d', 'that')],
      no: [{ id: 'e', kind: 'exit' }],
    },
    { id: 'f', kind: 'wait', wait: { for: 'time', time: '10:00', weekdays: [0, 3] } },
    { id: 'g', kind: 'approval', question: 'Visit?', assigneeId: null, amount: 2, unit: 'days', yes: [], no: [] },
  ],
  reentry: 'once',
  exit: { match: 'all', of: [] },
}

test('a workflow is told from top to bottom', () => {
  const { opening, lines } = summaryOf(graph, says)
  const flat = (list: Line[], depth = 0): string[] =>
    list.flatMap(({ text, sides }) => [
      `${'  '.repeat(depth)}${text}`,
      ...sides.flatMap(side => [`${'  '.repeat(depth)} ${side.label}`, ...flat(side.lines, depth + 1)]),
    ])
  expect([...opening, ...flat(lines)]).toEqual([
    'This workflow starts when someone did a visit.',
    'Each person goes through it once.',
    'It ends early for anyone who is no longer one of the people who live in Waco.',
    'Do this.',
    'Wait until someone did a call, 1 week at most.',
    'Check whether the wait above ended in time.',
    ' If it happened in time:',
    '  Do that.',
    ' If it did not happen:',
    '  Leave the workflow.',
    'Wait until 10:00 o’clock on the next Sunday or Wednesday.',
    'Ask the owner: “Visit?”, 2 days at most.',
    ' If approved:',
    ' If declined, or nobody answers:',
  ])
})

test('what a draft changes is said by step: added with its side, changed with what it was, removed, moved', () => {
  const root = { parent: null, side: null }
  let draft = insertSteps(graph, { parent: 'c', side: 'yes', at: 1 }, act('n', 'more'))
  draft = replaceStep(draft, act('a', 'this', { tag: 'Guest' }))
  draft = removeStep(draft, 'g')
  draft = moveStep(draft, 'f', -1)
  draft = insertSteps({ ...draft, triggers: [], reentry: 'every_time' }, { ...root, at: 0 })
  expect(
    changesBetween(graph, draft, says).map(({ kind, text, before }) => [kind, text, before].filter(Boolean)),
  ).toEqual([
    ['removed', 'Start when someone did a visit'],
    ['changed', 'A person goes through it every time it starts for them.', 'Each person goes through it once.'],
    ['changed', 'Do this Guest', 'Do this'],
    ['moved', 'Wait until 10:00 o’clock on the next Sunday or Wednesday'],
    ['added', 'Do more (if it happened in time)'],
    ['removed', 'Ask the owner: “Visit?”, 2 days at most'],
  ])
  // The database keeps keys in an order of its own.
  const turned = {
    ...graph,
    steps: graph.steps.map(step => Object.fromEntries(Object.entries(step).reverse()) as Step),
  }
  expect(changesBetween(graph, turned, says)).toEqual([])
})
