import { NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { statusLabel } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { type SubscriptionState, subscriptionStates } from '../rules/states.ts'
import { SoldDrawer } from './sold-drawer.tsx'
import { type Sold, State } from './sold-state.tsx'
import { priceText } from './use-billing.ts'

/** Every account's subscription, newest first. */
export function SoldSubscriptions() {
  const state = useListState<string>({ sort: '', filters: ['status'], prefix: 'subscriptions' })
  const [openId, setOpenId] = useState<string | null>(null)
  const status = state.filters.status as SubscriptionState | undefined
  const filter = { ...(state.q && { search: state.q }), ...(status && { status }) }
  const list = useInfiniteQuery(
    api.subscriptions.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: 20, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  const source = rowsOf(list)
  return (
    <>
      <DataTable
        label="subscriptions sold"
        columns={useColumns()}
        state={state}
        source={source}
        searchPlaceholder="Account, buyer or plan"
        filters={
          <NativeSelect
            aria-label="Status"
            value={status ?? ''}
            onChange={event => state.setFilter('status', event.currentTarget.value || null)}
            data={[
              { value: '', label: 'Any status' },
              ...subscriptionStates.map(value => ({ value, label: statusLabel(value) })),
            ]}
          />
        }
        actions={<ExportCsv name="subscriptions.csv" make={() => client.subscriptions.export(filter)} />}
        onOpen={row => setOpenId(row.id)}
        empty={{
          title: 'No subscriptions yet',
          text: 'Subscriptions appear here when a church starts a trial.',
        }}
      />
      <SoldDrawer sold={source.rows.find(({ id }) => id === openId)} onClose={() => setOpenId(null)} />
    </>
  )
}

function useColumns(): Column<Sold>[] {
  const { date } = useFormat()
  return [
    {
      key: 'client',
      header: 'Account',
      width: '28%',
      render: ({ client: name, buyer }) => (
        <>
          <Text fw={550} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {buyer}
          </Text>
        </>
      ),
    },
    { key: 'plan', header: 'Plan', render: ({ plan }) => plan },
    { key: 'status', header: 'Status', render: row => <State sold={row} /> },
    { key: 'amount', header: 'Amount', align: 'right', render: row => (row.comp ? 'Free' : priceText(row)) },
    {
      key: 'period',
      header: 'Period',
      optional: true,
      align: 'right',
      render: ({ currentPeriodStart, currentPeriodEnd }) => `${date(currentPeriodStart)} to ${date(currentPeriodEnd)}`,
    },
  ]
}
