import { Text } from '@mantine/core'
import { heldText } from '#messaging/rules/held.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { outcomeLabels, recipientOutcomes } from '../rules/states.ts'
import { notCalledWords } from '../rules/words.ts'
import type { CallCampaign } from '../widgets/use-call-draft.ts'
import { CallFileDrawer } from './call-file.tsx'
import classes from './robocalls.module.css'

type Row = Awaited<ReturnType<typeof client.robocalls.recipients>>['items'][number]

const nameOf = (row: Row) => row.name || phoneText(row.number)

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '24%',
    name: nameOf,
    render: row => <Text fw={550}>{nameOf(row)}</Text>,
  },
  {
    key: 'number',
    header: 'Number',
    sortable: true,
    width: '16%',
    render: row => (
      <span data-figures className={classes.oneLine}>
        {phoneText(row.number)}
      </span>
    ),
  },
  {
    key: 'outcome',
    header: 'Result',
    render: row => <StatusBadge of="robocall" value={row.outcome} label={outcomeLabels[row.outcome]} />,
  },
  { key: 'why', header: 'Details', width: '20%', optional: true, render: row => <Details row={row} /> },
  { key: 'tries', header: 'Tries', align: 'right', render: row => <span data-figures>{row.tries}</span> },
  {
    key: 'sentAt',
    header: 'Called',
    optional: true,
    render: row => (row.sentAt ? <RelativeTime at={row.sentAt} /> : ''),
  },
]

function Details({ row }: { row: Row }) {
  const formats = useFormat()
  if (row.reason) return notCalledWords(row.reason)
  const said = [row.optedOut ? 'Opted out' : '', row.connected ? 'Pressed 2' : ''].filter(Boolean).join(', ')
  if (said) return said
  if (row.tries > 0 && row.dueAt) return `Next try ${formats.dateTime(row.dueAt)}`
  return heldText(row.dueAt, Date.now(), formats)?.replace(' (quiet hours)', ' (call hours)') ?? ''
}

const outcomes = [
  ...recipientOutcomes.map(value => ({ value: value as string, label: outcomeLabels[value] })),
  { value: 'connected', label: 'Pressed 2' },
  { value: 'opted_out', label: 'Opted out' },
]

/** The numbers behind the figures; a row opens its calls. */
export function CallRecipients({ campaign: { id }, state }: { campaign: CallCampaign; state: ListState<string> }) {
  const { asked, table } = useList(api.robocalls.recipients, { state, given: { id }, live: ['campaigns'] })
  const detail = useDetail('recipient')
  return (
    <section aria-label="Recipients">
      <DataTable
        label="recipients"
        columns={columns}
        {...table}
        searchPlaceholder="Search names and numbers"
        filters={<FilterSelect state={state} name="outcome" label="Result" any="Any result" options={outcomes} />}
        actions={<ExportPeople name="call-recipients.csv" make={() => client.robocalls.recipientsCsv(asked)} />}
        onOpen={row => detail.open(row.id)}
        empty={{ title: 'No recipients yet', text: 'Recipients appear here with the result of their call.' }}
      />
      <CallFileDrawer id={detail.id} row={table.source.rows.find(one => one.id === detail.id)} onClose={detail.close} />
    </section>
  )
}
