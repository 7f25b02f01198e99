import { ActionIcon, Button, Group, NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { asPrinted, DESCRIPTOR_HELP, descriptorProblem } from '../rules/descriptor.ts'
import { Banner } from './banner.tsx'
import type { Settings } from './payment-settings.tsx'

type Values = Omit<Settings['methods'], 'version'>
type Form = UseFormReturnType<Values>

const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD']

export function Methods({ settings }: { settings: Settings }) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState(false)
  const { version, ...methods } = settings.methods
  const form: Form = useForm<Values>({
    initialValues: methods,
    validate: { descriptor: text => descriptorProblem(text) },
  })
  const { problem, busy, save } = useSaving(form)
  const submit = (values: Values) => {
    setSaved(false)
    return save(async () => {
      const answer = await client.paymentSettings.saveMethods({ ...values, version })
      setSaved(true)
      queries.setQueryData(api.paymentSettings.read.queryKey({ input: {} }), answer)
    })
  }
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Panel title="Payment methods">
          <MethodSwitches form={form} settings={settings} />
        </Panel>
        <Panel title="Display">
          <Display form={form} />
        </Panel>
        <Panel title="Tax">
          <Tax form={form} />
        </Panel>
        <Banner saved={saved} problem={problem} errors={form.errors} />
        <Group>
          <Button type="submit" loading={busy}>
            Save Payment Settings
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function MethodSwitches({ form, settings }: { form: Form; settings: Settings }) {
  const paypal = settings.gateways.find(one => one.gateway === 'paypal')!
  const takesAch = settings.gateways.some(one => one.enabled && one.methods.includes('ach'))
  const checked = (name: 'cards' | 'ach' | 'wallets') => form.getInputProps(name, { type: 'checkbox' })
  return (
    <Stack gap="sm">
      <Switch label="Credit Cards" description="Visa, Mastercard, American Express and others" {...checked('cards')} />
      <Switch
        label="PayPal"
        description="Follows the PayPal gateway: turn it on or off under Payment Gateways"
        checked={paypal.enabled}
        readOnly
        disabled
      />
      <Switch
        label="ACH Direct Debit"
        description={
          takesAch
            ? 'From a US bank account, with a mandate; it takes about four business days'
            : 'Needs a gateway that takes bank debits, such as Stripe'
        }
        {...checked('ach')}
      />
      <Switch label="Apple Pay / Google Pay" description="Shown on devices that have them" {...checked('wallets')} />
    </Stack>
  )
}

function Display({ form }: { form: Form }) {
  const { locale } = useFormat()
  const { currency, descriptor } = form.getValues()
  return (
    <Stack>
      <NativeSelect
        label="Default Currency"
        description={`Prices are shown like ${formatMoney({ amount: 123_450, currency }, locale)}. What was paid before keeps its currency.`}
        data={currencies}
        {...form.getInputProps('currency')}
      />
      <TextInput
        label="Statement Descriptor"
        description={DESCRIPTOR_HELP}
        maxLength={22}
        {...form.getInputProps('descriptor')}
      />
      {descriptor ? (
        <Text size="sm" c="dimmed">
          On a card statement: {asPrinted(descriptor)}
        </Text>
      ) : null}
    </Stack>
  )
}

function Tax({ form }: { form: Form }) {
  const { collectTax, taxRates } = form.getValues()
  return (
    <Stack>
      <Switch
        label="Enable Tax Collection"
        description="On invoices and sales. Donations are never taxed."
        {...form.getInputProps('collectTax', { type: 'checkbox' })}
      />
      {collectTax ? taxRates.map((_, i) => <Rate key={i} form={form} at={i} />) : null}
      {collectTax ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() =>
              form.insertListItem('taxRates', {
                name: '',
                region: '',
                basisPoints: 0,
                from: new Date().toISOString().slice(0, 10),
              })
            }
          >
            Add a rate
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

const Rate = ({ form, at }: { form: Form; at: number }) => (
  <Group align="flex-end">
    <TextInput label="Name" placeholder="Sales tax" {...form.getInputProps(`taxRates.${at}.name`)} />
    <TextInput label="Region" placeholder="US-TX" w={110} {...form.getInputProps(`taxRates.${at}.region`)} />
    <NumberInput
      label="Rate in %"
      w={110}
      min={0}
      max={50}
      decimalScale={2}
      value={form.getValues().taxRates[at]!.basisPoints / 100}
      onChange={value => form.setFieldValue(`taxRates.${at}.basisPoints`, Math.round(Number(value) * 100))}
      error={form.errors[`taxRates.${at}.basisPoints`]}
    />
    <TextInput type="date" label="In force from" w={150} {...form.getInputProps(`taxRates.${at}.from`)} />
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Remove this rate"
      onClick={() => form.removeListItem('taxRates', at)}
    >
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  </Group>
)
