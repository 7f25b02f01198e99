import { Button, Group, NativeSelect, Progress, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseMoney } from '#kernel/money.ts'
import { type ChosenPerson, PersonField } from '#people/widgets/person-field.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { frequencyLabels, pledgeFrequencies } from '../rules/states.ts'
import { useDay, useMoney, useToday } from '../widgets/use-money.ts'

export const meta = () => titled('Pledges')

type Pledge = Awaited<ReturnType<typeof client.pledges.list>>['items'][number]
const often = (frequency: Pledge['frequency']) => (frequency === 'once' ? 'Once' : frequencyLabels[frequency])

function useColumns(mayWrite: boolean): Column<Pledge>[] {
  const [money, day] = [useMoney(), useDay()]
  const shown: Column<Pledge>[] = [
    { key: 'donor', header: 'Donor', name: one => one.donor, render: one => one.donor },
    { key: 'for', header: 'For', render: one => one.campaign ?? one.fund ?? '–' },
    {
      key: 'amount',
      header: 'Pledge',
      render: one => `${money(one.amount, one.currency)}, ${often(one.frequency).toLowerCase()}`,
    },
    {
      key: 'dates',
      header: 'Dates',
      optional: true,
      render: one => `${day(one.startDate)}${one.endDate ? ` – ${day(one.endDate)}` : ''}`,
    },
    {
      key: 'given',
      header: 'Given',
      render: one => (
        <div>
          <Text size="sm" data-figures>
            {money(one.given, one.currency)} of {money(one.pledged, one.currency)}
          </Text>
          <Progress
            value={one.pledged > 0 ? Math.min(100, (one.given / one.pledged) * 100) : 0}
            size="sm"
            aria-label={`Given by ${one.donor}`}
          />
        </div>
      ),
    },
  ]
  const last: Column<Pledge> = {
    key: 'act',
    header: 'Actions',
    align: 'right',
    card: 'plain',
    render: one => <CancelPledge pledge={one} />,
  }
  return mayWrite ? [...shown, last] : shown
}

function CancelPledge({ pledge: { id, donor } }: { pledge: Pledge }) {
  const act = useAct(api.pledges.key())
  async function cancel() {
    const text = 'Gifts stay as they are.'
    if (await confirm({ title: `Cancel the pledge of ${donor}?`, text, confirm: 'Cancel the pledge', danger: true }))
      await act(() => client.pledges.cancel({ id }), 'Pledge canceled')
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`Cancel the pledge of ${donor}`}
      onClick={() => void cancel()}
    >
      Cancel
    </Button>
  )
}

/** What people promised, and what they gave of it. */
export default function Pledges() {
  const mayWrite = useMay('giving.write')
  const [adding, setAdding] = useState(false)
  const { table } = useList(api.pledges.list, { live: ['gifts'] })
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
      Add pledge
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Pledges"
        purpose="What people promised to give. A pledge is no gift and never on a receipt."
        action={mayWrite ? add : undefined}
      />
      <DataTable
        label="pledges"
        columns={useColumns(mayWrite)}
        {...table}
        empty={{ title: 'No pledges yet', text: 'Pledges show how much of a campaign is promised and given.' }}
      />
      {adding ? <AddPledge onClose={() => setAdding(false)} /> : null}
    </>
  )
}

const emptyPledge = {
  personId: null as string | null,
  campaignId: '',
  amount: '',
  startDate: '',
  endDate: '',
  note: '',
  frequency: 'monthly' as Pledge['frequency'],
}

/** Whose pledge it is: the form keeps the id, the field shows the name. */
function useDonor(form: Pick<ReturnType<typeof useForm<typeof emptyPledge>>, 'setFieldValue'>) {
  const [donor, setDonor] = useState<ChosenPerson | null>(null)
  const choose = (person: ChosenPerson | null) => {
    setDonor(person)
    form.setFieldValue('personId', person?.id ?? null)
  }
  return [donor, choose] as const
}

function AddPledge({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const { run } = useMutate({ keys: [api.pledges.key()] })
  const campaigns = useQuery(api.givingCampaigns.list.queryOptions({ input: {} }))
  const period = useQuery(api.giving.period.queryOptions({ input: {} }))
  const form = useForm({
    initialValues: { ...emptyPledge, startDate: today },
  })
  const [donor, choose] = useDonor(form)
  async function save({ amount, campaignId, ...values }: typeof form.values) {
    const campaign = campaigns.data?.items.find(one => one.id === campaignId)
    const currency = campaign?.currency ?? period.data?.currency ?? 'USD'
    await client.pledges.create({
      ...values,
      amount: parseMoney(amount, currency) ?? 0,
      campaignId: campaignId || null,
      endDate: values.endDate || null,
    })
    await run(async () => {}, { done: 'Pledge added' })
  }
  return (
    <FormDrawer opened onClose={onClose} title="Add pledge" form={form} onSubmit={save} submitLabel="Add pledge">
      <PersonField label="Find a donor" value={donor} error={form.errors.personId} focused onChange={choose} />
      <NativeSelect
        label="Campaign"
        data={[
          { value: '', label: 'Choose a campaign' },
          ...(campaigns.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('campaignId')}
      />
      <Group grow align="start">
        <TextInput label="Amount" inputMode="decimal" {...form.getInputProps('amount')} />
        <NativeSelect
          label="Frequency"
          data={pledgeFrequencies.map(value => ({ value, label: often(value) }))}
          {...form.getInputProps('frequency')}
        />
      </Group>
      <Group grow align="start">
        <TextInput type="date" label="From" {...form.getInputProps('startDate')} />
        <TextInput type="date" label="To" {...form.getInputProps('endDate')} />
      </Group>
      <Textarea label="Note" {...form.getInputProps('note')} />
    </FormDrawer>
  )
}
