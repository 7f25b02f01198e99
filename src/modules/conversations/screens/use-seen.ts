import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '#web/api.ts'
import type { Conversation } from './use-conversations.ts'

/** Looked at for so long, in a window that has the focus, it is read. */
const LOOK = 1_000

type Pages = InfiniteData<{ items: Conversation[] }>

function showRead(queries: QueryClient, id: string): void {
  queries.setQueryData(api.conversations.get.queryKey({ input: { id } }), thread => thread && { ...thread, unread: 0 })
  queries.setQueriesData<Pages>(
    { queryKey: api.conversations.list.key({ type: 'infinite' }) },
    list =>
      list && {
        ...list,
        pages: list.pages.map(page => ({
          ...page,
          items: page.items.map(row => (row.id === id ? { ...row, unread: 0 } : row)),
        })),
      },
  )
}

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
          // Shown at once; the news of it brings the rest, once.
          .then(() => showRead(queries, id))
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
