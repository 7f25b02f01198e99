import { useEffect } from 'react'

/** Says that the page answers now: what was pressed before is pressed again, once the fields have what was typed. */
export function useAwake() {
  useEffect(() => {
    const soon = setTimeout(() => document.dispatchEvent(new Event('late:awake')))
    return () => clearTimeout(soon)
  }, [])
}
