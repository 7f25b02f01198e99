import { Checkbox, Group, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { Conflict, type Taken, takenOf } from './conflict.tsx'
import { locationLabels } from './edit-appointment.tsx'
import { FindTime } from './find-time.tsx'
import { ResourceFields } from './resource-fields.tsx'
import { useTypes } from './use-calendar.ts'

const empty = {
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

/** New Appointment; `add` in the address holds the time that was chosen in the grid. */
export function AppointmentForm() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const queries = useQueryClient()
  const { timeZone } = useFormat()
  const [taken, setTaken] = useState<Taken>()
  const form = useForm<Values>({ initialValues: empty })
  const add = params.get('add')
  const personId = params.get('person')
  useEffect(() => {
    if (!add) return
    setTaken(undefined)
    const at = Number.isNaN(Date.parse(add)) ? nextHour() : add
    form.setValues({
      startsAt: clockTime(at, timeZone),
      minutes: Number(params.get('minutes')) || 30,
      ...(personId && { people: [personId] }),
    })
    form.resetDirty()
  }, [add])
  const close = () => change({ add: null, minutes: null, person: null })

  async function save(values: Values, override?: { reason: string }) {
    const { people, startsAt, minutes, ...rest } = values
    try {
      const made = await client.appointments.create({
        ...rest,
        locationKind: rest.locationKind as 'in_person',
        startsAt: new Date(instantAt(startsAt, timeZone)),
        minutes: Number(minutes),
        attendees: people.map(id => ({ personId: id })),
        notify: rest.notify && people.length > 0,
        ...(override && { override }),
      })
      await queries.invalidateQueries({ queryKey: api.appointments.key() })
      toast(`${made.title} is booked`)
    } catch (error) {
      setTaken(takenOf(error))
      throw error
    }
  }
  const again = (values: Values, override?: { reason: string }) =>
    void save(values, override).then(
      () => {
        form.reset()
        close()
      },
      () => {},
    )
  return (
    <FormDrawer
      opened={add !== null}
      onClose={close}
      title="New Appointment"
      form={form}
      onSubmit={save}
      submitLabel="Book appointment"
    >
      {taken ? (
        <Conflict
          taken={taken}
          onChoose={at => {
            form.setFieldValue('startsAt', clockTime(at, timeZone))
            again({ ...form.getValues(), startsAt: clockTime(at, timeZone) })
          }}
          onOverride={reason => again(form.getValues(), { reason })}
        />
      ) : null}
      <Fields form={form} />
    </FormDrawer>
  )
}

const nextHour = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString()

function Fields({ form }: { form: Form }) {
  const types = useTypes().data?.items ?? []
  const mayHide = useMay('pastoral.read')
  const { type, typeId } = form.values
  /** A type fills in what it knows; everything can be changed. */
  const choose = (id: string | null) => {
    const chosen = types.find(one => one.id === id)
    form.setFieldValue('typeId', id)
    if (!chosen) return
    const [host] = chosen.hosts
    form.setValues({
      title: chosen.name,
      type: chosen.type,
      minutes: chosen.durations[0]!,
      locationKind: chosen.locationKind,
      location: chosen.location,
      isConfidential: chosen.isConfidential,
      resourceIds: [...(host ? [host.resourceId] : []), ...chosen.roomIds.slice(0, 1), ...chosen.equipmentIds],
    })
  }
  return (
    <>
      <Select
        label="Calendar type"
        placeholder="None"
        clearable
        data={types.map(one => ({ value: one.id, label: one.name }))}
        value={typeId}
        onChange={choose}
      />
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Select label="Type" allowDeselect={false} data={kinds} {...form.getInputProps('type')} />
      {type === 'block' ? null : (
        <PeopleSelect
          label="Attendees"
          value={form.values.people}
          onChange={ids => form.setFieldValue('people', ids)}
        />
      )}
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
          label="No host can be booked meanwhile"
          description="For services, funerals and holy days."
          {...form.getInputProps('blocksAll', { type: 'checkbox' })}
        />
      ) : null}
      <Group grow align="start">
        <Select label="Where" allowDeselect={false} data={locationLabels} {...form.getInputProps('locationKind')} />
        <TextInput label="Location or link" maxLength={300} {...form.getInputProps('location')} />
      </Group>
      <Textarea label="Description" autosize minRows={2} maxLength={10_000} {...form.getInputProps('description')} />
      {mayHide ? (
        <Switch
          label="Confidential: others see the time only"
          {...form.getInputProps('isConfidential', { type: 'checkbox' })}
        />
      ) : null}
      <Switch label="Email attendees an invitation" {...form.getInputProps('notify', { type: 'checkbox' })} />
      <Switch label="It has taken place already" {...form.getInputProps('asLog', { type: 'checkbox' })} />
    </>
  )
}
