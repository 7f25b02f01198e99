import { Anchor, Button, Timeline as Line, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { placeOf, sentenceOf } from '../rules/timeline.ts'
import { useLeadNames } from '../widgets/use-lead-names.ts'
import { useFreshPeople } from './use-merge.ts'

/** What happened with someone, newest first. */
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
    return <Text c="dimmed">No activity yet. Calls, moves on the board and imports appear here.</Text>
  return (
    <Stack>
      <Line bulletSize={12} lineWidth={2} active={entries.length}>
        {entries.map(entry => (
          <Line.Item key={entry.id} title={<What entry={entry} />}>
            <Text size="sm" c="dimmed">
              {entry.userName ? `${entry.userName}, ` : ''}
              <RelativeTime at={entry.at} />
            </Text>
            {entry.type === 'person.merged' ? <TakeApart personId={personId} mergeId={entry.data.mergeId} /> : null}
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
  const leadNames = useLeadNames()
  const [words, place] = [sentenceOf(type, { ...data, leadNames }), placeOf(type, data)]
  return place ? (
    <Anchor component={Link} to={place} inherit>
      {words}
    </Anchor>
  ) : (
    words
  )
}

/** Undo, for 30 days. */
function TakeApart({ personId, mergeId }: { personId: string; mergeId: unknown }) {
  const mayWrite = useMay('people.write')
  const fresh = useFreshPeople()
  const { data } = useQuery(api.merges.list.queryOptions({ input: { personId }, meta: { live: ['people'] } }))
  const merge = data?.items.find(item => item.id === mergeId)
  if (!merge || !mayWrite) return null
  const undo = async () => {
    try {
      await client.merges.undo({ id: merge.id })
      toast(`${merge.keptName} and ${merge.goneName} are separate again`)
    } catch (error) {
      toastError(error, 'It could not be undone')
    }
    await fresh()
  }
  return (
    <Button size="compact-xs" variant="default" mt={4} onClick={() => void undo()}>
      Undo the merge with {merge.goneName}
    </Button>
  )
}
