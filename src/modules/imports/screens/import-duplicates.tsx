import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { mergeLink, useDismiss } from '#people/widgets/use-dismiss.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import classes from './import.module.css'

type Pair = Awaited<ReturnType<typeof client.duplicates.list>>['items'][number]

/** New people who may be there already: nothing was merged, so someone looks. */
export function ImportDuplicates({ importId }: { importId: string }) {
  const pairs = useInfiniteQuery(
    api.duplicates.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ importId, limit: 20, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      meta: { live: ['people'] },
    }),
  )
  const rows = pairs.data?.pages.flatMap(page => page.items)
  if (rows?.length === 0) return null
  return (
    <Panel title="May be the same person">
      {pairs.error ? (
        <ErrorPanel error={pairs.error} what="them" onRetry={() => void pairs.refetch()} />
      ) : !rows ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul className={classes.pairs}>
          {rows.map(pair => (
            <PairRow key={pair.id} pair={pair} />
          ))}
        </ul>
      )}
      {pairs.hasNextPage ? (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => void pairs.fetchNextPage()}
          loading={pairs.isFetchingNextPage}
        >
          Show more
        </Button>
      ) : null}
    </Panel>
  )
}

function PairRow({ pair }: { pair: Pair }) {
  const dismiss = useDismiss()
  const { id, person, other, reason } = pair
  return (
    <li>
      <div>
        <Text>
          <Link to={`/people/${person.id}`}>{person.name}</Link> and{' '}
          <Link to={`/people/${other.id}`}>{other.name}</Link>
        </Text>
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      </div>
      <Group gap="xs">
        <Button component={Link} to={mergeLink(other.id, person.id)} size="xs">
          Compare
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => void dismiss(id)}
          aria-label={`Not a duplicate: ${person.name} and ${other.name}`}
        >
          Not a duplicate
        </Button>
      </Group>
    </li>
  )
}
