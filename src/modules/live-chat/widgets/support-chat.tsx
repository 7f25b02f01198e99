import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ConversationRow } from './conversation-row.tsx'
import { SupportThread } from './support-thread.tsx'

const states = ['open', 'closed', 'all'] as const
type State = (typeof states)[number]
type Page = Awaited<ReturnType<typeof client.supportInbox.list>>

/** Visitors wait on the other end: looked at again while the page is seen. */
const RHYTHM_MS = 5_000

const wanted = (q: string, state: State) => ({ q: q || undefined, state: state === 'all' ? undefined : state })

function useConversations(q: string, state: State) {
  return useInfiniteQuery(
    api.supportInbox.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...wanted(q, state), cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: RHYTHM_MS,
    }),
  )
}

/** What visitors have written in the support chat, newest first; a thread opens beside it. */
export function SupportChat() {
  const { q, setQ, filters, setFilter } = useListState({ sort: '-last', filters: ['state'], prefix: 'chat' })
  const state = states.find(one => one === filters.state) ?? 'open'
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useConversations(q, state)
  const waiting = list.data?.pages[0]?.waiting ?? 0

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <SearchBox value={q} onChange={setQ} placeholder="Search conversations" />
          <SegmentedControl
            aria-label="Show"
            value={state}
            onChange={value => setFilter('state', value === 'open' ? null : value)}
            data={[
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
              { value: 'all', label: 'All' },
            ]}
          />
        </Group>
        <Group gap="sm">
          <Text c="dimmed" size="sm" role="status">
            {waitingWords(waiting)}
          </Text>
          <ExportCsv name="support-chat.csv" make={() => client.supportInbox.export(wanted(q, state))} />
        </Group>
      </Group>
      <Rows list={list} narrowed={q !== '' || state === 'closed'} onOpen={setChosen} />
      {chosen ? <SupportThread id={chosen} onClose={() => setChosen(null)} /> : null}
    </Stack>
  )
}

const waitingWords = (count: number) =>
  count === 0 ? 'No one is waiting' : count === 1 ? '1 visitor is waiting' : `${count} visitors are waiting`

interface RowsProps {
  list: ReturnType<typeof useConversations>
  narrowed: boolean
  onOpen: (id: string) => void
}

function Rows({ list, narrowed, onOpen }: RowsProps) {
  if (list.isPending) return <SkeletonRows rows={5} />
  if (list.error && !list.data)
    return <ErrorPanel error={list.error} what="the conversations" onRetry={() => void list.refetch()} />
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconMessageCircle stroke={1.75} />}
        title={narrowed ? 'No results' : 'No messages yet'}
        text="Messages from the chat on the public pages appear here. Your answers appear in the visitor’s chat."
      />
    )
  return (
    <Stack gap="md" align="center">
      <Stack gap={0} component="ul" m={0} p={0} w="100%">
        {items.map(conversation => (
          <ConversationRow key={conversation.id} conversation={conversation} onOpen={onOpen} />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Stack>
  )
}
