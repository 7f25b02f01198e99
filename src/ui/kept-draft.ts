type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage of this tab, which a reload keeps; undefined on the server and where it is switched off. */
function tab(): Store | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

const nameOf = (key: string) => `lampstand.unsaved.${key}`

/** Keeps what is not saved yet over a reload of this tab; null forgets it. */
export function keepDraft(key: string, draft: { version: number; value: unknown } | null, store = tab()): void {
  try {
    if (draft) store?.setItem(nameOf(key), JSON.stringify(draft))
    else store?.removeItem(nameOf(key))
  } catch {
    // Full or refused: what was typed is on the screen still.
  }
}

/** What a reload of this tab kept, and the version that it began with. */
export function readDraft<Value>(key: string, store = tab()): { version: number; value: Value } | undefined {
  try {
    return JSON.parse(store?.getItem(nameOf(key)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
