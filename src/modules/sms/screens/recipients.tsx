import { RecipientTable } from '#campaigns/widgets/recipient-table.tsx'
import { heldText } from '#messaging/rules/held.ts'
import { skipWords } from '#messaging/send-policy/rules/reasons.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { useFormat } from '#ui/format.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { outcomes } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'

type Row = Awaited<ReturnType<typeof client.smsCampaigns.recipients>>['items'][number]

function Why({ row }: { row: Row }) {
  const formats = useFormat()
  if (row.reason) return `Someone ${skipWords[row.reason]}`
  return row.problem ?? heldText(row.heldUntil, Date.now(), formats) ?? ''
}

/** The rows behind the report's figures. */
export function Recipients({ campaign: { id }, state }: { campaign: Campaign; state: ListState<string> }) {
  const { asked, table } = useList(api.smsCampaigns.recipients, {
    state,
    given: { id, ...(state.filters.outcome ? {} : { outcome: 'reached' as const }) },
    live: ['campaigns'],
  })
  return (
    <RecipientTable<Row>
      table={table}
      address={{ key: 'number', header: 'Number', of: row => phoneText(row.number) }}
      outcomes={outcomes}
      labels={outcomeWords}
      why={row => <Why row={row} />}
      any="All recipients"
      search="Search names and numbers"
      actions={<ExportPeople name="sms-recipients.csv" make={() => client.smsCampaigns.recipientsCsv(asked)} />}
      message="text"
    />
  )
}
