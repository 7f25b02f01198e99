import {
  Alert,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decimal, formatMoney, parseMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'
import { messageOf } from '#ui/message.ts'
import { Panel } from '#ui/panel.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { percentOf } from '../invoices/rules/amounts.ts'
import { paymentTerms, termLabels } from '../invoices/rules/terms.ts'

type Settings = Awaited<ReturnType<typeof client.invoiceSettings.read>>

function valuesOf({ currency, lateFeeAmount, lateFeeCap, schedule, ...settings }: Settings) {
  return {
    ...settings,
    lateFeeAmount: decimal(lateFeeAmount, currency),
    lateFeeCap: lateFeeCap === null ? '' : decimal(lateFeeCap, currency),
    schedule: schedule.join(', '),
  }
}
type Values = ReturnType<typeof valuesOf>
type Form = UseFormReturnType<Values>

const numbersOf = (text: string): number[] | null => {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.every(part => /^[+\-−]?\d{1,3}$/.test(part)) ? parts.map(part => Number(part.replace('−', '-'))) : null
}

function inputOf({ logo: _, ...values }: Values, currency: string) {
  return {
    ...values,
    lateFeeRate: Number(values.lateFeeRate),
    graceDays: Number(values.graceDays),
    lateFeeAmount: parseMoney(values.lateFeeAmount, currency) ?? 0,
    lateFeeCap: values.lateFeeCap.trim() ? parseMoney(values.lateFeeCap, currency) : null,
    schedule: numbersOf(values.schedule) ?? [],
  }
}

export function InvoiceSettingsForm({ settings }: { settings: Settings }) {
  const queries = useQueryClient()
  const { currency } = settings
  const [saved, setSaved] = useState(false)
  const amount = (text: string) =>
    text.trim() && parseMoney(text, currency) === null ? 'Please enter an amount such as 25.00' : null
  const form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: {
      businessName: text => (text.trim() ? null : 'Please enter a business name'),
      lateFeeAmount: amount,
      lateFeeCap: amount,
      schedule: text => (numbersOf(text) ? null : 'Please enter days such as -3, 0, 7'),
    },
  })
  const { problem, busy, save } = useSaving(form)
  const submit = (values: Values) => {
    setSaved(false)
    return save(async () => {
      const answer = await client.invoiceSettings.save(inputOf(values, currency))
      queries.setQueryData(api.invoiceSettings.read.queryKey({ input: {} }), answer)
      form.setFieldValue('version', answer.version)
      setSaved(true)
    })
  }
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Panel title="Invoice Settings">
        <Stack>
          <Look form={form} settings={settings} />
          <LateFees form={form} currency={currency} />
          <Reminders form={form} />
          <Outcome saved={saved} failed={problem !== null || Object.keys(form.errors).length > 0} problem={problem} />
          <Group>
            <Button type="submit" loading={busy}>
              Save Invoice Settings
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  )
}

function Outcome({ saved, failed, problem }: { saved: boolean; failed: boolean; problem: unknown }) {
  if (failed)
    return (
      <Alert color="red" role="alert">
        Failed to save payment settings{problem ? `: ${messageOf(problem)}` : ''}
      </Alert>
    )
  return saved ? (
    <Alert color="green" role="status">
      Payment settings saved successfully
    </Alert>
  ) : null
}

const Look = ({ form, settings }: { form: Form; settings: Settings }) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Business Name" {...form.getInputProps('businessName')} />
      <NativeSelect
        label="Default Payment Terms"
        data={paymentTerms.map(value => ({ value, label: termLabels[value] }))}
        {...form.getInputProps('terms')}
      />
      <Textarea label="Business Address" rows={3} {...form.getInputProps('businessAddress')} />
      <Textarea label="Invoice Footer Text" rows={3} {...form.getInputProps('footer')} />
    </SimpleGrid>
    <Switch
      label="Include Logo on Invoices"
      description={
        settings.logo ? undefined : 'There is no logo yet. Add one under Settings, and it appears on new invoices.'
      }
      {...form.getInputProps('hasLogo', { type: 'checkbox' })}
    />
  </>
)

/** What the terms would charge on $100.00, in words that follow the fields. */
function Example({ form, currency }: { form: Form; currency: string }) {
  const { locale } = useFormat()
  const { lateFeeKind, lateFeeRate, lateFeeAmount, lateFeeCap } = form.values
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const fee =
    lateFeeKind === 'fixed' ? (parseMoney(lateFeeAmount, currency) ?? 0) : percentOf(10_000, Number(lateFeeRate) || 0)
  const cap = lateFeeCap.trim() ? parseMoney(lateFeeCap, currency) : null
  return (
    <Text size="sm" c="dimmed">
      On {money(10_000)} that is late, the fee is {money(cap === null ? fee : Math.min(fee, cap))}. Tax and earlier fees
      are left out. Laws limit late fees in many states: check yours.
    </Text>
  )
}

const LateFees = ({ form, currency }: { form: Form; currency: string }) => (
  <>
    <Switch
      label="Charge late fees automatically"
      description="Applies to invoices finalized from now on, which say so."
      {...form.getInputProps('lateFees', { type: 'checkbox' })}
    />
    <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }}>
      <Fee form={form} currency={currency} />
      <NumberInput label="Grace days" min={0} max={365} allowDecimal={false} {...form.getInputProps('graceDays')} />
      <NativeSelect label="How often" data={repeats} {...form.getInputProps('lateFeeRepeat')} />
      <TextInput
        label={`At most (${currency})`}
        placeholder="No limit"
        inputMode="decimal"
        {...form.getInputProps('lateFeeCap')}
      />
    </SimpleGrid>
    <Example form={form} currency={currency} />
  </>
)

const repeats = [
  { value: 'once', label: 'Once' },
  { value: 'monthly', label: 'Monthly' },
]
const feeKinds = [
  { value: 'percentage', label: 'Percentage' },
  { value: 'fixed', label: 'Fixed amount' },
]

const Fee = ({ form, currency }: { form: Form; currency: string }) => (
  <>
    <NativeSelect label="Late Payment Fee" data={feeKinds} {...form.getInputProps('lateFeeKind')} />
    {form.values.lateFeeKind === 'fixed' ? (
      <TextInput
        label={`Amount (${currency})`}
        placeholder="25"
        inputMode="decimal"
        {...form.getInputProps('lateFeeAmount')}
      />
    ) : (
      <NumberInput
        label="Percent"
        placeholder="2.5"
        min={0}
        max={100}
        decimalScale={3}
        {...form.getInputProps('lateFeeRate')}
      />
    )}
  </>
)

const Reminders = ({ form }: { form: Form }) => (
  <>
    <Switch
      label="Send Payment Reminders"
      description="By email, for invoices that were sent by email, until they are paid or the customer replies."
      {...form.getInputProps('reminders', { type: 'checkbox' })}
    />
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label="Reminder days"
        description="Days from the due date; before it with a minus"
        {...form.getInputProps('schedule')}
      />
      <TextInput
        label="Reply-to address"
        description="Empty: replies come to Conversations and stop reminders"
        type="email"
        {...form.getInputProps('replyTo')}
      />
    </SimpleGrid>
  </>
)
