import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { changeSearch } from './search-change.ts'

/** Sets names in the search of the address, or takes them away (null, ''); everything else in it stays. */
export function useSearchChange() {
  const navigate = useNavigate()
  return useCallback(
    (changes: Record<string, string | null>) => {
      // What the browser shows, not what was last drawn: drawing may lag behind an address that has arrived.
      const { pathname, search, hash } = window.location
      void changeSearch(changes, { pathname, search }, next =>
        navigate({ search: next, hash }, { replace: true, preventScrollReset: true }),
      )
    },
    [navigate],
  )
}
