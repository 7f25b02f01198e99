import { Button, Group, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, type client } from '#web/api.ts'
import classes from './newsletter.module.css'

type Issue = Awaited<ReturnType<typeof client.newsletters.list>>['items'][number]

/** Drafts and what was sent, newest first; each opens its page. */
export function Issues() {
  const query = useInfiniteQuery(
    api.newsletters.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 5, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(page => page.items.some(item => item.state === 'sending')) ? 2_000 : false,
    }),
  )
  const list = rowsOf(query)
  if (list.error && list.rows.length === 0)
    return <ErrorPanel error={list.error} what="the newsletters" onRetry={list.retry} />
  if (!list.pending && list.rows.length === 0) return null
  return (
    <Panel>
      <Title order={3} mb="xs">
        Newsletters
      </Title>
      {list.pending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul className={classes.issues}>
          {list.rows.map(issue => (
            <Row key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
      {list.hasMore ? (
        <Button variant="subtle" size="compact-sm" loading={list.loadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      ) : null}
    </Panel>
  )
}

function Row({ issue }: { issue: Issue }) {
  const { dateTime, number } = useFormat()
  const { progress, state, scheduledFor, startedAt, updatedAt } = issue
  return (
    <li className={classes.issue}>
      <div>
        <Link to={`/admin/newsletters/${issue.id}`} className={classes.open}>
          {issue.subject || 'No subject yet'}
        </Link>
        <Text size="sm" c="dimmed" data-figures>
          {scheduledFor ? (
            `Scheduled for ${dateTime(scheduledFor)}`
          ) : progress ? (
            <Group gap={4} component="span">
              {state === 'sending' || state === 'paused'
                ? `${number(progress.total - progress.waiting)} of ${number(progress.total)} sent`
                : `Sent to ${people(progress.sent)}`}
              {startedAt ? (
                <>
                  , <RelativeTime at={startedAt} />
                </>
              ) : null}
            </Group>
          ) : (
            <>
              Edited <RelativeTime at={updatedAt} />
            </>
          )}
        </Text>
      </div>
      <StatusBadge of="campaign" value={state} />
    </li>
  )
}
