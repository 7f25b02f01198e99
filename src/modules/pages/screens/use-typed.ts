import { useCallback, useEffect, useRef, useState } from 'react'

/** As long as someone goes on typing, the page is not drawn again: with hundreds of blocks each letter would wait for it. */
const PAUSE = 150

/**
 * What is being typed: shown at once, and handed on after a short pause, when the input is left and when it goes away.
 * @param text as the page has it; another text, e.g. after Undo, takes the place of what was typed
 */
export function useTyped(text: string, onChange: (text: string) => void) {
  const [value, setValue] = useState(text)
  const waiting = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (waiting.current === undefined) return
    const next = waiting.current
    waiting.current = undefined
    latest.current(next)
  }, [])
  useEffect(() => {
    if (waiting.current === undefined) setValue(text)
  }, [text])
  useEffect(() => flush, [flush])

  const type = (next: string) => {
    setValue(next)
    waiting.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, PAUSE)
  }
  return { value, type, flush }
}
