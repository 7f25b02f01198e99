import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { submissionStates } from '../contact/rules.ts'
import { ContactDrawer } from './contact-drawer.tsx'
import classes from './contact-submissions.module.css'

type Submission = Awaited<ReturnType<typeof client.submissions.list>>['items'][number]

/** What visitors wrote, newest first; a row opens beside the list. */
export function ContactSubmissions() {
  const state = useListState<string>({ sort: '', filters: ['status', 'quarantine'], prefix: 'contact' })
  const [params] = useSearchParams()
  const change = useSearchChange()
  const open = (id: string | null) => change({ submission: id })
  const filter = filterOf(state)
  const list = useInfiniteQuery(
    api.submissions.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor, limit: 20 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: last => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: 30_000,
    }),
  )
  return (
    <>
      <DataTable
        label="submissions"
        columns={useColumns()}
        source={rowsOf(list)}
        state={state}
        searchPlaceholder="Name, e-mail, words"
        filters={<Filters state={state} />}
        actions={<ExportCsv name="contact-submissions.csv" make={() => client.submissions.export(filter)} />}
        onOpen={row => open(row.id)}
        empty={{
          title: 'Nobody has written yet',
          text: 'What visitors send through the contact form arrives here, and is answered from here.',
        }}
      />
      <ContactDrawer id={params.get('submission')} onClose={() => open(null)} />
    </>
  )
}

const filterOf = ({ q, filters }: ListState<string>) => ({
  ...(q && { q }),
  ...(filters.status && { status: filters.status as Submission['status'] }),
  quarantine: filters.quarantine === 'yes',
})

function useColumns(): Column<Submission>[] {
  const { stamp } = useFormat()
  return [
    { key: 'name', header: 'From', width: '24%', render: row => <From row={row} /> },
    {
      key: 'message',
      header: 'Message',
      render: row => (
        <div className={classes.words}>
          <Text truncate>{row.subject}</Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {row.message}
          </Text>
        </div>
      ),
    },
    {
      key: 'isSubscribed',
      header: 'Subscribed',
      optional: true,
      width: '10%',
      render: row => (row.isSubscribed ? 'Yes' : 'No'),
    },
    { key: 'status', header: 'Status', width: '13%', render: row => <Status row={row} /> },
    { key: 'assignee', header: 'Assigned to', optional: true, width: '12%', render: row => row.assignee?.name ?? '' },
    { key: 'createdAt', header: 'Created', width: '16%', align: 'right', render: row => stamp(row.createdAt) },
  ]
}

const From = ({ row }: { row: Submission }) => (
  <div className={classes.words}>
    <Text fw={550} truncate>
      {row.name}
    </Text>
    <Text size="sm" c="dimmed" truncate>
      {row.email}
    </Text>
  </div>
)

const Status = ({ row }: { row: Submission }) => (
  <Group gap={4}>
    <StatusBadge of="submission" value={row.status} />
    {row.problem ? <StatusBadge of="message" value="failed" label="Not sent" /> : null}
  </Group>
)

function Filters({ state }: { state: ListState<string> }) {
  const { data } = useQuery(api.submissions.counts.queryOptions({ input: {} }))
  const held = data?.quarantine ?? 0
  const shown = state.filters.quarantine === 'yes'
  return (
    <>
      <NativeSelect
        aria-label="Status"
        value={state.filters.status ?? ''}
        onChange={event => state.setFilter('status', event.currentTarget.value || null)}
        data={[
          { value: '', label: 'Any status' },
          ...submissionStates.map(value => ({ value, label: statusLabel(value) })),
        ]}
      />
      <Button
        variant={shown ? 'light' : 'default'}
        aria-pressed={shown}
        onClick={() => state.setFilter('quarantine', shown ? null : 'yes')}
      >
        {held > 0 ? `Quarantine (${held})` : 'Quarantine'}
      </Button>
    </>
  )
}
