import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { api, client } from '#web/api.ts'

type Charge = Awaited<ReturnType<typeof client.planSubscriptions.get>>['charges'][number]

/** Some or all of a payment goes back the way it came. */
export function RefundCharge({ id, charge, onClose }: { id: string; charge: Charge; onClose: () => void }) {
  const { currency, total, refunded } = charge
  const { locale } = useFormat()
  const queries = useQueryClient()
  const left = formatMoney({ amount: total - refunded, currency }, locale)
  const form = useForm({
    initialValues: { amount: '', reason: '' },
    validate: { amount: text => (parseMoney(text, currency) ? null : 'Please enter an amount such as 25.00') },
  })
  async function save({ amount, reason }: typeof form.values) {
    await client.planSubscriptions.refund({ id, chargeId: charge.id, amount: parseMoney(amount, currency)!, reason })
    await queries.invalidateQueries({ queryKey: api.planSubscriptions.key() })
  }
  return (
    <FormDialog opened onClose={onClose} title="Refund" form={form} onSubmit={save} submitLabel="Refund">
      <TextInput
        label={`Amount (${currency})`}
        description={`At most ${left}`}
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput label="Reason" description="Only your team sees it" {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        The subscription goes on. To stop later payments, cancel it.
      </Text>
    </FormDialog>
  )
}
