import { Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { Problem } from '#ui/problem.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import type { Appointment } from './use-calendar.ts'

export const locationLabels = [
  { value: 'in_person', label: 'In person' },
  { value: 'phone', label: 'Phone call' },
  { value: 'video', label: 'Video call' },
]

/** Its words, place and people; the time is changed by rescheduling. */
export function EditAppointment({ one, onDone }: { one: Appointment; onDone: () => void }) {
  const form = useForm({
    initialValues: {
      title: one.title,
      description: one.description,
      locationKind: one.locationKind,
      location: one.location,
      people: one.attendees.flatMap(each => (each.personId && each.state !== 'cancelled' ? [each.personId] : [])),
      notify: false,
    },
  })
  const { run, busy, problem } = useMutate({ keys: [api.appointments.key()], form })
  const save = form.onSubmit(async ({ people, ...values }) => {
    const changed = form.isDirty('people')
    const input = {
      id: one.id,
      version: one.version,
      ...values,
      ...(changed && { attendees: people.map(personId => ({ personId })) }),
    }
    if (await run(() => client.appointments.update(input), { done: 'Saved' })) onDone()
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Problem error={problem} />
        <TextInput label="Title" maxLength={200} data-autofocus {...form.getInputProps('title')} />
        {one.capacity === null ? (
          <PeopleSelect
            label="Attendees"
            value={form.values.people}
            onChange={ids => form.setFieldValue('people', ids)}
          />
        ) : null}
        <Select label="Where" allowDeselect={false} data={locationLabels} {...form.getInputProps('locationKind')} />
        <TextInput label="Location or link" maxLength={300} {...form.getInputProps('location')} />
        <Textarea label="Description" autosize minRows={3} maxLength={10_000} {...form.getInputProps('description')} />
        <Switch label="Notify attendees by email" {...form.getInputProps('notify', { type: 'checkbox' })} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Back
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
