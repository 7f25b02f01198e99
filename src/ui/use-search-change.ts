import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Where the address is going: a second change within a moment builds on the first, which has not arrived yet. */
let ahead: { pathname: string; search: string } | null = null

/** Sets names in the search of the address, or takes them away (null, ''); everything else in it stays. */
export function useSearchChange() {
  const location = useLocation()
  const navigate = useNavigate()
  const latest = useRef(location)
  useLayoutEffect(() => void (latest.current = location), [location])
  useEffect(() => void (ahead = null), [location])

  return useCallback(
    (changes: Record<string, string | null>) => {
      const { pathname, search, hash } = latest.current
      const next = new URLSearchParams(ahead?.pathname === pathname ? ahead.search : search)
      for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
      ahead = { pathname, search: next.toString() }
      void navigate({ search: next.toString(), hash }, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
}
