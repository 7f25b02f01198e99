import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { api } from '#web/api.ts'
import { statusNames } from '../rules/options.ts'

/** What someone asked prayer for, as far as the reader may see it. */
export function PrayerOfPerson({ personId }: { personId: string }) {
  const { data, error, refetch } = useQuery(
    api.prayerRequests.list.queryOptions({ input: { personId, limit: 5 }, meta: { live: ['prayer'] } }),
  )
  if (error) return <ErrorPanel error={error} what="the prayer requests" onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Prayer">
      <Stack gap="xs">
        {data.items.map(({ id, request, status, createdAt }) => (
          <div key={id}>
            <Anchor component={Link} to={`/prayer-requests?request=${id}`} size="sm" lineClamp={2}>
              {request}
            </Anchor>
            <Text size="xs" c="dimmed">
              {statusNames[status]} · <RelativeTime at={createdAt} />
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
