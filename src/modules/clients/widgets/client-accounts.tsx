import { Text } from '@mantine/core'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { accesses, billingOf } from '../rules.ts'
import classes from './client-accounts.module.css'
import { ClientDrawer } from './client-drawer.tsx'

export type ClientRow = Awaited<ReturnType<typeof client.operator.list>>['items'][number]

const options = accesses.map(value => ({ value, label: statusLabel(value) }))

/** Whom Lampstand serves, newest first; a row opens beside the list. */
export function ClientAccounts() {
  const detail = useDetail('client')
  const { asked, state, table } = useList(api.operator.list, {
    filters: ['access'],
    prefix: 'clients',
    searchAs: 'q',
    limit: 20,
  })
  return (
    <>
      <DataTable
        label="clients"
        columns={useColumns()}
        {...table}
        searchPlaceholder="Church or a member’s email"
        filters={<FilterSelect state={state} name="access" label="Access" any="Any access" options={options} />}
        actions={<ExportCsv name="clients.csv" make={() => client.operator.export(asked)} />}
        onOpen={row => detail.open(row.id)}
        empty={{ title: 'No clients yet', text: 'Churches appear here when someone signs up.' }}
      />
      <ClientDrawer id={detail.id} onClose={detail.close} />
    </>
  )
}

function useColumns(): Column<ClientRow>[] {
  const { number, date } = useFormat()
  const figure = (key: keyof ClientRow['usage'], header: string, optional = false): Column<ClientRow> => ({
    key,
    header,
    optional,
    align: 'right',
    width: '9%',
    render: row => (row.usage[key] >= 100_000 ? `${number(100_000)}+` : number(row.usage[key])),
  })
  return [
    { key: 'name', header: 'Church', width: '28%', render: row => <Church row={row} /> },
    { key: 'billing', header: 'Plan', render: billingOf },
    { key: 'access', header: 'Access', width: '11%', render: row => <StatusBadge of="access" value={row.access} /> },
    figure('members', 'Members', true),
    figure('people', 'People'),
    figure('leads', 'Leads', true),
    figure('messages', 'Messages, 30 d', true),
    { key: 'createdAt', header: 'Since', width: '12%', align: 'right', render: row => date(row.createdAt) },
  ]
}

const Church = ({ row }: { row: ClientRow }) => (
  <div className={classes.words}>
    <Text fw={550} truncate>
      {row.name}
    </Text>
    <Text size="sm" c="dimmed" truncate>
      {row.ownerEmail ?? 'Unassigned'}
    </Text>
  </div>
)
