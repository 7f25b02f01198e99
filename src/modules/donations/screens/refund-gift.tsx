import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { decimal, parseMoney } from '#kernel/money.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMoney } from '../widgets/use-money.ts'
import type { Gift } from './use-gift-form.ts'

/** What was paid and is neither disputed nor gone back already. */
export const isRefundable = ({ status, total, refunded }: Gift): boolean =>
  (status === 'succeeded' || status === 'partially_refunded') && total > refunded

/** Money goes back the way it came. */
export function RefundGift({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const money = useMoney()
  const { id, currency, total, refunded } = gift
  const left = total - refunded
  const form = useForm({
    initialValues: { amount: decimal(left, currency), reason: '' },
    validate: {
      amount: text => (parseMoney(text, currency) === null ? 'Please enter an amount such as 25 or 25.50' : null),
    },
  })
  const { run } = useMutate({ keys: [api.gifts.key(), api.givingCampaigns.key(), api.giving.key()] })
  async function save({ amount, reason }: { amount: string; reason: string }) {
    await client.gifts.refund({ id, amount: parseMoney(amount, currency)!, reason })
    await run(async () => {}, { done: 'Refund requested' })
  }
  return (
    <FormDialog opened onClose={onClose} title="Refund this donation?" form={form} onSubmit={save} submitLabel="Refund">
      <Text size="sm">
        Up to {money(left, currency)} goes back the way it came. It is taken off each fund in proportion.
      </Text>
      <TextInput label={`Amount in ${currency}`} inputMode="decimal" {...form.getInputProps('amount')} />
      <TextInput label="Reason" data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
