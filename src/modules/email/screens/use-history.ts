import { useCallback, useState } from 'react'

/** Changes of one field that follow each other so closely are one step. */
const TOGETHER = 800
const MOST_STEPS = 100

interface Steps<Value> {
  past: Value[]
  value: Value
  future: Value[]
  /** which field was changed last, and when */
  last: string
  at: number
}

const always = () => true

/**
 * A value that remembers what it was.
 * @param typed whether a change may be part of the step before it: what puts in or takes away a whole part is one of its own
 */
export function useHistory<Value extends object>(
  first: () => Value,
  typed: (before: Value, after: Value) => boolean = always,
) {
  const [steps, setSteps] = useState<Steps<Value>>(() => ({ past: [], value: first(), future: [], last: '', at: 0 }))

  const change = useCallback(
    (changes: Partial<Value>) => {
      const [last, at] = [Object.keys(changes).join(' '), performance.now()]
      setSteps(before => {
        const value = { ...before.value, ...changes }
        const plain = typed(before.value, value)
        const goesOn = plain && before.last === last && at - before.at < TOGETHER && before.past.length > 0
        const past = goesOn ? before.past : [...before.past, before.value].slice(-MOST_STEPS)
        return { past, value, future: [], last: plain ? last : '', at }
      })
    },
    [typed],
  )

  const undo = () =>
    setSteps(({ past, value, future }) =>
      past.length === 0
        ? { past, value, future, last: '', at: 0 }
        : { past: past.slice(0, -1), value: past.at(-1)!, future: [value, ...future], last: '', at: 0 },
    )
  const redo = () =>
    setSteps(({ past, value, future }) =>
      future.length === 0
        ? { past, value, future, last: '', at: 0 }
        : { past: [...past, value], value: future[0]!, future: future.slice(1), last: '', at: 0 },
    )

  return { value: steps.value, change, undo, redo, mayUndo: steps.past.length > 0, mayRedo: steps.future.length > 0 }
}
