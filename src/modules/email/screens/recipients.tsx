import { NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { skipWords } from '#messaging/gate/rules/reasons.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { outcomes, readings } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Issue } from './use-draft.ts'

type Row = Awaited<ReturnType<typeof client.newsletters.recipients>>['items'][number]
type Filter = Parameters<typeof client.newsletters.recipientsCsv>[0]

const columns: Column<Row>[] = [
  {
    key: 'address',
    header: 'E-mail',
    sortable: true,
    width: '30%',
    name: row => row.address,
    render: row => <Text fw={550}>{row.address}</Text>,
  },
  { key: 'name', header: 'Name', sortable: true, render: row => row.name },
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

interface RecipientsProps {
  issue: Pick<Issue, 'id' | 'state'>
  state: ListState<string>
  /** whose rows: of the operator's newsletter, or of a church's campaign */
  of?: 'newsletters' | 'emailCampaigns'
}

/** The rows behind the report's figures. */
export function Recipients({ issue, state, of = 'newsletters' }: RecipientsProps) {
  const filter: Filter = {
    id: issue.id,
    ...(state.q && { search: state.q }),
    ...(state.filters.outcome && { outcome: state.filters.outcome as Filter['outcome'] }),
    sort: state.sort as Filter['sort'],
  }
  const list = useInfiniteQuery(
    api[of].recipients.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: issue.state === 'sending' ? 2_000 : false,
    }),
  )
  return (
    <DataTable
      label="recipients"
      columns={columns}
      source={rowsOf(list)}
      state={state}
      searchPlaceholder="Search names and addresses"
      filters={
        <NativeSelect
          aria-label="Outcome"
          value={state.filters.outcome ?? ''}
          onChange={event => state.setFilter('outcome', event.currentTarget.value || null)}
          data={[
            { value: '', label: 'Any outcome' },
            ...[...outcomes, ...readings].map(value => ({
              value,
              label: outcomeWords[value],
            })),
          ]}
        />
      }
      actions={
        <ExportCsv
          name={of === 'newsletters' ? 'newsletter-recipients.csv' : 'campaign-recipients.csv'}
          make={() => client[of].recipientsCsv(filter)}
        />
      }
      empty={{ title: 'Nobody yet', text: 'Each recipient appears here with what became of their mail.' }}
    />
  )
}
