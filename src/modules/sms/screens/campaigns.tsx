import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { campaignStates } from '../rules/states.ts'
import { stateWords } from '../rules/words.ts'

type Row = Awaited<ReturnType<typeof client.smsCampaigns.list>>['items'][number]

const figure = (of: (progress: NonNullable<Row['progress']>) => number) => (row: Row) => <Figure row={row} of={of} />
function Figure({ row, of }: { row: Row; of: (progress: NonNullable<Row['progress']>) => number }) {
  const { number } = useFormat()
  return <span data-figures>{row.progress ? number(of(row.progress)) : '–'}</span>
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Campaign',
    sortable: true,
    width: '30%',
    name: row => row.name,
    render: row => <Text fw={550}>{row.name}</Text>,
  },
  {
    key: 'state',
    header: 'Status',
    render: row => <StatusBadge of="campaign" value={row.state} label={stateWords[row.state]} />,
  },
  { key: 'recipients', header: 'Recipients', align: 'right', render: figure(progress => progress.recipients) },
  { key: 'sent', header: 'Sent', align: 'right', render: figure(progress => progress.sent) },
  { key: 'delivered', header: 'Delivered', align: 'right', render: figure(progress => progress.delivered) },
  { key: 'replies', header: 'Replies', align: 'right', render: figure(progress => progress.replied) },
  {
    key: 'createdAt',
    header: 'Last sent',
    sortable: true,
    render: row => {
      const at = row.startedAt ?? row.scheduledFor
      return at ? <RelativeTime at={at} /> : ''
    },
  },
  {
    key: 'view',
    header: 'Report',
    align: 'right',
    render: row => (
      <Button
        component={Link}
        to={`/sms/${row.id}`}
        size="compact-sm"
        variant="default"
        aria-label={`View ${row.name}`}
      >
        View
      </Button>
    ),
  },
]

const states = campaignStates.map(value => ({ value, label: stateWords[value] }))

/** What was sent to many, newest first; a row opens its report. */
export function Campaigns() {
  const { asked, state, table } = useList(api.smsCampaigns.list, {
    sort: '-createdAt',
    filters: ['state'],
    prefix: 'campaigns',
    limit: 25,
    live: ['campaigns'],
  })
  return (
    <section aria-label="Campaigns">
      <DataTable
        label="campaigns"
        columns={columns}
        {...table}
        searchPlaceholder="Search campaigns"
        rowLink={row => `/sms/${row.id}`}
        filters={<FilterSelect state={state} name="state" label="Status" any="Any status" options={states} />}
        actions={<ExportPeople name="sms-campaigns.csv" make={() => client.smsCampaigns.export(asked)} />}
        empty={{
          title: 'No campaigns yet',
          text: 'Write a text, choose who gets it, and press Send Now. Each campaign then shows here with its results.',
          action: (
            <Button component={Link} to="/sms/compose">
              Compose
            </Button>
          ),
        }}
      />
    </section>
  )
}
