import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'
import { summary } from '../rules/summary.ts'
import classes from './import.module.css'
import type { Listed } from './use-import.ts'

/** Every file that was brought, the newest first. */
export function EarlierImports() {
  const query = useInfiniteQuery(
    api.imports.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 20, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
    }),
  )
  const rows = query.data?.pages.flatMap(page => page.items)
  return (
    <Panel title="Earlier imports">
      {query.error ? (
        <ErrorPanel error={query.error} what="the earlier imports" onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <SkeletonRows rows={3} />
      ) : rows.length === 0 ? (
        <Text c="dimmed">No imports yet. Your imports are listed here, and you can undo them for 30 days.</Text>
      ) : (
        <ul className={classes.earlier}>
          {rows.map(row => (
            <Earlier key={row.id} row={row} />
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          Show more
        </Button>
      ) : null}
    </Panel>
  )
}

function Earlier({ row }: { row: Listed }) {
  const { number } = useFormat()
  const { id, name, state, rows, rowsDone, counts, problem, createdAt } = row
  const text =
    problem ??
    (state === 'running' || state === 'checking'
      ? `${number(rowsDone)} of ${counted(rows, 'rows', number)}`
      : counts
        ? summary(counts)
        : rows > 0
          ? `${number(rows)} ${rows === 1 ? 'row' : 'rows'}, not imported yet`
          : '')
  return (
    <li>
      <div>
        <Link to={`/people/import?import=${id}`}>{name}</Link>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {text}
        </Text>
      </div>
      <StatusBadge of="import" value={state} />
      <Text size="sm" c="dimmed">
        <RelativeTime at={createdAt} />
      </Text>
    </li>
  )
}
