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

/** A value that remembers what it was. */
export function useHistory<Value extends object>(first: () => Value) {
  const [steps, setSteps] = useState<Steps<Value>>(() => ({ past: [], value: first(), future: [], last: '', at: 0 }))

  const change = useCallback((changes: Partial<Value>) => {
    const [last, at] = [Object.keys(changes).join(' '), performance.now()]
    setSteps(before => {
      const goesOn = before.last === last && at - before.at < TOGETHER && before.past.length > 0
      const past = goesOn ? before.past : [...before.past, before.value].slice(-MOST_STEPS)
      return { past, value: { ...before.value, ...changes }, future: [], last, at }
    })
  }, [])

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
