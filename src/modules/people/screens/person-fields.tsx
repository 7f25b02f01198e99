import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Select,
  type SelectProps,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { timeZones } from '#clients/rules.ts'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import type { client } from '#web/api.ts'
import type { CustomAnswers } from '../fields/rules/types.ts'
import { contactLabels } from '../rules/fields.ts'
import {
  describeField,
  type FieldWith,
  isInGroup,
  labelField,
  listFields,
  mapFields,
  type StandardField,
} from '../rules/standard-fields.ts'
import { LabelSelect } from '../widgets/label-select.tsx'
import { PartialDateInput } from '../widgets/partial-date-input.tsx'
import { FactFields } from './fact-input.tsx'
import classes from './person.module.css'

export type Person = Awaited<ReturnType<typeof client.people.get>>
export type NewPerson = Parameters<typeof client.people.create>[0]

export interface PointValue {
  kind: 'email' | 'phone'
  label: (typeof contactLabels)[number]
  value: string
}
const place = { label: 'home', street: '', street2: '', city: '', region: '', postalCode: '', country: '' }

type Field = FieldWith<'edited'> & FieldWith<'group'>
const isShown = (name: FieldWith<'edited'>): name is Field => describeField(name).group !== undefined
const fields = listFields('edited').filter(isShown)
/** What an input holds: a text, also where nothing is known, but for what is ticked or picked from others. */
type InputValue<N extends Field> =
  N extends FieldWith<'kind', 'flag'>
    ? boolean
    : N extends FieldWith<'kind', 'member' | 'zone'>
      ? string | null
      : string
type FieldInputs = { [N in Field]: InputValue<N> }
const picked = (name: Field) => ['member', 'zone'].includes(describeField(name).kind)

function toInput(name: Field, value: string | boolean | null): string | boolean | null {
  if (describeField(name).kind === 'flag') return Boolean(value)
  return picked(name) ? value || null : (value ?? '')
}

export const emptyPerson = {
  ...(mapFields(fields, name => toInput(name, null)) as FieldInputs),
  points: [
    { kind: 'email', label: 'home', value: '' },
    { kind: 'phone', label: 'mobile', value: '' },
  ] as PointValue[],
  addresses: [] as (typeof place)[],
  tagIds: [] as string[],
  groupIds: [] as string[],
  custom: {} as CustomAnswers,
}
export type PersonValues = typeof emptyPerson

export const valuesOf = (person: Person): PersonValues => ({
  ...(mapFields(fields, name => toInput(name, person[name])) as FieldInputs),
  points: person.points.map(({ kind, label, value }) => ({
    kind,
    label: (contactLabels as readonly string[]).includes(label) ? (label as PointValue['label']) : 'other',
    value,
  })),
  addresses: person.addresses.map(({ id: _, ...address }) => ({ ...place, ...address })),
  tagIds: person.tags.map(tag => tag.id),
  groupIds: person.groups.map(group => group.id),
  custom: { ...person.custom },
})

/** What is sent: empty lines are left out, empty choices are none. */
export const inputOf = (values: PersonValues) => ({
  ...values,
  ...(mapFields(fields, name =>
    describeField(name).filled || typeof values[name] === 'boolean' ? values[name] : values[name] || null,
  ) as Pick<Person, Field>),
  points: values.points.filter(point => point.value.trim()),
})

type Form = UseFormReturnType<PersonValues>

export function PersonFields({ form }: { form: Form }) {
  return (
    <Stack>
      <FieldGroup form={form} group="name" />
      <Points form={form} kind="email" title="Email addresses" add="Add an address" />
      <Points form={form} kind="phone" title="Phone numbers" add="Add a number" />
      <Places form={form} />
      <LabelSelect kind="tags" label="Tags" {...form.getInputProps('tagIds')} />
      <LabelSelect kind="groups" label="Groups" {...form.getInputProps('groupIds')} />
      <Details form={form} />
      <FactFields
        custom={form.values.custom}
        errors={form.errors}
        onChange={(id, value) => form.setFieldValue(`custom.${id}`, value)}
      />
    </Stack>
  )
}

interface PointsProps {
  form: Form
  kind: PointValue['kind']
  title: string
  add: string
}

/** The first of a kind is the primary one. */
function Points({ form, kind, title, add }: PointsProps) {
  const rows = form.values.points.map((point, index) => ({ point, index })).filter(({ point }) => point.kind === kind)
  return (
    <Fieldset variant="unstyled" legend={title}>
      <Stack gap="xs">
        {rows.map(({ index }, n) => (
          <Group key={index} gap="xs" wrap="nowrap" align="start">
            <TextInput
              className={classes.grow}
              aria-label={`${title} ${n + 1}`}
              type={kind === 'email' ? 'email' : 'tel'}
              maxLength={254}
              {...form.getInputProps(`points.${index}.value`)}
            />
            <NativeSelect
              aria-label={`Type of ${n + 1}`}
              data={contactLabels.map(label => ({ value: label, label: statusLabel(label) }))}
              {...form.getInputProps(`points.${index}.label`)}
            />
            <Remove label={`Remove ${n + 1}`} onClick={() => form.removeListItem('points', index)} />
          </Group>
        ))}
        <More
          label={add}
          onClick={() =>
            form.insertListItem('points', { kind, label: kind === 'email' ? 'home' : 'mobile', value: '' })
          }
        />
      </Stack>
    </Fieldset>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} aria-label={label} onClick={onClick}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

function More({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.more}
      leftSection={<IconPlus size={14} stroke={1.75} />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

function Places({ form }: { form: Form }) {
  return (
    <Fieldset variant="unstyled" legend="Mailing addresses">
      <Stack gap="sm">
        {form.values.addresses.map((_, index) => {
          const field = (name: string) => form.getInputProps(`addresses.${index}.${name}`)
          return (
            <Stack key={index} gap="xs">
              <Group gap="xs" wrap="nowrap" align="end">
                <TextInput className={classes.grow} label="Street" maxLength={200} {...field('street')} />
                <Remove label="Remove this address" onClick={() => form.removeListItem('addresses', index)} />
              </Group>
              <Group grow align="start" gap="xs">
                <TextInput label="City" maxLength={120} {...field('city')} />
                <TextInput label="State or region" maxLength={120} {...field('region')} />
                <TextInput label="Postal code" maxLength={20} {...field('postalCode')} />
              </Group>
            </Stack>
          )
        })}
        <More label="Add a mailing address" onClick={() => form.insertListItem('addresses', { ...place })} />
      </Stack>
    </Fieldset>
  )
}

const choice = (values: readonly string[]) => [
  { value: '', label: 'Unknown' },
  ...values.map(value => ({ value, label: statusLabel(value) })),
]

function Details({ form }: { form: Form }) {
  return (
    <Stack>
      {detailGroups.map(group => (
        <FieldGroup key={group} form={form} group={group} />
      ))}
    </Stack>
  )
}
const detailGroups = [...new Set(fields.map(name => describeField(name).group))].filter(group => group !== 'name')

/** Two beside each other; what needs an explanation, or is to be ticked, has a line of its own. */
function FieldGroup({ form, group }: { form: Form; group: StandardField['group'] }) {
  const lines: Field[][] = []
  for (const name of fields.filter(one => isInGroup(one, group))) {
    const last = lines.at(-1)
    if (last?.length === 1 && ![...last, name].some(isWide)) last.push(name)
    else lines.push([name])
  }
  return lines.map(names => {
    const inputs = names.map(name => <FieldInput key={name} form={form} name={name} />)
    if (inputs.length === 1) return inputs
    return (
      <Group key={names[0]} grow align="start">
        {inputs}
      </Group>
    )
  })
}
const isWide = (name: Field) => Boolean(describeField(name).help) || describeField(name).kind === 'flag'

function FieldInput({ form, name }: { form: Form; name: Field }) {
  const { kind, choices = [], most, help, placeholder } = describeField(name)
  const shared = { label: labelField(name, 'screenLabel'), description: help, placeholder }
  switch (kind) {
    case 'partialDate':
      return <PartialDateInput label={shared.label} {...form.getInputProps(name)} />
    case 'choice':
      return <NativeSelect label={shared.label} data={choice(choices)} {...form.getInputProps(name)} />
    case 'member':
      return <MemberSelect label={shared.label} placeholder={placeholder} {...form.getInputProps(name)} />
    case 'zone':
      return <Zone {...shared} {...form.getInputProps(name)} />
    case 'flag':
      return <Checkbox label={shared.label} description={help} {...form.getInputProps(name, { type: 'checkbox' })} />
    default: {
      const isFirst = name === fields[0]
      return (
        <TextInput {...shared} maxLength={most} data-autofocus={isFirst || undefined} {...form.getInputProps(name)} />
      )
    }
  }
}

function Zone(props: SelectProps) {
  const zones = useMemo(timeZones, [])
  return <Select searchable clearable data={zones} {...props} />
}
