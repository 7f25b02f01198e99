import type { Known } from './state.ts'

/** An address or number of more people than this names nobody: of them, only those with the same name are looked at. */
export const crowd = 40

/** People by what rows find them by: the old system's number, an imported row's key, an address or number. */
export interface Book {
  add(known: Known, rowKeys?: readonly string[]): void
  /** Someone who may be in the book already is found by another row, and by addresses and numbers they have now. */
  also(known: Known, rowKey: string): void
  byExternalId(id: string): Known | undefined
  byRowKey(key: string): Known | undefined
  sharing(values: readonly string[], nameKey: string): Known[]
}

/** Most addresses are one person's: without a list around it, a whole file takes less memory. */
type Some = Known | Known[]
const listOf = (some: Some | undefined): Known[] => (some === undefined ? [] : Array.isArray(some) ? some : [some])

export function book(): Book {
  const external = new Map<string, Known>()
  const keys = new Map<string, Known>()
  const sharers = new Map<string, Some>()
  const named = new Map<string, Some>()

  function file(index: Map<string, Some>, at: string, known: Known): void {
    const list = listOf(index.get(at))
    if (list.length >= crowd || list.some(({ id }) => id === known.id)) return
    index.set(at, list.length === 0 ? known : [...list, known])
  }

  function share(value: string, known: Known): void {
    const list = listOf(sharers.get(value))
    if (list.length < crowd) {
      file(sharers, value, known)
      return
    }
    if (list.length === crowd) for (const one of list) file(named, `${value} ${one.nameKey}`, one)
    if (list.length === crowd) list.push(known)
    file(named, `${value} ${known.nameKey}`, known)
  }

  return {
    add(known, rowKeys = []) {
      if (known.externalId) external.set(known.externalId, known)
      for (const key of rowKeys) keys.set(key, known)
      for (const value of [...known.emails, ...known.phones]) share(value, known)
    },
    also(known, rowKey) {
      if (known.externalId) external.set(known.externalId, known)
      keys.set(rowKey, known)
      for (const value of [...known.emails, ...known.phones]) share(value, known)
    },
    byExternalId: id => external.get(id),
    byRowKey: key => keys.get(key),
    sharing(values, nameKey) {
      const found = new Set<Known>()
      for (const value of values) {
        const list = listOf(sharers.get(value))
        const some = list.length > crowd ? listOf(named.get(`${value} ${nameKey}`)) : list
        for (const known of some.slice(0, crowd)) found.add(known)
      }
      return [...found]
    },
  }
}

/** Keeps names and addresses alone, so that a whole file fits in memory. */
export function slim(whole: Book): Book {
  const kept = new Map<string, Known>()
  const lean = (known: Known): Known => {
    const bare = { ...known, touched: known.state?.touched ?? known.touched, state: null }
    const before = kept.get(known.id)
    if (!before) kept.set(known.id, bare)
    return before ? Object.assign(before, bare) : bare
  }
  return {
    ...whole,
    add: (known, rowKeys) => whole.add(lean(known), rowKeys),
    also: (known, rowKey) => whole.also(lean(known), rowKey),
  }
}
