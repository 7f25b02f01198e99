import { canonical } from './canonical.ts'
import { outline, type Row } from './edit.ts'
import type { Graph, Step } from './graph.ts'
import { type Describer, reentrySentence, sideSentence, stepSentence } from './summary.ts'

export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** The step; null for a trigger or a rule of the whole workflow. */
  step: string | null
  text: string
  /** Of a change: how it was. */
  before?: string
}

const own = (step: Step) => canonical({ ...step, yes: [], no: [] })

/** What publishing the draft would change, in the words of its steps. */
export function changesBetween(before: Graph, now: Graph, says: Describer): Change[] {
  const [old, fresh] = [outline(before), outline(now)]
  const [oldById, freshById] = [old, fresh].map(rows => new Map(rows.map(row => [row.step.id, row]))) as [
    Map<string, Row>,
    Map<string, Row>,
  ]
  const say = ({ step }: Row) => stepSentence(step, says)
  // The order of those that are in both; what stands elsewhere than before was moved.
  const common = (rows: Row[], other: Map<string, Row>) => rows.filter(row => other.has(row.step.id))
  const stays = longestCommon(common(old, freshById).map(key), common(fresh, oldById).map(key))
  return [
    ...triggerChanges(before, now, says),
    ...rules(before, now, says),
    ...fresh.flatMap((row): Change[] => {
      const was = oldById.get(row.step.id)
      const step = row.step.id
      if (!was) return [{ kind: 'added', step, text: `${say(row)}${where(now, row, says)}` }]
      if (own(was.step) !== own(row.step)) return [{ kind: 'changed', step, text: say(row), before: say(was) }]
      return stays.has(key(row)) ? [] : [{ kind: 'moved', step, text: say(row) }]
    }),
    ...old
      .filter(row => !freshById.has(row.step.id))
      .map((row): Change => ({ kind: 'removed', step: null, text: say(row) })),
  ]
}

const key = ({ step, place }: Row) => `${step.id} ${place.parent} ${place.side}`

function longestCommon(a: string[], b: string[]): Set<string> {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const same = new Set<string>()
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; )
    if (a[i] === b[j]) {
      same.add(a[i]!)
      i++
      j++
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  return same
}

function where(graph: Graph, { place }: Row, says: Describer): string {
  const holder = outline(graph).find(row => row.step.id === place.parent)?.step
  return holder && place.side && 'yes' in holder
    ? ` (${sideSentence(holder, place.side, says).replace(/^./, first => first.toLowerCase())})`
    : ''
}

function triggerChanges(before: Graph, now: Graph, says: Describer): Change[] {
  const texts = (graph: Graph) =>
    graph.triggers.map(one => ({ id: canonical(one), text: `Start when ${says.trigger(one)}` }))
  const [old, fresh] = [texts(before), texts(now)]
  const lacks = (list: typeof old, { id }: (typeof old)[number]) => !list.some(one => one.id === id)
  return [
    ...fresh.filter(one => lacks(old, one)).map(({ text }): Change => ({ kind: 'added', step: null, text })),
    ...old.filter(one => lacks(fresh, one)).map(({ text }): Change => ({ kind: 'removed', step: null, text })),
  ]
}

function rules(before: Graph, now: Graph, says: Describer): Change[] {
  const exit = ({ exit }: Graph) =>
    exit ? `End early for anyone who is no longer one of the ${says.people(exit)}` : 'Nobody ends early'
  return [
    ...(before.reentry === now.reentry
      ? []
      : [
          {
            kind: 'changed' as const,
            step: null,
            text: reentrySentence[now.reentry],
            before: reentrySentence[before.reentry],
          },
        ]),
    ...(canonical(before.exit) === canonical(now.exit)
      ? []
      : [{ kind: 'changed' as const, step: null, text: exit(now), before: exit(before) }]),
  ]
}
