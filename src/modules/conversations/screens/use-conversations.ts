import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { rowsOf } from '#ui/list-source.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, type client } from '#web/api.ts'
import type { ConversationState, listChannels } from '../rules/states.ts'

export type Conversation = Awaited<ReturnType<typeof client.conversations.list>>['items'][number]
export type ThreadData = Awaited<ReturnType<typeof client.conversations.get>>
export type Item = Awaited<ReturnType<typeof client.conversations.items>>['items'][number]

export const listFilters = [
  'status',
  'channel',
  'assignee',
  'tag',
  'unread',
  'mine',
  'waiting',
  'optedOut',
  'private',
  'in',
] as const
export const newest = 'newest'

/** What the address says, as the server is asked. */
export const filterOf = ({ q, sort, filters: { status, channel, assignee, tag, ...on } }: ListState<string>) => ({
  ...(q && { search: q, ...(on.in && { inMessages: true }) }),
  status: (status as ConversationState | 'all' | undefined) ?? ('open' as const),
  ...(channel && { channel: channel as (typeof listChannels)[number] }),
  ...(assignee && { assignedTo: assignee }),
  ...(tag && { tagId: tag }),
  ...(on.unread && { unread: true }),
  ...(on.mine && { mine: true }),
  ...(on.waiting && { waiting: true }),
  ...(on.optedOut && { optedOut: true }),
  ...(on.private && { confidential: true }),
  sort: sort === 'waiting' ? ('waiting' as const) : ('newest' as const),
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
