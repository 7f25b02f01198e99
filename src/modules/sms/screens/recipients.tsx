import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { heldText } from '#messaging/rules/held.ts'
import { skipWords } from '#messaging/send-policy/rules/reasons.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { outcomes } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'

type Row = Awaited<ReturnType<typeof client.smsCampaigns.recipients>>['items'][number]

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
          {row.name || phoneText(row.number)}
        </Anchor>
      ) : (
        <Text fw={550}>{row.name || phoneText(row.number)}</Text>
      ),
  },
  { key: 'number', header: 'Number', sortable: true, render: row => <span data-figures>{phoneText(row.number)}</span> },
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
    render: row => <Why row={row} />,
  },
  { key: 'sentAt', header: 'Sent', render: row => (row.sentAt ? <RelativeTime at={row.sentAt} /> : '') },
]

function Why({ row }: { row: Row }) {
  const formats = useFormat()
  if (row.reason) return `Someone ${skipWords[row.reason]}`
  return row.problem ?? heldText(row.heldUntil, Date.now(), formats) ?? ''
}

const options = outcomes.map(value => ({ value, label: outcomeWords[value] }))

/** The rows behind the report's figures. */
export function Recipients({ campaign: { id }, state }: { campaign: Campaign; state: ListState<string> }) {
  const { asked, table } = useList(api.smsCampaigns.recipients, {
    state,
    given: { id, ...(state.filters.outcome ? {} : { outcome: 'reached' as const }) },
    live: ['campaigns'],
  })
  return (
    <DataTable
      label="recipients"
      columns={columns}
      {...table}
      searchPlaceholder="Search names and numbers"
      filters={<FilterSelect state={state} name="outcome" label="Outcome" any="All recipients" options={options} />}
      actions={<ExportPeople name="sms-recipients.csv" make={() => client.smsCampaigns.recipientsCsv(asked)} />}
      empty={{ title: 'No recipients yet', text: 'Recipients appear here with the status of their text.' }}
    />
  )
}
