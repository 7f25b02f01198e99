import { useSearchParams } from 'react-router'
import { useSearchChange } from './use-search-change.ts'

export interface Detail {
  /** of what is open; null: nothing is */
  id: string | null
  open: (id: string) => void
  close: () => void
}

/** What is open beside a list, kept in the address under `name`: it can be reloaded, shared and gone back to. */
export function useDetail(name: string): Detail {
  const [params] = useSearchParams()
  const change = useSearchChange()
  return { id: params.get(name), open: id => change({ [name]: id }), close: () => change({ [name]: null }) }
}
