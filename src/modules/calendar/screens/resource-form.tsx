import { NumberInput, Select, Stack, Switch, TextInput, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { DatesField, HoursField } from './hours-field.tsx'
import type { Resource } from './use-calendar.ts'

export const kinds = [
  { value: 'host', label: 'Host' },
  { value: 'room', label: 'Room' },
  { value: 'equipment', label: 'Equipment' },
]

const valuesOf = (resource: Resource | null) => ({
  kind: resource?.kind ?? ('room' as Resource['kind']),
  name: resource?.name ?? '',
  weekly: resource?.weekly ?? null,
  overrides: resource?.overrides ?? [],
  capacity: resource?.capacity ?? ('' as number | ''),
  isVisible: resource?.isVisible ?? false,
  isShared: resource?.isShared ?? false,
  setupMinutes: resource?.setupMinutes ?? 0,
  teardownMinutes: resource?.teardownMinutes ?? 0,
  isActive: resource?.isActive ?? true,
})
type Values = ReturnType<typeof valuesOf>
type Form = UseFormReturnType<Values>

export function ResourceForm({ resource, onClose }: { resource: Resource | null; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<Values>({ initialValues: valuesOf(resource) })
  async function save({ kind, capacity, ...values }: Values) {
    const input = { ...values, capacity: capacity === '' ? null : Number(capacity) }
    if (resource) await client.calendarResources.update({ id: resource.id, version: resource.version, ...input })
    else await client.calendarResources.create({ kind, ...input })
    await queries.invalidateQueries({ queryKey: api.calendarResources.key() })
    toast('Saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={resource?.name ?? 'Add room or equipment'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
    >
      {resource ? null : (
        <Select
          label="Kind"
          allowDeselect={false}
          data={kinds.filter(one => one.value !== 'host')}
          {...form.getInputProps('kind')}
        />
      )}
      <TextInput label="Name" required maxLength={120} {...form.getInputProps('name')} />
      <PlaceFields form={form} />
      <Switch label="Can be booked" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      <Hours form={form} />
    </FormDrawer>
  )
}

/** Of a room or equipment. */
function PlaceFields({ form }: { form: Form }) {
  const { kind } = form.values
  if (kind === 'host') return null
  return (
    <>
      {kind === 'room' ? (
        <>
          <NumberInput label="Capacity" min={1} {...form.getInputProps('capacity')} />
          <Switch label="Its door has a window" {...form.getInputProps('isVisible', { type: 'checkbox' })} />
        </>
      ) : null}
      <NumberInput label="Setup minutes before" min={0} max={600} {...form.getInputProps('setupMinutes')} />
      <NumberInput label="Cleanup minutes after" min={0} max={600} {...form.getInputProps('teardownMinutes')} />
      <Switch
        label="Can be used by several appointments at once"
        {...form.getInputProps('isShared', { type: 'checkbox' })}
      />
    </>
  )
}

function Hours({ form }: { form: Form }) {
  const { kind, weekly, overrides } = form.values
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Weekly hours
      </Title>
      <HoursField
        label="Weekly hours"
        usual={kind === 'host' ? 'Usual hours: Monday to Friday, 9 to 5' : 'Always open'}
        value={weekly}
        onChange={next => form.setFieldValue('weekly', next)}
        error={form.errors.weekly}
      />
      <Title order={3} size="h5">
        Holidays and special dates
      </Title>
      <DatesField value={overrides} onChange={next => form.setFieldValue('overrides', next)} />
    </Stack>
  )
}
