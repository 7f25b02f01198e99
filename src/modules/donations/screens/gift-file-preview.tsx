import { Badge, Button, Checkbox, Group, List, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#ui/counted.ts'
import { api } from '#web/api.ts'
import type { GiftFileInput, GiftPreview } from '../imports/contract.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'
import { RowMessages } from './row-messages.tsx'

const productNames = {
  'planning-center': 'Planning Center',
  tithely: 'Tithe.ly',
  pushpay: 'Pushpay',
  quickbooks: 'QuickBooks',
  other: 'Spreadsheet',
}

export interface ChosenFile extends GiftFileInput {
  /** What was fixed while the file was read. */
  fileNotes: string[]
  preview: GiftPreview
}

interface Props {
  chosen: ChosenFile
  busy: boolean
  onChange: (changes: Partial<Pick<ChosenFile, 'identity' | 'fundId'>>) => void
  onStart: () => void
  onCancel: () => void
}

/** What an import would do, and what has to be decided before it. */
export function GiftFilePreview({ chosen, busy, onChange, onStart, onCancel }: Props) {
  const [money, day] = [useMoney(), useDay()]
  const { name, preview, identity, fundId } = chosen
  const { product, gifts, sums, from, to, problems, problemCount, warnings, warningCount, withoutFund } = preview
  return (
    <Paper withBorder p="md" component="section" aria-label={`Preview of ${name}`}>
      <Stack gap="sm">
        <Group>
          <Text fw={600}>{name}</Text>
          <Badge variant="light">{productNames[product]}</Badge>
        </Group>
        <Text>
          {gifts} {gifts === 1 ? 'gift' : 'gifts'}
          {from && to ? ` from ${day(from)} to ${day(to)}` : ''}:{' '}
          {sums.map(({ currency, amount }) => money(amount, currency)).join(', ')}
        </Text>
        <Facts {...chosen} />
        {problemCount > 0 ? <RowMessages messages={problems} count={problemCount} title="can’t be imported" /> : null}
        {warningCount > 0 ? (
          <RowMessages messages={warnings} count={warningCount} title="will be imported with changes" />
        ) : null}
        {preview.repeated > 0 ? (
          <Checkbox
            label={`The numbers in “${preview.idHeader}” are not gift numbers`}
            description="Choose this if they are member or envelope numbers, for example. Each row is then imported as a gift of its own."
            checked={identity === 'rows'}
            disabled={busy}
            onChange={event => onChange({ identity: event.currentTarget.checked ? 'rows' : 'numbers' })}
          />
        ) : null}
        {withoutFund > 0 ? (
          <FundChoice fundId={fundId} withoutFund={withoutFund} onChange={id => onChange({ fundId: id })} />
        ) : null}
        <Group>
          <Button onClick={onStart} disabled={busy || gifts === 0 || (withoutFund > 0 && !fundId)}>
            Import {gifts} {gifts === 1 ? 'gift' : 'gifts'}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Facts({ preview, fileNotes }: ChosenFile) {
  const { known, skipped, funds, unnamed, notes } = preview
  const fresh = funds.filter(fund => !fund.exists)
  return (
    <List size="sm">
      {[...fileNotes, ...notes].map(note => (
        <List.Item key={note}>{note}</List.Item>
      ))}
      {known > 0 ? <List.Item>{known} were imported before and are left alone.</List.Item> : null}
      {skipped > 0 ? (
        <List.Item>
          {counted(skipped, 'rows')} {skipped === 1 ? 'is no gift' : 'are not gifts'}, such as failed payments, and left
          out.
        </List.Item>
      ) : null}
      {unnamed > 0 ? <List.Item>{unnamed} have no name: they are recorded without a donor.</List.Item> : null}
      {fresh.length > 0 ? (
        <List.Item>New funds, tax-deductible: {fresh.map(fund => `${fund.name} (${fund.gifts})`).join(', ')}</List.Item>
      ) : null}
    </List>
  )
}

interface FundChoiceProps {
  fundId: string | null
  withoutFund: number
  onChange: (id: string | null) => void
}

function FundChoice({ fundId, withoutFund, onChange }: FundChoiceProps) {
  const { data } = useQuery(api.funds.list.queryOptions({ input: {}, meta: { live: ['giving'] } }))
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <NativeSelect
      label={
        withoutFund === 1 ? 'Fund for the gift that names none' : `Fund for the ${withoutFund} gifts that name none`
      }
      required
      data={[{ value: '', label: 'Choose a fund' }, ...options]}
      value={fundId ?? ''}
      onChange={event => onChange(event.currentTarget.value || null)}
    />
  )
}
