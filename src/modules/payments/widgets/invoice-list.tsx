import { Button, Text } from '@mantine/core'
import { IconDownload, IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, type client, fetchFile } from '#web/api.ts'
import { invoiceStates, stateLabels } from '../invoices/rules/states.ts'
import { InvoiceDrawer } from './invoice-drawer.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { dayText, InvoiceStatus } from './invoice-parts.tsx'

type Row = Awaited<ReturnType<typeof client.invoices.list>>['items'][number]

const statusOptions = [
  { value: 'overdue', label: 'Overdue' },
  ...invoiceStates.map(value => ({ value, label: stateLabels[value] })),
]

function columnsFor(locale: string): Column<Row>[] {
  const money = (amount: number, currency: string) => formatMoney({ amount, currency }, locale)
  return [
    { key: 'number', header: 'Number', render: row => row.number ?? 'Draft', name: row => row.number ?? 'Draft' },
    { key: 'customer', header: 'Customer', render: row => row.customerName },
    { key: 'status', header: 'Status', render: row => <InvoiceStatus invoice={row} />, width: '140px' },
    { key: 'due', header: 'Due', render: row => dayText(row.dueOn, locale), optional: true, width: '130px' },
    { key: 'total', header: 'Total', render: row => money(row.total, row.currency), align: 'right', width: '120px' },
    {
      key: 'balance',
      header: 'Balance',
      render: row => money(row.balance, row.currency),
      align: 'right',
      width: '120px',
    },
  ]
}

/** Every invoice of the church, and new ones. */
export function InvoiceList() {
  const { locale } = useFormat()
  const [creating, setCreating] = useState(false)
  const detail = useDetail('invoice')
  const { table, state, asked } = useList(api.invoices.list, {
    filters: ['status'],
    prefix: 'invoices',
    live: ['invoices'],
  })
  const newOne = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setCreating(true)}>
      New Invoice
    </Button>
  )
  return (
    <Panel title="Invoices" actions={newOne}>
      <DataTable<Row>
        label="invoices"
        columns={columnsFor(locale)}
        {...table}
        searchPlaceholder="Search by customer or number"
        filters={<FilterSelect state={state} name="status" label="Status" any="Any status" options={statusOptions} />}
        actions={<Export asked={asked} />}
        onOpen={row => detail.open(row.id)}
        empty={{
          icon: <IconFileInvoice size={28} stroke={1.5} />,
          title: 'No invoices yet',
          text: 'Bill a customer for a hall, a course or a service. They pay online, by check or by transfer.',
        }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        Donations are never invoiced or taxed: record them under Donations.
      </Text>
      <InvoiceForm opened={creating} onClose={() => setCreating(false)} onSaved={detail.open} invoice={null} />
      <InvoiceDrawer detail={detail} />
    </Panel>
  )
}

function Export({ asked }: { asked: { search?: string | undefined; status?: unknown } }) {
  const save = async () => {
    const query = new URLSearchParams()
    if (asked.search) query.set('search', asked.search)
    for (const status of [asked.status].flat()) if (status) query.append('status', String(status))
    try {
      const file = await fetchFile(`/storage/v1/invoices/invoices.csv?${query}`)
      saveFile('invoices.csv', await file.blob())
    } catch (error) {
      toastError(error, 'The export failed')
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
