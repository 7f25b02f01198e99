import { Button, NativeSelect, Text } from '@mantine/core'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { gatewayTitles } from '../rules/gateways.ts'

type Row = Awaited<ReturnType<typeof client.paymentSettings.events>>['items'][number]

const columns: Column<Row>[] = [
  {
    key: 'type',
    header: 'Event',
    width: '34%',
    name: row => row.type,
    render: row => (
      <div>
        <Text fw={550}>{row.type}</Text>
        <Text size="xs" c="dimmed">
          {gatewayTitles[row.gateway]}, {row.objectId}
        </Text>
      </div>
    ),
  },
  { key: 'received', header: 'Received', render: row => <RelativeTime at={row.createdAt} /> },
  {
    key: 'state',
    header: 'Status',
    render: row => (
      <div>
        <StatusBadge of="gatewayEvent" value={row.state} />
        {row.problem ? (
          <Text size="xs" c="dimmed">
            {row.problem}
          </Text>
        ) : null}
      </div>
    ),
  },
  { key: 'actions', header: 'Actions', align: 'right', card: 'plain', render: row => <Replay row={row} /> },
]

function Replay({ row }: { row: Row }) {
  const act = useAct(api.paymentSettings.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.paymentSettings.replay({ id: row.id }), 'Processing again')}
    >
      Replay
    </Button>
  )
}

const Filters = ({ state }: { state: ListState<string> }) => (
  <>
    <NativeSelect
      aria-label="Gateway"
      value={state.filters.gateway ?? ''}
      onChange={event => state.setFilter('gateway', event.currentTarget.value || null)}
      data={[
        { value: '', label: 'All gateways' },
        ...Object.entries(gatewayTitles).map(([value, label]) => ({ value, label })),
      ]}
    />
    <NativeSelect
      aria-label="Status"
      value={state.filters.state ?? ''}
      onChange={event => state.setFilter('state', event.currentTarget.value || null)}
      data={[
        { value: '', label: 'Any status' },
        { value: 'done', label: 'Done' },
        { value: 'failed', label: 'Failed' },
        { value: 'new', label: 'Waiting' },
        { value: 'ignored', label: 'Ignored' },
      ]}
    />
  </>
)

/** Every proven event as it came; processing one again does nothing twice. */
export function EventLog() {
  const { state, table } = useList(api.paymentSettings.events, {
    filters: ['gateway', 'state'],
    prefix: 'log',
    limit: 20,
    live: ['payments'],
  })
  return (
    <Panel title="Webhook log">
      <DataTable
        label="events"
        columns={columns}
        {...table}
        filters={<Filters state={state} />}
        empty={{ title: 'No events yet', text: 'Gateways tell us about payments here, within seconds.' }}
      />
    </Panel>
  )
}
