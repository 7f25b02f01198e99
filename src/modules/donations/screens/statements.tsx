import { Alert, Anchor, Button, Group, Progress, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { statementYear } from '../receipts/rules/receipt-rules.ts'
import { ReceiptLine } from '../widgets/gift-receipt.tsx'
import { useDay, useToday } from '../widgets/use-money.ts'
import { useReceiptFile } from '../widgets/use-receipt-file.ts'

export const meta = () => titled('Giving statements')

type Run = Awaited<ReturnType<typeof client.givingStatements.list>>['items'][number]
type Preflight = Awaited<ReturnType<typeof client.givingStatements.preflight>>

interface Period {
  from: string
  to: string
  scope: 'person' | 'household'
}
const scopeOptions = [
  { value: 'person', label: 'One for each person' },
  { value: 'household', label: 'One for each household' },
]
const checkLabels: Record<Preflight['items'][number]['check'], (count: number) => string> = {
  charity: () => 'Required for receipts in your country',
  address: count => counted(count, 'donors without a postal address'),
  email: count => `${counted(count, 'donors without an email address')}: print their statements`,
  unreceipted: count => `No receipt yet for ${counted(count, 'gifts')} that should be acknowledged`,
  reversed: count => `${counted(count, 'gifts')} ${count === 1 ? 'was' : 'were'} voided, refunded or disputed`,
  unassigned: count => counted(count, 'gifts without a donor'),
  currencies: count => `Gifts in ${counted(count, 'currencies')}: each has its own total`,
  outdated: count => `${counted(count, 'receipts')} to correct`,
}

/** Year-end statements: check, make, then email and print. */
export default function Statements() {
  const mayWrite = useMay('giving.write')
  const today = useToday()
  const settings = useQuery(api.receiptSettings.read.queryOptions({ input: {} })).data
  const [chosen, setPeriod] = useState<Period | null>(null)
  const usual = statementYear(today, settings?.yearEnd ?? '12-31')
  const period = chosen ?? { ...usual, scope: 'person' as const }
  return (
    <>
      <PageHeader
        title="Giving statements"
        purpose="What each donor gave in a year. Each statement gets a number and never changes; corrections replace it."
        action={
          <Button variant="default" component={Link} to="/donations/receipt-settings">
            Receipt settings
          </Button>
        }
      />
      <Stack>
        <Group align="end">
          <TextInput
            type="date"
            label="From"
            value={period.from}
            onChange={event => setPeriod({ ...period, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            value={period.to}
            onChange={event => setPeriod({ ...period, to: event.currentTarget.value })}
          />
          <Select
            label="Statements"
            data={scopeOptions}
            value={period.scope}
            allowDeselect={false}
            onChange={value => setPeriod({ ...period, scope: value === 'household' ? 'household' : 'person' })}
          />
        </Group>
        {settings && period.from && period.to ? <Checks period={period} mayWrite={mayWrite} /> : null}
        <Runs mayWrite={mayWrite} />
        <Outdated mayWrite={mayWrite} />
      </Stack>
    </>
  )
}

function Checks({ period, mayWrite }: { period: Period; mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(
    api.givingStatements.preflight.queryOptions({ input: period, meta: { live: ['gifts'] } }),
  )
  const act = useAct(api.givingStatements.key(), api.givingReceipts.key())
  if (error && !data) return <ErrorPanel error={error} what="the check" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  const make = data.issued > 0 ? 'Make corrected statements' : 'Make statements'
  return (
    <Panel title="Before you start">
      <Stack gap="sm">
        <Text>
          {counted(data.donors, 'donors')}, {counted(data.gifts, 'gifts')}
          {data.issued > 0 ? `, ${counted(data.issued, 'statements')} issued` : ''}
        </Text>
        {data.items.map(item => (
          <CheckItem key={item.check} item={item} />
        ))}
        {data.items.length === 0 && data.donors > 0 ? <Text c="dimmed">Nothing to fix.</Text> : null}
        {mayWrite ? (
          <Group>
            <Button
              disabled={data.blocked || (data.donors === 0 && data.issued === 0)}
              onClick={() => void act(() => client.givingStatements.create(period), 'Statements are being made')}
            >
              {make}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Panel>
  )
}

function CheckItem({ item: { check, count, blocks, href, examples } }: { item: Preflight['items'][number] }) {
  const text = checkLabels[check](count)
  const list = examples.map((one, i) => (
    <Text span size="sm" key={one.href + one.label}>
      {i > 0 ? ', ' : ''}
      {blocks ? (
        one.label
      ) : (
        <Anchor component={Link} to={one.href}>
          {one.label}
        </Anchor>
      )}
    </Text>
  ))
  return blocks ? (
    <Alert color="red" title={text}>
      {list}{' '}
      <Anchor component={Link} to={href}>
        Complete the receipt settings
      </Anchor>
    </Alert>
  ) : (
    <div>
      <Anchor component={Link} to={href}>
        {text}
      </Anchor>
      {examples.length > 0 ? <div>{list}</div> : null}
    </div>
  )
}

function Runs({ mayWrite }: { mayWrite: boolean }) {
  const { data } = useQuery(api.givingStatements.list.queryOptions({ input: {}, meta: { live: ['gifts'] } }))
  return data?.items.map(run => <RunPanel key={run.id} run={run} mayWrite={mayWrite} />)
}

function RunPanel({ run, mayWrite }: { run: Run; mayWrite: boolean }) {
  const day = useDay()
  const act = useAct(api.givingStatements.key())
  const save = useReceiptFile()
  const { id, state, total, done, issued, replaced, voided, toEmail, emailed, toPrint, mailAt } = run
  const percent = total === 0 ? 100 : Math.round((done / total) * 100)
  return (
    <Panel title={`${day(run.periodFrom)} – ${day(run.periodTo)}`}>
      <Stack gap="sm">
        {state === 'running' ? (
          <Progress value={percent} aria-label={`${done} of ${counted(total, 'donors')}`} />
        ) : null}
        <Text size="sm" role="status">
          {state === 'running'
            ? `${done} of ${counted(total, 'donors')}`
            : `${issued} issued, ${replaced} corrected, ${voided} voided`}
          {emailed > 0 ? `, ${emailed} emailed` : ''}
        </Text>
        {state === 'done' && mayWrite ? (
          <Group>
            {toEmail > 0 ? (
              <Button
                disabled={mailAt !== null}
                onClick={() => void act(() => client.givingStatements.email({ id }), 'Statements are being emailed')}
              >
                Email {toEmail}
              </Button>
            ) : null}
            {toPrint > 0 ? (
              <Button variant="default" onClick={() => void save('statements', id, 'statements')}>
                Print {toPrint}
              </Button>
            ) : null}
          </Group>
        ) : null}
        {state === 'done' ? <RunReceipts id={id} mayWrite={mayWrite} /> : null}
      </Stack>
    </Panel>
  )
}

function RunReceipts({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(
    api.givingReceipts.list.queryOptions({ input: { run: id, limit: 200 }, enabled: open, meta: { live: ['gifts'] } }),
  )
  if (!open)
    return (
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Show statements
        </Button>
      </Group>
    )
  return data?.items.map(one => (
    <Stack key={one.id} gap="xs" component="section" aria-label={one.donor}>
      <Text fw={550}>{one.donor}</Text>
      <ReceiptLine receipt={one} mayWrite={mayWrite} />
    </Stack>
  ))
}

function Outdated({ mayWrite }: { mayWrite: boolean }) {
  const { data } = useQuery(
    api.givingReceipts.list.queryOptions({ input: { outdated: true }, meta: { live: ['gifts'] } }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Receipts to correct">
      <Stack gap="sm">
        {data.items.map(one => (
          <Stack key={one.id} gap="xs">
            <Text fw={550}>{one.donor}</Text>
            <ReceiptLine receipt={one} mayWrite={mayWrite} />
          </Stack>
        ))}
      </Stack>
    </Panel>
  )
}
