import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decimal, formatMoney, parseMoney } from '#kernel/money.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { newId } from '#ui/new-id.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { type ManualMethod, manualLabels, manualMethods } from '../invoices/rules/states.ts'
import type { Invoice } from './use-invoice-form.ts'

interface MoneyProps {
  invoice: Invoice
  opened: boolean
  onClose: () => void
}

const amountProblem = (currency: string) => (text: string) =>
  (parseMoney(text, currency) ?? 0) > 0 ? null : 'Please enter an amount such as 25.00'

/** One key for as long as the dialog is open: what is sent twice happens once. */
function useKey() {
  const [key, setKey] = useState(newId)
  return { key, renew: () => setKey(newId()) }
}

function useRefetch() {
  const { run } = useMutate({ keys: [api.invoices.key()] })
  return () => run(async () => {})
}

export function RecordPayment({ invoice, opened, onClose }: MoneyProps) {
  const { currency, id, balance } = invoice
  const { key, renew } = useKey()
  const refetch = useRefetch()
  const form = useForm({
    initialValues: {
      method: 'check' as ManualMethod,
      amount: balance > 0 ? decimal(balance, currency) : '',
      paidOn: '',
      reference: '',
    },
    validate: { amount: amountProblem(currency) },
  })
  async function save({ method, amount, paidOn, reference }: typeof form.values) {
    const day = paidOn ? { paidOn } : {}
    await client.invoices.recordPayment({ id, key, method, amount: parseMoney(amount, currency)!, reference, ...day })
    renew()
    await refetch()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Record a payment"
      form={form}
      onSubmit={save}
      submitLabel="Record"
    >
      <Group grow align="flex-start">
        <TextInput
          label={`Amount (${currency})`}
          inputMode="decimal"
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <NativeSelect
          label="Method"
          data={manualMethods.map(value => ({ value, label: manualLabels[value] }))}
          {...form.getInputProps('method')}
        />
      </Group>
      <When form={form} />
      <Text size="sm" c="dimmed">
        What is paid too much becomes the customer’s credit. Payments online appear by themselves.
      </Text>
    </FormDialog>
  )
}

const When = ({ form }: { form: { getInputProps: (name: 'paidOn' | 'reference') => object } }) => (
  <Group grow align="flex-start">
    <TextInput label="Paid on" description="Empty: today" type="date" {...form.getInputProps('paidOn')} />
    <TextInput label="Reference" description="Check number and the like" {...form.getInputProps('reference')} />
  </Group>
)

export function CreditNote({ invoice, opened, onClose }: MoneyProps) {
  const { currency, id, total, credited } = invoice
  const { locale } = useFormat()
  const { key, renew } = useKey()
  const refetch = useRefetch()
  const form = useForm({ initialValues: { amount: '', reason: '' }, validate: { amount: amountProblem(currency) } })
  async function save({ amount, reason }: typeof form.values) {
    await client.invoices.creditNote({ id, key, amount: parseMoney(amount, currency)!, reason })
    renew()
    await refetch()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Credit note"
      form={form}
      onSubmit={save}
      submitLabel="Issue credit note"
    >
      <TextInput
        label={`Amount (${currency}), tax included`}
        description={`At most ${formatMoney({ amount: total - credited, currency }, locale)}`}
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput label="Reason" description="The customer sees it" {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

/** Pays with what the customer paid too much on another invoice. */
export function UseCredit({ invoice, opened, onClose }: MoneyProps) {
  const { currency, id, customerEmail, personId } = invoice
  const { locale } = useFormat()
  const { key, renew } = useKey()
  const refetch = useRefetch()
  const form = useForm({
    initialValues: { fromId: '' },
    validate: { fromId: value => (value ? null : 'Please choose an invoice') },
  })
  const input = { limit: 200, ...(personId ? { personId } : { search: customerEmail }) }
  const theirs = useQuery(
    api.invoices.list.queryOptions({ input, enabled: opened && (personId !== null || customerEmail !== '') }),
  )
  const options = (theirs.data?.items ?? [])
    .filter(one => one.id !== id && one.balance < 0 && one.currency === currency)
    .map(one => ({ value: one.id, label: `${one.number}: ${formatMoney({ amount: -one.balance, currency }, locale)}` }))
  async function save({ fromId }: typeof form.values) {
    await client.invoices.applyCredit({ id, fromId, key })
    renew()
    await refetch()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Apply a credit"
      form={form}
      onSubmit={save}
      submitLabel="Apply"
    >
      {theirs.data && options.length === 0 ? (
        <Text>This customer has no credit in {currency}. A credit comes from an invoice that was paid too much.</Text>
      ) : (
        <NativeSelect
          label="Credit from"
          data={[{ value: '', label: 'Choose an invoice' }, ...options]}
          {...form.getInputProps('fromId')}
        />
      )}
    </FormDialog>
  )
}

/** Money that came through a gateway goes back the same way; what went back is owed again. */
export function RefundPayment({ invoice, payment, ...rest }: MoneyProps & { payment: Invoice['payments'][number] }) {
  const { currency, id } = invoice
  const refetch = useRefetch()
  const form = useForm({
    initialValues: { amount: decimal(payment.amount, currency), reason: '' },
    validate: { amount: amountProblem(currency) },
  })
  async function save({ amount, reason }: typeof form.values) {
    await client.invoices.refundPayment({ id, paymentId: payment.id, amount: parseMoney(amount, currency)!, reason })
    await refetch()
  }
  return (
    <FormDialog {...rest} title="Refund" form={form} onSubmit={save} submitLabel="Refund">
      <TextInput label={`Amount (${currency})`} inputMode="decimal" data-autofocus {...form.getInputProps('amount')} />
      <TextInput label="Reason" description="Only your team sees it" {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        The money goes back the way it came, and the invoice is open by as much. Issue a credit note if nothing more is
        owed.
      </Text>
    </FormDialog>
  )
}
