import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { decimal, formatMoney, parseMoney } from '#kernel/money.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { PaymentState } from './submission-state.tsx'

type Submission = Awaited<ReturnType<typeof client.formSubmissions.get>>
interface PaymentProps {
  submission: Submission
  payment: NonNullable<Submission['payment']>
}

/** What a submission costs and how that stands; from here it is asked for again, or goes back. */
export function SubmissionPayment({ submission, payment }: PaymentProps) {
  const { locale } = useFormat()
  const [refunding, setRefunding] = useState(false)
  const act = useAct(api.formSubmissions.key())
  const [mayWrite, mayRefund] = [useMay('people.write'), useMay('payments.write')]
  const { id, email, state } = submission
  const { total, refunded, currency } = payment
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const isPaid = payment.state === 'paid' || payment.state === 'partially_refunded'
  const send = () => act(() => client.formSubmissions.sendPayLink({ id }), `Sent to ${email}`, 'The link was not sent')
  return (
    <Stack gap="xs" component="section" aria-labelledby="submission-payment">
      <Title order={3} id="submission-payment">
        Payment
      </Title>
      <Group gap="xs">
        <PaymentState payment={payment} />
        <Text size="sm">
          {money(total)}
          {refunded > 0 ? `, ${money(refunded)} refunded` : ''}
        </Text>
      </Group>
      <Group gap="xs">
        {state === 'unpaid' && payment.state !== 'pending' && email && mayWrite ? (
          <Button size="xs" variant="default" onClick={() => void send()}>
            Send payment link
          </Button>
        ) : null}
        {isPaid && mayRefund ? (
          <Button size="xs" variant="default" onClick={() => setRefunding(true)}>
            Refund
          </Button>
        ) : null}
      </Group>
      <Refund
        key={refunded}
        submission={submission}
        payment={payment}
        opened={refunding}
        onClose={() => setRefunding(false)}
      />
    </Stack>
  )
}

function Refund({
  submission: { id },
  payment,
  opened,
  onClose,
}: PaymentProps & { opened: boolean; onClose: () => void }) {
  const { currency, total, refunded } = payment
  const act = useAct(api.formSubmissions.key())
  const form = useForm({
    initialValues: { amount: decimal(total - refunded, currency), reason: '' },
    validate: {
      amount: text => ((parseMoney(text, currency) ?? 0) > 0 ? null : 'Please enter an amount such as 25.00'),
    },
  })
  async function refund({ amount, reason }: typeof form.values) {
    await client.formSubmissions.refund({ id, amount: parseMoney(amount, currency)!, reason })
    toast('Refund sent to the payment gateway')
    await act(async () => {})
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title="Refund" form={form} onSubmit={refund} submitLabel="Refund">
      <TextInput label={`Amount (${currency})`} inputMode="decimal" data-autofocus {...form.getInputProps('amount')} />
      <TextInput label="Reason" description="Only your team sees it" {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        The money goes back the way it came. The submission stays.
      </Text>
    </FormDialog>
  )
}
