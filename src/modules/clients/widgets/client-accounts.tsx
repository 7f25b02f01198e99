import { NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { accesses } from '../rules.ts'
import classes from './client-accounts.module.css'
import { ClientDrawer } from './client-drawer.tsx'

export type ClientRow = Awaited<ReturnType<typeof client.operator.list>>['items'][number]

/** Whom Lampstand serves, newest first; a row opens beside the list. */
export function ClientAccounts() {
  const state = useListState<string>({ sort: '', filters: ['access'], prefix: 'clients' })
  const [params] = useSearchParams()
  const change = useSearchChange()
  const open = (id: string | null) => change({ client: id })
  const filter = {
    ...(state.q && { q: state.q }),
    ...(state.filters.access && { access: state.filters.access as ClientRow['access'] }),
  }
  const list = useInfiniteQuery(
    api.operator.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor, limit: 20 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: last => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <DataTable
        label="clients"
        columns={useColumns()}
        source={rowsOf(list)}
        state={state}
        searchPlaceholder="Church, or a member’s e-mail"
        filters={<AccessFilter value={state.filters.access} onChange={value => state.setFilter('access', value)} />}
        actions={<ExportCsv name="clients.csv" make={() => client.operator.export(filter)} />}
        onOpen={row => open(row.id)}
        empty={{ title: 'No clients yet', text: 'A church appears here as soon as somebody signs up for it.' }}
      />
      <ClientDrawer id={params.get('client')} onClose={() => open(null)} />
    </>
  )
}

function AccessFilter({ value, onChange }: { value?: string; onChange: (value: string | null) => void }) {
  return (
    <NativeSelect
      aria-label="Access"
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value || null)}
      data={[{ value: '', label: 'Any access' }, ...accesses.map(each => ({ value: each, label: statusLabel(each) }))]}
    />
  )
}

const billingWords: Record<string, string> = {
  trialing: 'Trial',
  past_due: 'Payment overdue',
  unpaid: 'Unpaid',
  trial_ended: 'Trial ended',
  canceling: 'Ends soon',
  canceled: 'Cancelled',
}
/** The plan, and what billing says of it, in words. */
export function billingOf({ house, plan, billingState }: Pick<ClientRow, 'house' | 'plan' | 'billingState'>): string {
  if (house) return 'Lampstand itself'
  const words = billingState ? (billingWords[billingState] ?? billingState) : ''
  return [plan, words].filter(Boolean).join(', ') || 'No plan'
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
      {row.ownerEmail ?? 'Nobody’s yet'}
    </Text>
  </div>
)
