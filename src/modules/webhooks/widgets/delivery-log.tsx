import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './webhooks.module.css'

type Delivery = Awaited<ReturnType<typeof client.webhookDeliveries.list>>['items'][number]

interface DeliveryLogProps {
  endpointId: string
  url: string
  onClose: () => void
}

/** What was sent to one endpoint in the last 30 days, newest first. */
export function DeliveryLog({ endpointId, url, onClose }: DeliveryLogProps) {
  const log = useInfiniteQuery(
    api.webhookDeliveries.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ endpointId, limit: 20, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      meta: { live: ['api'] },
    }),
  )
  const items = log.data?.pages.flatMap(page => page.items)
  return (
    <Drawer opened onClose={onClose} title="Delivery log" position="right" size="lg">
      <Text size="sm" c="dimmed" mb="sm" className={classes.what}>
        {url}
      </Text>
      {log.error ? (
        <ErrorPanel error={log.error} what="the delivery log" onRetry={() => void log.refetch()} />
      ) : !items ? (
        <SkeletonRows rows={4} />
      ) : items.length === 0 ? (
        <Text size="sm">Nothing was sent in the last 30 days.</Text>
      ) : (
        <ul className={classes.list}>
          {items.map(delivery => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {log.hasNextPage ? (
        <Button variant="default" mt="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Drawer>
  )
}

function Row({ delivery: { id, type, state, occurredAt, attempts, nextAttemptAt } }: { delivery: Delivery }) {
  const { dateTime } = useFormat()
  const act = useAct(api.webhookDeliveries.key())
  const last = attempts.at(-1)
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.what}>
        <Text fw={550}>{type}</Text>
        <Text size="sm" c="dimmed">
          {dateTime(occurredAt)}
          {attempts.length > 1 ? `, ${attempts.length} attempts` : ''}
        </Text>
        {last?.problem ? <Text size="sm">{last.problem}</Text> : null}
        {state === 'pending' && nextAttemptAt && attempts.length > 0 ? (
          <Text size="sm" c="dimmed">
            Next attempt {dateTime(nextAttemptAt)}
          </Text>
        ) : null}
      </Stack>
      <Group gap="xs">
        <StatusBadge of="webhookDelivery" value={state} />
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Send again: ${type}`}
          onClick={() => void act(() => client.webhookDeliveries.replay({ id }), 'Sent again')}
        >
          Send again
        </Button>
      </Group>
    </li>
  )
}
