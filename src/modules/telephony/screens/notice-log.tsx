import { Badge, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { counted } from '#ui/counted.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useAct } from '#ui/use-act.ts'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import type { EventRoute } from '../rules/states.ts'
import classes from './twilio.module.css'

type Row = Awaited<ReturnType<typeof client.carrierWebhooks.list>>['items'][number]

const columns: Column<Row>[] = [
  {
    key: 'about',
    header: 'Notice',
    width: '22%',
    name: row => row.about,
    render: row => (
      <div>
        <Text fw={550}>{row.about}</Text>
        <Text size="xs" c="dimmed">
          /api/twilio/{row.route}
        </Text>
      </div>
    ),
  },
  { key: 'received', header: 'Received', render: row => <RelativeTime at={row.receivedAt} /> },
  {
    key: 'state',
    header: 'Handled',
    render: row => (
      <Stack gap={2}>
        <Group gap="xs">
          <Badge variant="light" tt="none" color={row.processedAt ? 'green' : row.error ? 'red' : 'gray'}>
            {row.processedAt ? 'Handled' : row.error ? 'Failed' : 'Waiting'}
          </Badge>
          {row.copies > 0 ? (
            <Text size="xs" c="dimmed" data-figures>
              came {counted(row.copies + 1, 'times')}
            </Text>
          ) : null}
        </Group>
        {row.error ? (
          <Text size="xs" c="dimmed">
            {row.error}
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    key: 'payload',
    header: 'Payload',
    width: '32%',
    optional: true,
    render: row => (
      <details>
        <summary>{counted(Object.keys(row.payload).length, 'fields')}</summary>
        <pre className={classes.payload}>
          {Object.entries(row.payload)
            .map(([name, value]) => `${name}=${value}`)
            .join('\n')}
        </pre>
      </details>
    ),
  },
  { key: 'actions', header: 'Actions', align: 'right', card: 'plain', render: row => <Replay row={row} /> },
]

function Replay({ row }: { row: Row }) {
  const act = useAct(api.carrierWebhooks.key(), api.carrierSettings.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.carrierWebhooks.replay({ id: row.id }), 'Processed again')}
    >
      Replay
    </Button>
  )
}

const Filters = ({ state }: { state: ListState<string> }) => (
  <>
    <NativeSelect
      aria-label="Address"
      value={state.filters.route ?? ''}
      onChange={event => state.setFilter('route', event.currentTarget.value || null)}
      data={[
        { value: '', label: 'All addresses' },
        { value: 'sms', label: 'Incoming SMS' },
        { value: 'voice', label: 'Voice' },
        { value: 'status', label: 'Status' },
      ]}
    />
    <NativeSelect
      aria-label="Handled"
      value={state.filters.failed ?? ''}
      onChange={event => state.setFilter('failed', event.currentTarget.value || null)}
      data={[
        { value: '', label: 'Any status' },
        { value: '1', label: 'Not processed' },
      ]}
    />
  </>
)

/** Every proven notice as it came; what it means can be done again without harm. */
export function NoticeLog() {
  const state = useListState<string>({ sort: '', filters: ['route', 'failed'], prefix: 'log' })
  const { route, failed } = state.filters
  const list = useInfiniteQuery(
    api.carrierWebhooks.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(route && { route: route as EventRoute }),
        ...(failed && { failed: true }),
        limit: 20,
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['telephony'] },
    }),
  )
  return (
    <Stack mt="xl" gap="sm">
      <Title order={2} size="h3">
        Webhook log
      </Title>
      <DataTable
        label="notices"
        columns={columns}
        source={rowsOf(list)}
        state={state}
        filters={<Filters state={state} />}
        empty={{
          title: 'No events yet',
          text: 'Events from the carrier about texts and calls appear here.',
        }}
      />
    </Stack>
  )
}
