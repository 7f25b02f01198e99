import { Group, MultiSelect, NativeSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { decimal, parseMoney } from '#kernel/money.ts'
import { intervalLabels, planIntervals } from '#payments/plans/rules.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type AudienceKind, isPaid, isPlan, offerKinds, offerNames } from '../rules/offers.ts'
import type { Offer } from './offers.tsx'
import type { Site } from './site.tsx'

const valuesOf = (offer: Offer | null) => ({
  name: offer?.name ?? '',
  description: offer?.description ?? '',
  kind: offer?.kind ?? ('free' as const),
  amount: offer && offer.amount > 0 ? decimal(offer.amount, offer.currency) : '',
  interval: offer?.interval ?? ('month' as const),
  times: offer?.times ?? 3,
  code: offer?.code ?? '',
  audience: offer?.audience ?? ('group' as const),
  audienceId: offer?.audienceId ?? '',
  accessDays: (offer?.accessDays ?? '') as number | '',
  courseIds: offer?.courseIds ?? ([] as string[]),
  isOn: offer?.isOn ?? true,
})
type Values = ReturnType<typeof valuesOf>
type Form = ReturnType<typeof useForm<Values>>

/** An amount that can’t be read fails the contract: it is below zero. */
const UNREAD = -1

const inputOf = (values: Values, currency: string) => ({
  ...values,
  amount: isPaid(values.kind) && values.amount.trim() ? (parseMoney(values.amount, currency) ?? UNREAD) : 0,
  interval: isPlan(values.kind) ? values.interval : null,
  times: values.kind === 'installments' ? values.times : null,
  code: values.kind === 'code' ? values.code : '',
  audience: values.kind === 'audience' ? values.audience : null,
  audienceId: values.kind === 'audience' && values.audienceId ? values.audienceId : null,
  accessDays: values.accessDays === '' ? null : values.accessDays,
})

interface OfferFormProps {
  site: Site
  /** null: a new one */
  offer: Offer | null
  onClose: () => void
}

/** A way in: for whom, at what price, for how long. */
export function OfferForm({ site, offer, onClose }: OfferFormProps) {
  const form = useForm<Values>({ initialValues: valuesOf(offer) })
  const act = useAct(api.membershipOffers.key(), api.membershipSites.key())
  const mayPrice = useMay('payments.write')
  async function save(values: Values) {
    const { kind, ...input } = inputOf(values, site.currency)
    if (offer) await client.membershipOffers.update({ id: offer.id, version: offer.version, ...input })
    else await client.membershipOffers.create({ siteId: site.id, kind, ...input })
    await act(async () => {}, `${values.name} saved`)
  }
  const values = form.getValues()
  const kinds = offerKinds.filter(kind => mayPrice || !isPaid(kind) || kind === offer?.kind)
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={offer ? 'Edit offer' : 'Add offer'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
    >
      <TextInput label="Name" placeholder="Join the class" data-autofocus required {...form.getInputProps('name')} />
      <NativeSelect
        label="How people get in"
        disabled={offer !== null}
        data={kinds.map(value => ({ value, label: offerNames[value] }))}
        {...form.getInputProps('kind')}
      />
      {values.kind === 'code' ? (
        <TextInput label="Code" description="Capitals and spaces make no difference." {...form.getInputProps('code')} />
      ) : null}
      {isPaid(values.kind) ? <Price form={form} currency={site.currency} /> : null}
      {values.kind === 'audience' ? <Audience form={form} /> : null}
      <Access form={form} site={site} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <Switch label="People can join by it now" {...form.getInputProps('isOn', { type: 'checkbox' })} />
    </FormDrawer>
  )
}

function Access({ form, site }: { form: Form; site: Site }) {
  const { kind } = form.getValues()
  return (
    <>
      <MultiSelect
        label="Courses"
        description="Leave empty for every course of the site."
        data={site.courseList.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.getInputProps('courseIds')}
      />
      {isPlan(kind) ? null : (
        <NumberInput
          label="Days of access"
          placeholder="No end"
          min={1}
          max={3_650}
          allowDecimal={false}
          {...form.getInputProps('accessDays')}
        />
      )}
    </>
  )
}

function Price({ form, currency }: { form: Form; currency: string }) {
  const { kind } = form.getValues()
  const label = kind === 'choose' ? 'Suggested amount' : kind === 'installments' ? 'Each payment' : 'Price'
  return (
    <Group grow align="start">
      <TextInput label={`${label} (${currency})`} inputMode="decimal" {...form.getInputProps('amount')} />
      {isPlan(kind) ? (
        <NativeSelect
          label="Paid"
          data={planIntervals.map(value => ({ value, label: intervalLabels[value] }))}
          {...form.getInputProps('interval')}
        />
      ) : null}
      {kind === 'installments' ? (
        <NumberInput
          label="Number of payments"
          min={2}
          max={60}
          allowDecimal={false}
          {...form.getInputProps('times')}
        />
      ) : null}
    </Group>
  )
}

function Audience({ form }: { form: Form }) {
  const { audience } = form.getValues()
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, enabled: audience === 'group' }))
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, enabled: audience === 'tag' }))
  const segments = useQuery(api.segments.list.queryOptions({ input: { limit: 200 }, enabled: audience === 'segment' }))
  const items: Record<AudienceKind, { id: string; name: string }[]> = {
    group: groups.data?.items ?? [],
    tag: tags.data?.items ?? [],
    segment: segments.data?.items ?? [],
  }
  return (
    <Group grow align="start">
      <NativeSelect
        label="Who"
        data={[
          { value: 'group', label: 'A group' },
          { value: 'tag', label: 'A tag' },
          { value: 'segment', label: 'A segment' },
        ]}
        value={audience}
        onChange={event => form.setValues({ audience: event.currentTarget.value as AudienceKind, audienceId: '' })}
      />
      <Select
        label="Which"
        searchable
        data={items[audience].map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('audienceId')}
      />
    </Group>
  )
}
