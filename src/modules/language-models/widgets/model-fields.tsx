import { Fieldset, Group, NumberInput, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDollars } from '../rules/budget.ts'
import { BUILT_IN, catalog, modelOf, providerNames, providers } from '../rules/models.ts'
import { TestModel } from './test-model.tsx'
import type { Form, Settings, Slot } from './use-ai-models.ts'

interface FieldsProps {
  form: Form
  slot: Slot
  settings: Settings
}
const [NONE, OTHER] = ['none', 'other']

/** Each model of the catalog, and one of one's own for each provider. */
const options = (slot: Slot) => [
  { value: NONE, label: slot === 'main' ? BUILT_IN : 'None' },
  ...providers.map(provider => ({
    group: providerNames[provider],
    items: [
      ...catalog
        .filter(model => model.provider === provider)
        .map(({ id, label }) => ({ value: `${provider}:${id}`, label })),
      {
        value: `${provider}:${OTHER}`,
        label: provider === 'compatible' ? 'A model at your address' : `Another ${providerNames[provider]} model`,
      },
    ],
  })),
]

/** Model, key, address and prices; the fallback has the same. */
export function ModelFields({ form, slot, settings }: FieldsProps) {
  const { provider, model } = form.values[slot]
  // What is typed may be a listed id on its way to a longer one.
  const [isOwn, setOwn] = useState(provider !== 'none' && !modelOf(provider, model))
  const listed = provider === 'none' || isOwn ? undefined : modelOf(provider, model)
  const chosen = provider === 'none' ? NONE : `${provider}:${listed ? model : OTHER}`
  const choose = (value: string | null) => {
    const [next = NONE, id = ''] = (value ?? NONE).split(/:(.*)/)
    const wanted = { provider: next as typeof provider, model: id === OTHER ? '' : id }
    form.setFieldValue(slot, { ...form.values[slot], ...wanted, inputPrice: null, outputPrice: null })
    setOwn(id === OTHER)
    form.clearErrors()
  }
  return (
    <Fieldset legend={slot === 'main' ? 'Model' : 'Fallback, if the first model does not answer'}>
      <Stack>
        <Select
          label={slot === 'main' ? 'Answers and drafts are written by' : 'Then ask'}
          description={listed ? `${listed.note}, ${priceText(listed)}` : undefined}
          allowDeselect={false}
          data={options(slot)}
          value={chosen}
          onChange={choose}
          error={form.errors[`${slot}.provider`] ?? (listed && form.errors[`${slot}.model`])}
        />
        {provider === 'none' ? null : (
          <>
            {listed ? null : (
              <TextInput
                label="Model ID"
                description="As the provider writes it."
                {...form.getInputProps(`${slot}.model`)}
              />
            )}
            <Access form={form} slot={slot} settings={settings} />
            <Prices form={form} slot={slot} listed={listed} />
            <TestModel slot={slot} disabled={form.isDirty() || settings[slot].provider === 'none'} />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

const priceText = ({ input, output }: { input: number; output: number }) =>
  `${formatDollars(input)} for a million tokens read and ${formatDollars(output)} for a million written`

function Access({ form, slot, settings }: FieldsProps) {
  const { provider, baseUrl } = form.values[slot]
  const { key, ...kept } = settings[slot]
  const isServers = provider !== 'none' && settings.serverProviders.includes(provider)
  const isOpen = provider === 'compatible'
  return (
    <>
      {isOpen ? (
        <TextInput
          label="Address"
          type="url"
          placeholder="https://models.example.org/v1"
          description={isServers ? 'Leave empty to use the address of this server.' : undefined}
          {...form.getInputProps(`${slot}.baseUrl`)}
        />
      ) : null}
      <PasswordInput
        label="API key"
        autoComplete="new-password"
        description={
          key.set && kept.provider === provider && kept.baseUrl === baseUrl
            ? `Stored${key.last4 ? `, ends in ${key.last4}` : ''}. Leave empty to keep it.`
            : isOpen
              ? 'Leave empty if the address needs none.'
              : isServers
                ? `Leave empty to use the key of this server, for up to $20 a month.`
                : 'We try it before it is saved, and never show it again.'
        }
        {...form.getInputProps(`${slot}.apiKey`)}
      />
    </>
  )
}

interface PricesProps {
  form: Form
  slot: Slot
  listed: { input: number; output: number } | undefined
}
const MILLION = 1_000_000

function Prices({ form, slot, listed }: PricesProps) {
  const price = (name: 'inputPrice' | 'outputPrice', label: string, usual: number | undefined) => {
    const value = form.values[slot][name]
    return (
      <NumberInput
        label={label}
        description={listed ? 'Leave empty for the list price.' : 'Dollars for a million tokens.'}
        placeholder={usual === undefined ? undefined : formatDollars(usual)}
        prefix="$"
        decimalScale={4}
        min={0}
        value={value === null ? '' : value / MILLION}
        onChange={next =>
          form.setFieldValue(`${slot}.${name}`, next === '' ? null : Math.round(Number(next) * MILLION))
        }
        error={form.errors[`${slot}.${name}`]}
      />
    )
  }
  return (
    <Group grow align="flex-start">
      {price('inputPrice', 'Price of text read', listed?.input)}
      {price('outputPrice', 'Price of text written', listed?.output)}
    </Group>
  )
}
