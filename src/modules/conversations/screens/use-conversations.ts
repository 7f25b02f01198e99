import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { rowsOf } from '#ui/list-source.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, type client } from '#web/api.ts'
import type { AnswerChannel, ConversationState } from '../rules/states.ts'

export type Conversation = Awaited<ReturnType<typeof client.conversations.list>>['items'][number]
export type ThreadData = Awaited<ReturnType<typeof client.conversations.get>>
export type Item = Awaited<ReturnType<typeof client.conversations.items>>['items'][number]

const filterOf = ({ q, filters: { status, channel, only } }: ListState<string>) => ({
  ...(q && { search: q }),
  status: (status as ConversationState | 'all' | undefined) ?? ('open' as const),
  ...(channel && { channel: channel as AnswerChannel }),
  ...(only === 'unread' && { unread: true }),
  ...(only === 'mine' && { mine: true }),
})

/** The list that the filters ask for, as it is now. */
export function useConversations(state: ListState<string>) {
  const filter = filterOf(state)
  const list = useInfiniteQuery(
    api.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: 50, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['conversations'] },
    }),
  )
  return rowsOf(list)
}
