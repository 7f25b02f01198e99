import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { AuditChanges } from './audit-changes.tsx'
import { AuditFilters, auditFilters, useAuditFilter } from './audit-filters.tsx'

type Line = Awaited<ReturnType<typeof client.trail.list>>['items'][number]

/** Who changed what in which account; what stands in a church's rows stays with the church. */
export function AuditTrail() {
  const state = useListState<string>({ sort: '', filters: ['account', 'user', ...auditFilters], prefix: 'audit' })
  const { account, user } = state.filters
  const filter = { ...useAuditFilter(state), ...(account && { clientId: account }), ...(user && { userId: user }) }
  const list = useInfiniteQuery(
    api.trail.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor, limit: 25 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: last => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <DataTable
      label="changes"
      columns={useColumns()}
      source={rowsOf(list)}
      state={state}
      filters={
        <>
          <AccountFilter state={state} />
          <AdminFilter state={state} />
          <AuditFilters state={state} />
        </>
      }
      actions={<ExportCsv name="audit-log.csv" make={() => client.trail.export(filter)} />}
      empty={{ title: 'No changes yet', text: 'Every change in any account appears here.' }}
    />
  )
}

function useColumns(): Column<Line>[] {
  const { stamp } = useFormat()
  return [
    { key: 'at', header: 'When', width: '15%', render: line => stamp(line.at) },
    { key: 'client', header: 'Account', width: '20%', render: line => line.clientName },
    { key: 'who', header: 'Person', width: '16%', render: line => line.who },
    { key: 'what', header: 'What', render: line => <Text>{line.what}</Text> },
    {
      key: 'changes',
      header: 'Fields',
      width: '22%',
      optional: true,
      render: line => <AuditChanges changes={line.changes} />,
    },
  ]
}

function AccountFilter({ state }: { state: ListState<string> }) {
  const [q, setQ] = useState('')
  const [asked] = useDebouncedValue(q, 250)
  const { data } = useQuery(
    api.operator.list.queryOptions({
      input: { ...(asked && { q: asked }), limit: 20 },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Select
      aria-label="Account"
      placeholder="Any account"
      searchable
      clearable
      filter={({ options }) => options}
      onSearchChange={setQ}
      value={state.filters.account ?? null}
      data={data?.items.map(one => ({ value: one.id, label: one.name })) ?? []}
      onChange={value => state.setFilter('account', value)}
    />
  )
}

function AdminFilter({ state }: { state: ListState<string> }) {
  const { data } = useQuery(api.operator.admins.queryOptions({ input: {}, staleTime: 300_000 }))
  return (
    <Select
      aria-label="Person"
      placeholder="Anyone"
      clearable
      value={state.filters.user ?? null}
      data={data?.items.map(one => ({ value: one.id, label: one.name })) ?? []}
      onChange={value => state.setFilter('user', value)}
    />
  )
}
