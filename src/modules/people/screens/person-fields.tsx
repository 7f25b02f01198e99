import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Select,
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
import { contactLabels, genders, maritalStatuses } from '../rules/fields.ts'
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

export const emptyPerson = {
  firstName: '',
  lastName: '',
  nickName: '',
  points: [
    { kind: 'email', label: 'home', value: '' },
    { kind: 'phone', label: 'mobile', value: '' },
  ] as PointValue[],
  addresses: [] as (typeof place)[],
  birthDate: '',
  anniversary: '',
  gender: '',
  maritalStatus: '',
  membershipStatus: '',
  campus: '',
  source: '',
  assignedTo: null as string | null,
  deceased: false,
  doNotContact: false,
  timeZone: null as string | null,
  tagIds: [] as string[],
  groupIds: [] as string[],
  custom: {} as CustomAnswers,
}
export type PersonValues = typeof emptyPerson

export const valuesOf = (person: Person): PersonValues => ({
  firstName: person.firstName,
  lastName: person.lastName,
  nickName: person.nickName,
  points: person.points.map(({ kind, label, value }) => ({
    kind,
    label: (contactLabels as readonly string[]).includes(label) ? (label as PointValue['label']) : 'other',
    value,
  })),
  addresses: person.addresses.map(({ id: _, ...address }) => ({ ...place, ...address })),
  birthDate: person.birthDate ?? '',
  anniversary: person.anniversary ?? '',
  gender: person.gender ?? '',
  maritalStatus: person.maritalStatus ?? '',
  membershipStatus: person.membershipStatus ?? '',
  campus: person.campus ?? '',
  source: person.source ?? '',
  assignedTo: person.assignedTo,
  deceased: person.deceased,
  doNotContact: person.doNotContact,
  timeZone: person.timeZone,
  tagIds: person.tags.map(tag => tag.id),
  groupIds: person.groups.map(group => group.id),
  custom: { ...person.custom },
})

/** What is sent: empty lines are left out, empty choices are none. */
export const inputOf = ({ gender, maritalStatus, points, ...values }: PersonValues) => ({
  ...values,
  points: points.filter(point => point.value.trim()),
  gender: (gender || null) as Person['gender'],
  maritalStatus: (maritalStatus || null) as Person['maritalStatus'],
  membershipStatus: values.membershipStatus || null,
  campus: values.campus || null,
  source: values.source || null,
})

type Form = UseFormReturnType<PersonValues>

export function PersonFields({ form }: { form: Form }) {
  return (
    <Stack>
      <Group grow align="start">
        <TextInput label="First name" maxLength={200} data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" maxLength={200} {...form.getInputProps('lastName')} />
      </Group>
      <TextInput
        label="Preferred name"
        description="If it is different from the first name."
        maxLength={200}
        {...form.getInputProps('nickName')}
      />
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
      <Group grow align="start">
        <PartialDateInput label="Birth date" {...form.getInputProps('birthDate')} />
        <PartialDateInput label="Anniversary" {...form.getInputProps('anniversary')} />
      </Group>
      <Group grow align="start">
        <NativeSelect label="Gender" data={choice(genders)} {...form.getInputProps('gender')} />
        <NativeSelect label="Marital status" data={choice(maritalStatuses)} {...form.getInputProps('maritalStatus')} />
      </Group>
      <Group grow align="start">
        <TextInput
          label="Membership"
          placeholder="Guest, member…"
          maxLength={100}
          {...form.getInputProps('membershipStatus')}
        />
        <TextInput label="Campus" maxLength={100} {...form.getInputProps('campus')} />
      </Group>
      <Group grow align="start">
        <TextInput label="Source" maxLength={100} {...form.getInputProps('source')} />
        <MemberSelect label="Assigned to" placeholder="Unassigned" {...form.getInputProps('assignedTo')} />
      </Group>
      <Zone form={form} />
      <Checkbox
        label="Do not contact"
        description="Nobody can text, email or call these addresses and numbers."
        {...form.getInputProps('doNotContact', { type: 'checkbox' })}
      />
      <Checkbox label="Deceased" {...form.getInputProps('deceased', { type: 'checkbox' })} />
    </Stack>
  )
}

function Zone({ form }: { form: Form }) {
  const zones = useMemo(timeZones, [])
  return (
    <Select
      label="Time zone"
      description="If it is different from their address. Used for messages sent in each person’s time zone."
      placeholder="From their address"
      searchable
      clearable
      data={zones}
      {...form.getInputProps('timeZone')}
    />
  )
}
