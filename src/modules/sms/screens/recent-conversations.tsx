import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import classes from './sms.module.css'

/** Who wrote last by text; the thread is a click away. */
export function RecentConversations() {
  const { data, error, refetch } = useQuery(
    api.conversations.list.queryOptions({
      input: { channel: 'sms', status: 'all', limit: 5 },
      meta: { live: ['conversations'] },
    }),
  )
  return (
    <Panel title="Recent conversations" minHeight={160} link={{ label: 'All conversations →', to: '/conversations' }}>
      {error && !data ? <ErrorPanel error={error} what="the conversations" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={4} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          Replies to your texts appear here and in Conversations.
        </Text>
      ) : null}
      {data?.items.map(one => (
        <div className={classes.row} key={one.id}>
          <div className={classes.grow}>
            <Anchor component={Link} to={`/conversations?c=${one.id}`} fw={550} size="sm">
              {one.name}
            </Anchor>
            <Text c="dimmed" size="sm" className={classes.line}>
              {one.preview}
            </Text>
          </div>
          <Text c="dimmed" size="sm">
            <RelativeTime at={one.lastAt} />
          </Text>
        </div>
      ))}
    </Panel>
  )
}
