import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { type CampaignState, campaignStates } from '../rules/states.ts'
import { stateWords } from '../rules/words.ts'

type Row = Awaited<ReturnType<typeof client.smsCampaigns.list>>['items'][number]
type Filter = Parameters<typeof client.smsCampaigns.export>[0]

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
    render: row => <StatusBadge of="newsletter" value={row.state} label={stateWords[row.state]} />,
  },
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

/** What was sent to many, newest first; a row opens its report. */
export function Campaigns() {
  const state = useListState<string>({ sort: '-createdAt', filters: ['state'], prefix: 'campaigns' })
  const filter: Filter = {
    ...(state.q && { search: state.q }),
    ...(state.filters.state && { state: state.filters.state as CampaignState }),
    sort: state.sort as Filter['sort'],
  }
  const list = useInfiniteQuery(
    api.smsCampaigns.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: 25, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['campaigns'] },
    }),
  )
  return (
    <section aria-labelledby="sms-campaigns">
      <Title order={2} id="sms-campaigns" mb="sm">
        Campaigns
      </Title>
      <DataTable
        label="campaigns"
        columns={columns}
        source={rowsOf(list)}
        state={state}
        searchPlaceholder="Search campaigns"
        rowLink={row => `/sms/${row.id}`}
        filters={
          <NativeSelect
            aria-label="Status"
            value={state.filters.state ?? ''}
            onChange={event => state.setFilter('state', event.currentTarget.value || null)}
            data={[
              { value: '', label: 'Any status' },
              ...campaignStates.map(value => ({ value, label: stateWords[value] })),
            ]}
          />
        }
        actions={<ExportCsv name="sms-campaigns.csv" make={() => client.smsCampaigns.export(filter)} />}
        empty={{
          title: 'No campaign yet',
          text: 'Choose who gets it, write a text, and press Send Now. What became of each one is told here.',
        }}
      />
    </section>
  )
}
