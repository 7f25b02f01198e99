import { Checkbox, Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { decimal, parseMoney } from '#kernel/money.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import type { Schema } from '#ui/schema-errors.ts'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { frequencies, frequencyLabels, visibilities, visibilityLabels } from '../rules/states.ts'
import { useToday } from '../widgets/use-money.ts'
import type { Campaign } from './campaign-progress.tsx'

const valuesOf = (campaign: Campaign | null, today: string, currency: string) => {
  const money = (amount: number | null | undefined) => (amount ? decimal(amount, campaign!.currency) : '')
  return {
    name: campaign?.name ?? '',
    description: campaign?.description ?? '',
    goal: money(campaign?.goal),
    currency: campaign?.currency ?? currency,
    startDate: campaign ? (campaign.startDate ?? '') : today,
    endDate: campaign?.endDate ?? '',
    fundId: campaign?.fundId ?? '',
    isRecurring: campaign?.isRecurring ?? false,
    frequency: campaign?.frequency ?? ('' as const),
    visibility: campaign?.visibility ?? ('public' as const),
    suggested: (campaign?.suggested ?? []).map(money).join(' '),
    minAmount: money(campaign?.minAmount),
    maxAmount: money(campaign?.maxAmount),
    thankYouSubject: campaign?.thankYouSubject ?? '',
    thankYouText: campaign?.thankYouText ?? '',
    imageUrl: campaign?.imageUrl ?? '',
    allowAnonymous: campaign?.allowAnonymous ?? true,
    showDonors: campaign?.showDonors ?? false,
    allowTribute: campaign?.allowTribute ?? false,
  }
}
type Values = ReturnType<typeof valuesOf>

/** An amount that can't be read fails the schema: it is below zero. */
const UNREAD = -1
const read = (text: string, currency: string) => parseMoney(text, currency) ?? UNREAD
const optional = (text: string, currency: string) => (text.trim() ? read(text, currency) : null)

const inputOf = ({ goal, suggested, minAmount, maxAmount, fundId, frequency, isRecurring, ...rest }: Values) => ({
  ...rest,
  goal: read(goal, rest.currency),
  suggested: suggested
    .split(/[\s;]+/)
    .filter(Boolean)
    .map(text => read(text, rest.currency)),
  minAmount: optional(minAmount, rest.currency),
  maxAmount: optional(maxAmount, rest.currency),
  isRecurring,
  frequency: isRecurring && frequency ? frequency : null,
  startDate: rest.startDate || null,
  endDate: rest.endDate || null,
  ...(fundId && { fundId }),
})

const schema = async (): Promise<Schema> => {
  const { NewCampaign } = await import('../campaigns/contract.ts')
  return { '~standard': { validate: values => NewCampaign['~standard'].validate(inputOf(values as Values)) } }
}

interface CampaignFormProps {
  /** null: a new one */
  campaign: Campaign | null
  onClose: () => void
}

/** New Campaign and Edit Campaign. */
export function CampaignForm({ campaign, onClose }: CampaignFormProps) {
  const today = useToday()
  const period = useQuery(api.giving.period.queryOptions({ input: {} }))
  const form = useForm<Values>({ initialValues: valuesOf(campaign, today, period.data?.currency ?? 'USD') })
  const { run } = useMutate({ keys: [api.givingCampaigns.key(), api.giving.key()] })
  async function save(values: Values) {
    const input = inputOf(values)
    if (campaign) await client.givingCampaigns.update({ id: campaign.id, version: campaign.version, ...input })
    else await client.givingCampaigns.create(input)
    await run(async () => {})
    toast(`${values.name} saved`)
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={campaign ? 'Edit Campaign' : 'New Campaign'}
      form={form}
      onSubmit={save}
      submitLabel={campaign ? 'Save' : 'Create Campaign'}
      schema={schema}
    >
      <MainFields form={form} isNew={campaign === null} />
      <PageFields form={form} />
    </FormDrawer>
  )
}

type Form = ReturnType<typeof useForm<Values>>

const MainFields = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <>
    <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
    <Textarea label="Description" autosize minRows={3} {...form.getInputProps('description')} />
    <Group grow align="start">
      <TextInput label="Goal" inputMode="decimal" {...form.getInputProps('goal')} />
      <TextInput
        label="Currency"
        maxLength={3}
        description={isNew ? undefined : 'Fixed after the first gift'}
        {...form.getInputProps('currency')}
      />
    </Group>
    <Group grow align="start">
      <TextInput type="date" label="Start date" {...form.getInputProps('startDate')} />
      <TextInput type="date" label="End date" {...form.getInputProps('endDate')} />
    </Group>
    <FundSelect form={form} />
    <Switch label="Recurring gifts" {...form.getInputProps('isRecurring', { type: 'checkbox' })} />
    {form.values.isRecurring ? (
      <NativeSelect
        label="Frequency"
        data={[
          { value: '', label: 'Choose how often' },
          ...frequencies.map(value => ({ value, label: frequencyLabels[value] })),
        ]}
        {...form.getInputProps('frequency')}
      />
    ) : null}
  </>
)

function FundSelect({ form }: { form: Form }) {
  const { data } = useQuery(api.funds.list.queryOptions({ input: {}, meta: { live: ['giving'] } }))
  return (
    <NativeSelect
      label="Fund"
      data={[
        { value: '', label: 'Default fund' },
        ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...form.getInputProps('fundId')}
    />
  )
}

/** What the giving page offers. */
const PageFields = ({ form }: { form: Form }) => (
  <>
    <NativeSelect
      label="Visibility"
      data={visibilities.map(value => ({ value, label: visibilityLabels[value] }))}
      {...form.getInputProps('visibility')}
    />
    <TextInput
      label="Suggested amounts"
      description="With spaces between them, such as 25 50 100"
      {...form.getInputProps('suggested')}
    />
    <Group grow align="start">
      <TextInput label="Minimum" inputMode="decimal" {...form.getInputProps('minAmount')} />
      <TextInput label="Maximum" inputMode="decimal" {...form.getInputProps('maxAmount')} />
    </Group>
    <TextInput label="Picture (web address)" type="url" {...form.getInputProps('imageUrl')} />
    <TextInput label="Subject of the thank-you" {...form.getInputProps('thankYouSubject')} />
    <Textarea label="Thank-you" autosize minRows={3} {...form.getInputProps('thankYouText')} />
    <Checkbox label="Allow anonymous gifts" {...form.getInputProps('allowAnonymous', { type: 'checkbox' })} />
    <Checkbox label="Show donors on the page" {...form.getInputProps('showDonors', { type: 'checkbox' })} />
    <Checkbox
      label="Gifts in honor or memory of someone"
      {...form.getInputProps('allowTribute', { type: 'checkbox' })}
    />
  </>
)
