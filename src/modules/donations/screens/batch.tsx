import { Button, Group, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { decimal, parseMoney } from '#kernel/money.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { saveFile } from '#ui/save-file.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { countedTotal, notesAndCoins } from '../rules/count-sheet.ts'
import { batchStatusLabels, methodLabels } from '../rules/states.ts'
import { useDay, useMoney, useToday } from '../widgets/use-money.ts'
import { RecordDonation } from './record-donation.tsx'

export const meta = () => titled('Batch')

export type Batch = Awaited<ReturnType<typeof client.givingBatches.get>>
type Open = 'record' | 'count' | 'confirm' | 'deposit' | null

/** One batch from its first gift to the bank. */
export default function BatchScreen() {
  const { id = '' } = useParams()
  const [money, day] = [useMoney(), useDay()]
  const mayWrite = useMay('giving.write')
  const [open, setOpen] = useState<Open>(null)
  const { data, error, refetch } = useQuery(
    api.givingBatches.get.queryOptions({ input: { id }, meta: { live: ['gifts'] } }),
  )
  if (error) return <ErrorPanel error={error} what="this batch" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={56} />
  const close = () => setOpen(null)
  const difference = data.counted === null ? null : data.counted - data.entered
  const here = `/donations/batches/${id}`
  return (
    <>
      <PageHeader
        title={data.name}
        purpose={`${day(data.day)}, ${batchStatusLabels[data.status].toLowerCase()}${data.depositedOn ? ` ${day(data.depositedOn)}` : ''}`}
        action={mayWrite ? <Next batch={data} onOpen={setOpen} /> : undefined}
      />
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <StatTile label="Entered" to={here} value={money(data.entered, data.currency)} />
        <StatTile label="Counted" to={here} value={data.counted === null ? '–' : money(data.counted, data.currency)} />
        <StatTile label="Difference" to={here} value={difference === null ? '–' : money(difference, data.currency)} />
        <StatTile
          label="Control total"
          to={here}
          value={data.controlTotal === null ? '–' : money(data.controlTotal, data.currency)}
        />
      </SimpleGrid>
      {data.countedBy || data.confirmedBy ? (
        <Text c="dimmed" mb="md">
          {data.countedBy ? `Counted by ${data.countedBy}` : ''}
          {data.confirmedBy ? `, confirmed by ${data.confirmedBy}` : ''}
        </Text>
      ) : null}
      <Gifts batch={data} />
      {open === 'record' ? <RecordDonation batchId={id} onClose={close} /> : null}
      {open === 'count' ? <CountSheet batch={data} onClose={close} /> : null}
      {open === 'confirm' ? <Confirm batch={data} onClose={close} /> : null}
      {open === 'deposit' ? <DepositBatch batch={data} onClose={close} /> : null}
    </>
  )
}

/** What can be done with a batch in its state. */
function Next({ batch: { id, status, countedById }, onOpen }: { batch: Batch; onOpen: (open: Open) => void }) {
  const { user } = useMe()
  const act = useAct(api.givingBatches.key())
  const slip = async () => {
    const { name, base64 } = await client.givingBatches.slip({ id })
    saveFile(name, new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type: 'application/pdf' }))
  }
  return (
    <Group gap="xs">
      {status === 'open' ? (
        <>
          <Button onClick={() => onOpen('record')}>Add gifts</Button>
          <Button variant="default" onClick={() => onOpen('count')}>
            Count
          </Button>
        </>
      ) : null}
      {status === 'counted' ? (
        countedById === user.id ? (
          <Text size="sm" c="dimmed">
            A second person has to confirm your count.
          </Text>
        ) : (
          <Button onClick={() => onOpen('confirm')}>Confirm count</Button>
        )
      ) : null}
      {status === 'closed' ? <Button onClick={() => onOpen('deposit')}>Record deposit</Button> : null}
      {status === 'closed' || status === 'deposited' ? (
        <Button variant="default" onClick={() => void act(slip, undefined, 'The deposit slip could not be made')}>
          Deposit slip
        </Button>
      ) : null}
      {status === 'counted' || status === 'closed' ? (
        <Button variant="subtle" onClick={() => void act(() => client.givingBatches.reopen({ id }), 'Batch reopened')}>
          Reopen
        </Button>
      ) : null}
    </Group>
  )
}

function Gifts({ batch }: { batch: Batch }) {
  const money = useMoney()
  const { data } = useQuery(
    api.gifts.list.queryOptions({ input: { batch: batch.id, limit: 200 }, meta: { live: ['gifts'] } }),
  )
  const shown = (data?.items ?? []).filter(gift => gift.status !== 'reversed')
  return (
    <Panel title="Gifts" minHeight={120}>
      {shown.length === 0 ? (
        <Text c="dimmed">No gifts in this batch yet.</Text>
      ) : (
        <Table aria-label="Gifts of this batch">
          <Table.Tbody>
            {shown.map(gift => (
              <Table.Tr key={gift.id}>
                <Table.Td>{gift.donor}</Table.Td>
                <Table.Td>
                  {methodLabels[gift.method]}
                  {gift.checkNumber ? `, no. ${gift.checkNumber}` : ''}
                </Table.Td>
                <Table.Td ta="right" data-figures>
                  {money(gift.total, gift.currency)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}

interface StepProps {
  batch: Batch
  onClose: () => void
}

function CountSheet({ batch: { id, currency }, onClose }: StepProps) {
  const money = useMoney()
  const values = notesAndCoins(currency)
  const form = useForm({ initialValues: { counts: values.map(() => ''), checks: '' } })
  const { run } = useMutate({ keys: [api.givingBatches.key()] })
  const sheet = {
    denominations: values.map((value, i) => ({
      value,
      count: Math.max(0, Math.trunc(Number(form.values.counts[i]) || 0)),
    })),
    checksTotal: parseMoney(form.values.checks || '0', currency) ?? 0,
  }
  async function save() {
    await client.givingBatches.count({ id, ...sheet })
    await run(async () => {}, { done: 'First count saved' })
  }
  return (
    <FormDialog opened onClose={onClose} title="Count sheet" form={form} onSubmit={save} submitLabel="Save count">
      <SimpleGrid cols={2}>
        {values.map((value, i) => (
          <TextInput
            key={value}
            label={money(value, currency)}
            inputMode="numeric"
            {...form.getInputProps(`counts.${i}`)}
          />
        ))}
      </SimpleGrid>
      <TextInput label="Checks and other" inputMode="decimal" {...form.getInputProps('checks')} />
      <Text fw={550} data-figures>
        Counted: {money(countedTotal(sheet), currency)}
      </Text>
    </FormDialog>
  )
}

function Confirm({ batch: { id, currency, countedBy }, onClose }: StepProps) {
  const form = useForm({ initialValues: { total: '' } })
  const { run } = useMutate({ keys: [api.givingBatches.key()] })
  async function save({ total }: { total: string }) {
    await client.givingBatches.confirm({ id, total: parseMoney(total, currency) ?? 0 })
    await run(async () => {}, { done: 'Batch closed' })
  }
  return (
    <FormDialog opened onClose={onClose} title="Confirm count" form={form} onSubmit={save} submitLabel="Close batch">
      <Stack gap="xs">
        <Text size="sm">{countedBy ?? 'Someone'} counted first. Count again, and enter what you counted.</Text>
        <TextInput
          label="Your total"
          inputMode="decimal"
          placeholder={decimal(0, currency)}
          data-autofocus
          {...form.getInputProps('total')}
        />
      </Stack>
    </FormDialog>
  )
}

function DepositBatch({ batch: { id }, onClose }: StepProps) {
  const today = useToday()
  const form = useForm({ initialValues: { depositedOn: today, reference: '' } })
  const { run } = useMutate({ keys: [api.givingBatches.key()] })
  async function save(values: typeof form.values) {
    await client.givingBatches.deposit({ id, ...values })
    await run(async () => {}, { done: 'Deposit recorded' })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Record deposit"
      form={form}
      onSubmit={save}
      submitLabel="Record deposit"
    >
      <TextInput type="date" label="Date" max={today} {...form.getInputProps('depositedOn')} />
      <TextInput label="Reference" description="Number of the bag or slip" {...form.getInputProps('reference')} />
    </FormDialog>
  )
}
