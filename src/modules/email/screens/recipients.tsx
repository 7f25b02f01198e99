import { RecipientTable } from '#campaigns/widgets/recipient-table.tsx'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { outcomes, readings } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Issue } from './use-draft.ts'

type Row = Awaited<ReturnType<typeof client.newsletters.recipients>>['items'][number]

interface RecipientsProps {
  issue: Pick<Issue, 'id' | 'state'>
  state: ListState<string>
  /** whose rows: of the operator's newsletter, or of a church's campaign */
  of?: 'newsletters' | 'emailCampaigns'
}

/** The rows behind the report's figures. */
export function Recipients({ issue, state, of = 'newsletters' }: RecipientsProps) {
  const { asked, table } = useList(api[of].recipients, {
    state,
    given: { id: issue.id },
    every: issue.state === 'sending' ? 2_000 : 0,
  })
  return (
    <RecipientTable<Row>
      table={table}
      address={{ key: 'address', header: 'Email', of: row => row.address }}
      outcomes={[...outcomes, ...readings]}
      labels={outcomeWords}
      why={row => (row.reason ? skipLabels[row.reason] : row.problem)}
      any="Any outcome"
      search="Search names and addresses"
      actions={
        of === 'newsletters' ? (
          <ExportCsv name="newsletter-recipients.csv" make={() => client.newsletters.recipientsCsv(asked)} />
        ) : (
          <ExportPeople name="campaign-recipients.csv" make={() => client[of].recipientsCsv(asked)} />
        )
      }
      message="email"
    />
  )
}
