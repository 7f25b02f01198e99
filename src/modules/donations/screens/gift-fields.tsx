import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PersonField } from '#people/widgets/person-field.tsx'
import { api } from '#web/api.ts'
import { moneyAccount } from '../rules/lines.ts'
import { methodLabels, recordedMethods, tributeLabels, tributes } from '../rules/states.ts'
import { useToday } from '../widgets/use-money.ts'
import { emptyLine, type GiftForm } from './use-gift-form.ts'

interface FieldsProps {
  form: GiftForm
  currency: string
  /** Someone new can be entered with a new gift alone. */
  isNew: boolean
}

/** Everything about a gift, in the order in which an envelope is read. */
export function GiftFields({ form, currency, isNew }: FieldsProps) {
  const { method, lines } = form.values
  return (
    <>
      <DonorFields form={form} isNew={isNew} />
      <DayFields form={form} />
      {method === 'in-kind' ? (
        <Textarea
          label="Description"
          description="What was given. Gifts in kind are listed without a value."
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
      ) : null}
      {lines.map((_, i) => (
        <LineFields key={`line-${i + 1}`} form={form} at={i} currency={currency} />
      ))}
      {form.errors.lines ? <Input.Error>{form.errors.lines}</Input.Error> : null}
      {method === 'in-kind' ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => form.insertListItem('lines', { ...emptyLine })}
        >
          Split over another fund
        </Button>
      )}
      <MoreFields form={form} />
    </>
  )
}

function DayFields({ form }: { form: GiftForm }) {
  const { method } = form.values
  const today = useToday()
  const period = useQuery(api.giving.period.queryOptions({ input: {} }))
  const closed = period.data?.closedThrough
  const isClosed = Boolean(closed && form.values.receivedOn && form.values.receivedOn <= closed)
  return (
    <Group grow align="start">
      <TextInput
        type="date"
        label="Date"
        max={today}
        {...form.getInputProps('receivedOn')}
        {...(isClosed && !form.errors.receivedOn && { description: 'The books are closed for this day' })}
      />
      <NativeSelect
        label="Method"
        data={recordedMethods.map(value => ({ value, label: methodLabels[value] }))}
        {...form.getInputProps('method')}
      />
      {method === 'check' ? (
        <TextInput label="Check number" inputMode="numeric" {...form.getInputProps('checkNumber')} />
      ) : null}
    </Group>
  )
}

const donorKinds = [
  { value: 'known', label: 'Find' },
  { value: 'new', label: 'New person' },
  { value: 'none', label: 'Unknown' },
]

function DonorFields({ form, isNew }: { form: GiftForm; isNew: boolean }) {
  const { donor, personId, personName } = form.values
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={550} size="sm">
          Donor
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Donor"
          data={isNew ? donorKinds : donorKinds.filter(one => one.value !== 'new')}
          {...form.getInputProps('donor')}
        />
      </Group>
      {donor === 'known' ? (
        <PersonField
          label="Find a donor"
          value={personId ? { id: personId, name: personName } : null}
          onChange={person => form.setValues({ personId: person?.id ?? null, personName: person?.name ?? '' })}
          focused
        />
      ) : null}
      {donor === 'new' ? (
        <>
          <Group grow align="start">
            <TextInput label="First name" data-autofocus {...form.getInputProps('firstName')} />
            <TextInput label="Last name" {...form.getInputProps('lastName')} />
          </Group>
          <TextInput label="Email" type="email" {...form.getInputProps('email')} />
        </>
      ) : null}
      {form.errors.personId ? <Input.Error>{form.errors.personId}</Input.Error> : null}
    </Stack>
  )
}

function LineFields({ form, at, currency }: { form: GiftForm; at: number; currency: string }) {
  const funds = useQuery(api.funds.list.queryOptions({ input: {}, meta: { live: ['giving'] } }))
  const campaigns = useQuery(api.givingCampaigns.list.queryOptions({ input: {}, meta: { live: ['giving'] } }))
  const options = (items: { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  const first = at === 0 ? '' : ` ${at + 1}`
  const fits = (campaigns.data?.items ?? []).filter(one => one.currency === currency)
  const usual = form.values.lines[at]?.campaignId ? 'Fund of the campaign' : 'Default fund'
  return (
    <Group grow align="start" wrap="nowrap" preventGrowOverflow={false}>
      {form.values.method === 'in-kind' ? null : (
        <TextInput
          label={`Amount (${currency})${first}`}
          inputMode="decimal"
          {...form.getInputProps(`lines.${at}.amount`)}
        />
      )}
      <NativeSelect
        label={`Campaign${first}`}
        data={[{ value: '', label: 'None' }, ...options(fits)]}
        {...form.getInputProps(`lines.${at}.campaignId`)}
      />
      <NativeSelect
        label={`Fund${first}`}
        data={[{ value: '', label: usual }, ...options(funds.data?.items)]}
        {...form.getInputProps(`lines.${at}.fundId`)}
      />
      {at > 0 ? (
        <ActionIcon
          variant="subtle"
          mt="xl"
          aria-label={`Remove fund ${at + 1}`}
          onClick={() => form.removeListItem('lines', at)}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}

function MoreFields({ form }: { form: GiftForm }) {
  const batches = useQuery(
    api.givingBatches.list.queryOptions({ input: { status: 'open' }, meta: { live: ['gifts'] } }),
  )
  const { method, tribute, batchId, goodsValue } = form.values
  const open = (batches.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const known = !batchId || open.some(one => one.value === batchId)
  return (
    <>
      <Group grow align="start">
        {moneyAccount(method) === 'undeposited' ? (
          <NativeSelect
            label="Batch"
            data={[
              { value: '', label: 'No batch' },
              ...open,
              ...(known ? [] : [{ value: batchId, label: 'Its batch' }]),
            ]}
            {...form.getInputProps('batchId')}
          />
        ) : null}
        <TextInput label="Envelope number" {...form.getInputProps('envelope')} />
      </Group>
      <Group grow align="start">
        <NativeSelect
          label="Tribute"
          data={[{ value: '', label: 'None' }, ...tributes.map(value => ({ value, label: tributeLabels[value] }))]}
          {...form.getInputProps('tribute')}
        />
        {tribute ? <TextInput label="Name" {...form.getInputProps('tributeName')} /> : null}
      </Group>
      <Group grow align="start">
        <TextInput
          label="Value of goods or services received"
          inputMode="decimal"
          {...form.getInputProps('goodsValue')}
        />
        {goodsValue ? <TextInput label="Goods or services" {...form.getInputProps('goodsDescription')} /> : null}
      </Group>
      <Checkbox
        label="Anonymous in public: only people who see gifts see the name"
        {...form.getInputProps('anonymousPublic', { type: 'checkbox' })}
      />
      <Textarea label="Note" autosize minRows={2} {...form.getInputProps('note')} />
    </>
  )
}
