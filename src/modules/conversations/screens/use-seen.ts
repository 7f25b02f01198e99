import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '#web/api.ts'

/** Looked at for so long, in a window that has the focus, it is read. */
const LOOK = 1_000

export function useSeen(id: string, newest: string | undefined, unread: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!newest || !unread) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (!document.hasFocus()) return
      timer = setTimeout(() => {
        client.conversations
          .read({ id, itemId: newest })
          .then(() => queries.invalidateQueries({ queryKey: api.conversations.key() }))
          // It stays unread, and is marked the next time.
          .catch(() => undefined)
      }, LOOK)
    }
    look()
    window.addEventListener('focus', look)
    window.addEventListener('blur', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      window.removeEventListener('blur', look)
    }
  }, [id, newest, unread, queries])
}
