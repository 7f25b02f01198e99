import { Anchor, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { skipWords } from '#messaging/gate/rules/reasons.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { type Outcome, outcomes } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'

type Row = Awaited<ReturnType<typeof client.smsCampaigns.recipients>>['items'][number]
type Filter = Parameters<typeof client.smsCampaigns.recipientsCsv>[0]

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '28%',
    name: row => row.name || row.number,
    render: row =>
      row.personId ? (
        <Anchor component={Link} to={`/people/${row.personId}`} fw={550}>
          {row.name || row.number}
        </Anchor>
      ) : (
        <Text fw={550}>{row.name || row.number}</Text>
      ),
  },
  { key: 'number', header: 'Number', sortable: true, render: row => <span data-figures>{row.number}</span> },
  {
    key: 'outcome',
    header: 'Outcome',
    render: row => <StatusBadge of="recipient" value={row.outcome} label={outcomeWords[row.outcome]} />,
  },
  {
    key: 'why',
    header: 'Why',
    width: '26%',
    optional: true,
    render: row => (row.reason ? `Somebody ${skipWords[row.reason]}` : (row.problem ?? '')),
  },
  { key: 'sentAt', header: 'Sent', render: row => (row.sentAt ? <RelativeTime at={row.sentAt} /> : '') },
]

/** The rows behind the report's figures. */
export function Recipients({ campaign, state }: { campaign: Campaign; state: ListState<string> }) {
  const filter: Filter = {
    id: campaign.id,
    ...(state.q && { search: state.q }),
    ...(state.filters.outcome && { outcome: state.filters.outcome as Outcome }),
    sort: state.sort as Filter['sort'],
  }
  const list = useInfiniteQuery(
    api.smsCampaigns.recipients.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['campaigns'] },
    }),
  )
  return (
    <DataTable
      label="recipients"
      columns={columns}
      source={rowsOf(list)}
      state={state}
      searchPlaceholder="Search names and numbers"
      filters={
        <NativeSelect
          aria-label="Outcome"
          value={state.filters.outcome ?? ''}
          onChange={event => state.setFilter('outcome', event.currentTarget.value || null)}
          data={[
            { value: '', label: 'Any outcome' },
            ...outcomes.map(value => ({ value, label: outcomeWords[value] })),
          ]}
        />
      }
      actions={<ExportCsv name="sms-recipients.csv" make={() => client.smsCampaigns.recipientsCsv(filter)} />}
      empty={{ title: 'Nobody yet', text: 'Each recipient appears here with what became of their text.' }}
    />
  )
}
