import { useCallback, useEffect, useRef } from 'react'
import { client } from '#web/api.ts'

export interface Words {
  text: string
  subject: string
}
/** As long as someone goes on typing, nothing is sent. */
const PAUSE = 800

/**
 * Keeps words on the server shortly after the last of them was typed, in their order, so that they are there on
 * another device too. What can't be kept now stays in this browser, and is tried again with the next word.
 */
export function useKept(conversationId: string, onKept: (words: Words) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<Words>(undefined)
  const chain = useRef<Promise<unknown>>(Promise.resolve())
  const done = useRef(onKept)
  done.current = onKept

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const words = waiting.current
    waiting.current = undefined
    if (!words) return
    const { text, subject } = words
    chain.current = chain.current
      .then(() => client.conversationDrafts.keep({ id: conversationId, text, subject }))
      .then(() => done.current(words))
      // It stands in this browser, and isn't worth a message.
      .catch(() => undefined)
  }, [conversationId])

  const keep = (words: Words) => {
    waiting.current = words
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, PAUSE)
  }
  /** It was sent: what is still on its way must not bring it back. */
  const clear = () => {
    waiting.current = { text: '', subject: '' }
    flush()
  }
  useEffect(() => flush, [flush])
  return { keep, clear }
}
