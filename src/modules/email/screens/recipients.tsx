import { Text } from '@mantine/core'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { outcomes, readings } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Issue } from './use-draft.ts'

type Row = Awaited<ReturnType<typeof client.newsletters.recipients>>['items'][number]

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
    render: row => (row.reason ? skipLabels[row.reason] : (row.problem ?? '')),
  },
  { key: 'sentAt', header: 'Sent', render: row => (row.sentAt ? <RelativeTime at={row.sentAt} /> : '') },
]

const options = [...outcomes, ...readings].map(value => ({ value, label: outcomeWords[value] }))

interface RecipientsProps {
  issue: Pick<Issue, 'id' | 'state'>
  state: ListState<string>
  /** whose rows: of the operator's newsletter, or of a church's campaign */
  of?: 'newsletters' | 'emailCampaigns'
}

/** The rows behind the report's figures. */
export function Recipients({ issue, state, of = 'newsletters' }: RecipientsProps) {
  const { asked, table } = useList(api[of].recipients, {
    ...{ state, given: { id: issue.id }, every: issue.state === 'sending' ? 2_000 : 0 },
  })
  return (
    <DataTable
      label="recipients"
      columns={columns}
      {...table}
      searchPlaceholder="Search names and addresses"
      filters={<FilterSelect state={state} name="outcome" label="Outcome" any="Any outcome" options={options} />}
      actions={
        of === 'newsletters' ? (
          <ExportCsv name="newsletter-recipients.csv" make={() => client.newsletters.recipientsCsv(asked)} />
        ) : (
          <ExportPeople name="campaign-recipients.csv" make={() => client[of].recipientsCsv(asked)} />
        )
      }
      empty={{ title: 'No recipients yet', text: 'Recipients appear here with the status of their email.' }}
    />
  )
}
