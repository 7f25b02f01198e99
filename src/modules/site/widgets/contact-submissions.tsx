import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { submissionStates } from '../contact/rules.ts'
import { ContactDrawer } from './contact-drawer.tsx'
import classes from './contact-submissions.module.css'

type Submission = Awaited<ReturnType<typeof client.submissions.list>>['items'][number]

/** What visitors wrote, newest first; a row opens beside the list. */
export function ContactSubmissions() {
  const detail = useDetail('submission')
  const { asked, state, table } = useList(api.submissions.list, {
    filters: ['status', 'quarantine'],
    prefix: 'contact',
    searchAs: 'q',
    limit: 20,
    every: 30_000,
    input: inputOf,
  })
  return (
    <>
      <DataTable
        label="submissions"
        columns={useColumns()}
        {...table}
        searchPlaceholder="Name, email or text"
        filters={<Filters state={state} />}
        actions={<ExportCsv name="contact-submissions.csv" make={() => client.submissions.export(asked)} />}
        onOpen={row => detail.open(row.id)}
        empty={{
          title: 'No messages yet',
          text: 'Messages from the contact form appear here, and you can answer them here.',
        }}
      />
      <ContactDrawer id={detail.id} onClose={detail.close} />
    </>
  )
}

const inputOf = ({ filters }: ListState<string>) => ({
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

const statuses = submissionStates.map(value => ({ value, label: statusLabel(value) }))

function Filters({ state }: { state: ListState<string> }) {
  const { data } = useQuery(api.submissions.counts.queryOptions({ input: {} }))
  const quarantined = data?.quarantine ?? 0
  const shown = state.filters.quarantine === 'yes'
  return (
    <>
      <FilterSelect state={state} name="status" label="Status" any="Any status" options={statuses} />
      <Button
        variant={shown ? 'light' : 'default'}
        aria-pressed={shown}
        onClick={() => state.setFilter('quarantine', shown ? null : 'yes')}
      >
        {quarantined > 0 ? `Quarantine (${quarantined})` : 'Quarantine'}
      </Button>
    </>
  )
}
