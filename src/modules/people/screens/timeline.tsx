import { Anchor, Button, Timeline as Line, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { placeOf, sentenceOf } from '../rules/timeline.ts'

/** What happened with somebody, newest first. */
export function Timeline({ personId }: { personId: string }) {
  const list = useInfiniteQuery(
    api.timeline.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ personId, limit: 30, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      meta: { live: ['people'] },
    }),
  )
  if (list.error) return <ErrorPanel error={list.error} what="the timeline" onRetry={() => void list.refetch()} />
  if (list.isPending) return <SkeletonRows rows={4} />
  const entries = list.data.pages.flatMap(page => page.items)
  if (entries.length === 0)
    return <Text c="dimmed">Nothing has happened yet. Calls, moves on the board and imports appear here.</Text>
  return (
    <Stack>
      <Line bulletSize={12} lineWidth={2} active={entries.length}>
        {entries.map(entry => (
          <Line.Item key={entry.id} title={<What entry={entry} />}>
            <Text size="sm" c="dimmed">
              {entry.userName ? `${entry.userName}, ` : ''}
              <RelativeTime at={entry.at} />
            </Text>
          </Line.Item>
        ))}
      </Line>
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Earlier
        </Button>
      ) : null}
    </Stack>
  )
}

function What({ entry: { type, data } }: { entry: { type: string; data: Record<string, unknown> } }) {
  const [words, place] = [sentenceOf(type, data), placeOf(type, data)]
  return place ? (
    <Anchor component={Link} to={place} inherit>
      {words}
    </Anchor>
  ) : (
    words
  )
}
