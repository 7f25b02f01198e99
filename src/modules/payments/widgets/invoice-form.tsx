import { Group, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { parseMoney } from '#kernel/money.ts'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { invoiceCurrencies, paymentTerms, termLabels } from '../invoices/rules/terms.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import {
  fresh,
  type Invoice,
  type InvoiceFormType,
  type InvoiceValues,
  lineInput,
  valuesOf,
} from './use-invoice-form.ts'

interface InvoiceFormProps {
  opened: boolean
  onClose: () => void
  /** The draft that is edited; null: a new one. */
  invoice: Invoice | null
  onSaved?: (id: string) => void
}

export function InvoiceForm({ opened, onClose, invoice, onSaved }: InvoiceFormProps) {
  const settings = useQuery(api.invoiceSettings.read.queryOptions({ input: {}, enabled: opened }))
  const rates = useQuery(api.invoices.taxRates.queryOptions({ input: {}, enabled: opened }))
  const { run } = useMutate({ keys: [api.invoices.key()] })
  const form: InvoiceFormType = useForm<InvoiceValues>({
    initialValues: invoice ? valuesOf(invoice) : fresh('net_30', 'USD'),
    validate: {
      lines: {
        quantity: text => (/^\d+([.]\d{1,3})?$/.test(text.trim()) ? null : 'A number'),
        price: (text, values) => (parseMoney(text, values.currency) === null ? 'An amount' : null),
      },
    },
  })
  const { data } = settings
  useEffect(() => {
    if (!opened || invoice || !data || form.isDirty()) return
    form.setInitialValues(fresh(data.terms, data.currency))
    form.reset()
  }, [opened, data, invoice])
  async function save({ currency, lines, ...values }: InvoiceValues) {
    const input = { ...values, lines: lines.map(line => lineInput(line, currency)) }
    const saved = invoice
      ? await client.invoices.update({ ...input, id: invoice.id, version: invoice.version })
      : await client.invoices.create({ ...input, currency })
    toast(invoice ? 'Saved' : 'Draft saved')
    void run(async () => {})
    onSaved?.(saved.id)
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={invoice ? 'Edit draft' : 'New Invoice'}
      form={form}
      onSubmit={save}
      submitLabel="Save draft"
    >
      <Customer form={form} />
      <Terms form={form} isNew={invoice === null} />
      <InvoiceLines form={form} rates={rates.data?.items ?? []} />
      <Textarea label="Memo (optional)" autosize minRows={2} {...form.getInputProps('memo')} />
      <Text size="sm" c="dimmed">
        Nothing is sent yet. A draft gets its number and its due date when you finalize it.
      </Text>
    </FormDrawer>
  )
}

const Terms = ({ form, isNew }: { form: InvoiceFormType; isNew: boolean }) => (
  <Group grow align="flex-start">
    <NativeSelect
      label="Payment terms"
      data={paymentTerms.map(value => ({ value, label: termLabels[value] }))}
      {...form.getInputProps('terms')}
    />
    <NativeSelect
      label="Currency"
      data={[...invoiceCurrencies]}
      disabled={!isNew}
      {...form.getInputProps('currency')}
    />
  </Group>
)

function Customer({ form }: { form: InvoiceFormType }) {
  async function pick(id: string) {
    const person = await client.people.get({ id })
    const email = person.points.find(point => point.kind === 'email')?.value ?? ''
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
    form.setValues({ personId: id, customerName: name, customerEmail: email })
  }
  return (
    <>
      <PersonPicker label="Choose the customer from people" onPick={id => void pick(id)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Customer"
          required
          {...form.getInputProps('customerName')}
          onChange={event => form.setValues({ personId: null, customerName: event.currentTarget.value })}
        />
        <TextInput label="Email" type="email" {...form.getInputProps('customerEmail')} />
      </SimpleGrid>
      <Textarea label="Address (optional)" rows={2} {...form.getInputProps('customerAddress')} />
    </>
  )
}
