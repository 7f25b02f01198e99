import { useEffect } from 'react'

/**
 * The page as /late.js wants it: complete, with its scripts named and not loaded. They are what a sign-in page weighs, and
 * nobody needs them before the first key.
 */
export const withScriptsHeld = (html: string): string =>
  html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script [^>]*)type="module" async=""/, '$1type="text/late"')

/** Says that the page answers now: what was pressed before is pressed again, once the fields have what was typed. */
export function useAwake() {
  useEffect(() => {
    const soon = setTimeout(() => document.dispatchEvent(new Event('late:awake')))
    return () => clearTimeout(soon)
  }, [])
}
