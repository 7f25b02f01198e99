import { useEffect, useMemo, useState } from 'react'

export interface Selection {
  /** the rows ticked one by one; all loaded rows when `everything` */
  ids: string[]
  /** every row that matches the list's search and filters, also those not loaded */
  everything: boolean
  count: number
  has: (id: string) => boolean
  toggle: (id: string) => void
  toggleLoaded: () => void
  selectEverything: () => void
  clear: () => void
}

/** `question` is what the list asks for; another question starts with nothing selected. */
export function useSelection(loaded: string[], total: number | undefined, question: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [everything, setEverything] = useState(false)

  useEffect(() => {
    setChosen(new Set())
    setEverything(false)
  }, [question])

  return useMemo(() => {
    const ids = everything ? loaded : loaded.filter(id => chosen.has(id))
    const clear = () => {
      setChosen(new Set())
      setEverything(false)
    }
    return {
      ids,
      everything,
      count: everything ? (total ?? loaded.length) : ids.length,
      has: id => everything || chosen.has(id),
      toggle: id => {
        const next = new Set(everything ? loaded : chosen)
        if (!next.delete(id)) next.add(id)
        setChosen(next)
        setEverything(false)
      },
      toggleLoaded: () => (ids.length === loaded.length ? clear() : setChosen(new Set(loaded))),
      selectEverything: () => setEverything(true),
      clear,
    }
  }, [loaded, total, chosen, everything])
}
