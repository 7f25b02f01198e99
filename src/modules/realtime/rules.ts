/** Who holds a stream, by what each cap counts: `{ user: '…', account: '…' }`. */
export type Holder<Kind extends string> = Record<Kind, string>

/**
 * Places for streams of one kind, in this process: at most so many for each user, account, network … and `all` together. Kinds
 * have places of their own, so that none of them takes those of another.
 */
export function places<Kind extends string>(most: Record<Kind, number> & { all: number }) {
  const taken = new Map<string, number>()
  return {
    /** @returns what gives the place back, once; undefined where one of the caps is reached */
    take(holder: Holder<Kind>): (() => void) | undefined {
      const counted: [name: string, most: number][] = [
        ['all', most.all],
        ...Object.entries<string>(holder).map(([kind, id]): [string, number] => [`${kind} ${id}`, most[kind as Kind]]),
      ]
      if (counted.some(([name, limit]) => (taken.get(name) ?? 0) >= limit)) return
      const names = counted.map(([name]) => name)
      for (const name of names) taken.set(name, (taken.get(name) ?? 0) + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        for (const name of names) {
          const left = taken.get(name)! - 1
          if (left > 0) taken.set(name, left)
          else taken.delete(name)
        }
      }
    },
    count: () => taken.get('all') ?? 0,
  }
}
