import { Checkbox, Group, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { useMay } from '#web/me.tsx'
import { locationLabels } from './edit-appointment.tsx'
import { FindTime } from './find-time.tsx'
import { ResourceFields } from './resource-fields.tsx'
import { type CalendarType, useTypes } from './use-calendar.ts'

export const empty = {
  typeId: null as string | null,
  type: 'meeting' as 'call' | 'meeting' | 'event' | 'block',
  title: '',
  startsAt: '',
  minutes: 30 as number | string,
  people: [] as string[],
  resourceIds: [] as string[],
  locationKind: 'in_person',
  location: '',
  description: '',
  isConfidential: false,
  blocksAll: false,
  notify: true,
  asLog: false,
}
export type Values = typeof empty
export type Form = UseFormReturnType<Values>

const kinds = [
  { value: 'meeting', label: 'Meeting' },
  { value: 'call', label: 'Call' },
  { value: 'event', label: 'Event' },
  { value: 'block', label: 'Blocked time' },
]

/** A type fills in what it knows; everything can be changed. */
const valuesOf = ({ hosts: [host], ...type }: CalendarType): Partial<Values> => ({
  title: type.name,
  type: type.type,
  minutes: type.durations[0]!,
  locationKind: type.locationKind,
  location: type.location,
  isConfidential: type.isConfidential,
  resourceIds: [...(host ? [host.resourceId] : []), ...type.roomIds.slice(0, 1), ...type.equipmentIds],
})

export function Fields({ form }: { form: Form }) {
  return (
    <>
      <What form={form} />
      <WhenAndWhere form={form} />
      <Options form={form} />
    </>
  )
}

function What({ form }: { form: Form }) {
  const types = useTypes().data?.items ?? []
  const choose = (id: string | null) => {
    const chosen = types.find(one => one.id === id)
    form.setFieldValue('typeId', id)
    if (chosen) form.setValues(valuesOf(chosen))
  }
  return (
    <>
      <Select
        label="Calendar type"
        placeholder="None"
        clearable
        data={types.map(one => ({ value: one.id, label: one.name }))}
        value={form.values.typeId}
        onChange={choose}
      />
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Select label="Type" allowDeselect={false} data={kinds} {...form.getInputProps('type')} />
      {form.values.type === 'block' ? null : (
        <PeopleSelect
          label="Attendees"
          value={form.values.people}
          onChange={ids => form.setFieldValue('people', ids)}
        />
      )}
    </>
  )
}

function WhenAndWhere({ form }: { form: Form }) {
  const { type, typeId } = form.values
  return (
    <>
      <Group grow align="start">
        <TextInput label="Starts" required type="datetime-local" {...form.getInputProps('startsAt')} />
        <NumberInput label="Minutes" min={5} step={15} {...form.getInputProps('minutes')} />
      </Group>
      {typeId ? <FindTime form={form} typeId={typeId} /> : null}
      <ResourceFields
        value={form.values.resourceIds}
        onChange={ids => form.setFieldValue('resourceIds', ids)}
        error={form.errors.resourceIds}
      />
      {type === 'block' || type === 'event' ? (
        <Checkbox
          label="Block every host during this time"
          description="For services, funerals and holy days."
          {...form.getInputProps('blocksAll', { type: 'checkbox' })}
        />
      ) : null}
      <Group grow align="start">
        <Select label="Where" allowDeselect={false} data={locationLabels} {...form.getInputProps('locationKind')} />
        <TextInput label="Location or link" maxLength={300} {...form.getInputProps('location')} />
      </Group>
    </>
  )
}

function Options({ form }: { form: Form }) {
  const mayHide = useMay('pastoral.read')
  return (
    <>
      <Textarea label="Description" autosize minRows={2} maxLength={10_000} {...form.getInputProps('description')} />
      {mayHide ? (
        <Switch
          label="Confidential: others see only the time"
          {...form.getInputProps('isConfidential', { type: 'checkbox' })}
        />
      ) : null}
      <Switch label="Email attendees an invitation" {...form.getInputProps('notify', { type: 'checkbox' })} />
      <Switch label="It has already taken place" {...form.getInputProps('asLog', { type: 'checkbox' })} />
    </>
  )
}
