import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { parseMoney } from '#kernel/money.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { batchStatuses, batchStatusLabels } from '../rules/states.ts'
import { useDay, useMoney, useToday } from '../widgets/use-money.ts'

export const meta = () => titled('Batches')

type Batch = Awaited<ReturnType<typeof client.givingBatches.list>>['items'][number]
type Asked = Parameters<typeof client.givingBatches.list>[0]

function useColumns(): Column<Batch>[] {
  const [money, day] = [useMoney(), useDay()]
  return [
    { key: 'name', header: 'Batch', name: one => one.name, render: one => one.name },
    { key: 'day', header: 'Date', render: one => day(one.day) },
    {
      key: 'status',
      header: 'Status',
      render: one => <StatusBadge of="givingBatch" value={one.status} label={batchStatusLabels[one.status]} />,
    },
    { key: 'gifts', header: 'Gifts', align: 'right', optional: true, render: one => one.gifts },
    { key: 'entered', header: 'Entered', align: 'right', render: one => money(one.entered, one.currency) },
  ]
}

/** Plates and mailbags: entered, counted by two people, taken to the bank. */
export default function Batches() {
  const mayWrite = useMay('giving.write')
  const [adding, setAdding] = useState(false)
  const { state, table } = useList(api.givingBatches.list, {
    filters: ['status'],
    live: ['gifts'],
    input: list => list.filters as Partial<Asked>,
  })
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
      New batch
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Batches"
        purpose="Cash and checks of one service. Two people count each batch before it is deposited."
        action={mayWrite ? add : undefined}
      />
      <DataTable
        label="batches"
        columns={useColumns()}
        {...table}
        rowLink={one => `/donations/batches/${one.id}`}
        filters={
          <FilterSelect
            state={state}
            name="status"
            label="Status"
            any="Any status"
            options={batchStatuses.map(value => ({ value, label: batchStatusLabels[value] }))}
          />
        }
        empty={{
          icon: <IconWallet size={28} stroke={1.5} />,
          title: 'No batches yet',
          text: 'Start a batch for Sunday’s offering, enter its gifts, and count it with someone.',
        }}
      />
      {adding ? <AddBatch onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function AddBatch({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const navigate = useNavigate()
  const period = useQuery(api.giving.period.queryOptions({ input: {} }))
  const form = useForm({ initialValues: { name: 'Sunday offering', day: today, controlTotal: '' } })
  async function save({ controlTotal, ...values }: typeof form.values) {
    const total = controlTotal.trim() ? (parseMoney(controlTotal, period.data?.currency ?? 'USD') ?? -1) : null
    const { id } = await client.givingBatches.create({ ...values, controlTotal: total })
    navigate(`/donations/batches/${id}`)
  }
  return (
    <FormDialog opened onClose={onClose} title="New batch" form={form} onSubmit={save} submitLabel="Create batch">
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput type="date" label="Date" {...form.getInputProps('day')} />
      <TextInput
        label="Control total"
        description="If you added everything up before entering it"
        inputMode="decimal"
        {...form.getInputProps('controlTotal')}
      />
    </FormDialog>
  )
}
