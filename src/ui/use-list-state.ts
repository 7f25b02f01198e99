import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useSearchChange } from './use-search-change.ts'

export interface ListState<Filter extends string = string> {
  q: string
  /** a field, with a minus before it for descending: `-createdAt` */
  sort: string
  filters: Partial<Record<Filter, string>>
  /** true when a search or filter is set */
  narrowed: boolean
  setQ: (q: string) => void
  setSort: (sort: string) => void
  setFilter: (name: Filter, value: string | null) => void
  clear: () => void
}

/** Search, sort and filters of a list, kept in the address so that it can be reloaded, shared and gone back to. */
export function useListState<Filter extends string = never>(options: {
  sort: string
  filters?: readonly Filter[]
  /** Before each name in the address, where a screen has several lists: `contact` makes `contact.q`. */
  prefix?: string
}): ListState<Filter> {
  const [params] = useSearchParams()
  const names = (options.filters ?? []).join(' ')
  const before = options.prefix ? `${options.prefix}.` : ''

  const change = useSearchChange()
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      change(Object.fromEntries(Object.entries(changes).map(([name, value]) => [before + name, value]))),
    [change, before],
  )

  return useMemo(() => {
    const known = names.split(' ').filter(Boolean) as Filter[]
    const filters: Partial<Record<Filter, string>> = {}
    for (const name of known) if (params.has(before + name)) filters[name] = params.get(before + name)!
    const q = params.get(`${before}q`) ?? ''
    return {
      q,
      sort: params.get(`${before}sort`) ?? options.sort,
      filters,
      narrowed: q !== '' || Object.keys(filters).length > 0,
      setQ: value => set({ q: value }),
      setSort: value => set({ sort: value === options.sort ? null : value }),
      setFilter: (name, value) => set({ [name]: value }),
      clear: () => set({ q: null, ...Object.fromEntries(known.map(name => [name, null])) }),
    }
  }, [params, names, before, options.sort, set])
}
