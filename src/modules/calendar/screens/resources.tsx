import { Badge, Button, NumberInput, Select, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { DatesField, HoursField } from './hours-field.tsx'
import type { Resource } from './use-calendar.ts'

const kinds = [
  { value: 'host', label: 'Host' },
  { value: 'room', label: 'Room' },
  { value: 'equipment', label: 'Equipment' },
]
const labelOf = (kind: string) => kinds.find(one => one.value === kind)!.label

const columns: Column<Resource>[] = [
  { key: 'name', header: 'Name', width: '40%', name: one => one.name, render: one => one.name },
  { key: 'kind', header: 'Kind', render: one => labelOf(one.kind) },
  {
    key: 'state',
    header: 'Status',
    render: one => <Badge color={one.isActive ? 'green' : 'gray'}>{one.isActive ? 'Active' : 'Inactive'}</Badge>,
  },
]

/** Members who meet guests, rooms, and what can be lent once at a time. */
export function Resources() {
  const { table, state } = useList(api.calendarResources.list, {
    prefix: 'r',
    filters: ['kind'],
    live: ['calendar'],
    input: ({ filters }) => (filters.kind ? { kind: [filters.kind as Resource['kind']] } : {}),
  })
  const detail = useDetail('resource')
  const mayWrite = useMay('calendar.write')
  return (
    <>
      <DataTable
        label="hosts, rooms and equipment"
        columns={columns}
        {...table}
        searchPlaceholder="Name"
        filters={<FilterSelect state={state} name="kind" label="Kind" any="Any kind" options={kinds} />}
        actions={
          mayWrite ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => detail.open('new')}
            >
              Add room or equipment
            </Button>
          ) : undefined
        }
        onOpen={mayWrite ? one => detail.open(one.id) : undefined}
        empty={{
          title: 'Nothing here yet',
          text: 'Members who keep appointments are hosts by themselves. Add rooms and equipment that only one appointment can have at a time.',
        }}
      />
      {detail.id ? <ResourceDrawer key={detail.id} id={detail.id} onClose={detail.close} /> : null}
    </>
  )
}

function ResourceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isNew = id === 'new'
  const { data } = useQuery(api.calendarResources.get.queryOptions({ input: { id }, enabled: !isNew }))
  if (!isNew && !data) return null
  return <ResourceForm resource={data ?? null} onClose={onClose} />
}

function ResourceForm({ resource, onClose }: { resource: Resource | null; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
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
    },
  })
  const { kind } = form.values
  async function save({ kind: chosen, capacity, ...values }: typeof form.values) {
    const input = { ...values, capacity: capacity === '' ? null : Number(capacity) }
    if (resource) await client.calendarResources.update({ id: resource.id, version: resource.version, ...input })
    else await client.calendarResources.create({ kind: chosen, ...input })
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
      {kind === 'room' ? (
        <>
          <NumberInput label="People it holds" min={1} {...form.getInputProps('capacity')} />
          <Switch
            label="Can be looked into, through a window in its door"
            {...form.getInputProps('isVisible', { type: 'checkbox' })}
          />
        </>
      ) : null}
      {kind === 'host' ? null : (
        <>
          <NumberInput label="Minutes to set up before" min={0} max={600} {...form.getInputProps('setupMinutes')} />
          <NumberInput label="Minutes to clean up after" min={0} max={600} {...form.getInputProps('teardownMinutes')} />
          <Switch label="Several may use it at once" {...form.getInputProps('isShared', { type: 'checkbox' })} />
        </>
      )}
      <Switch label="Can be booked" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      <Stack gap="xs">
        <Title order={3} size="h5">
          Weekly hours
        </Title>
        <HoursField
          label="Weekly hours"
          usual={kind === 'host' ? 'Usual hours: Monday to Friday, 9 to 5' : 'Always open'}
          value={form.values.weekly}
          onChange={weekly => form.setFieldValue('weekly', weekly)}
          error={form.errors.weekly}
        />
        <Title order={3} size="h5">
          Holidays and special dates
        </Title>
        <DatesField value={form.values.overrides} onChange={overrides => form.setFieldValue('overrides', overrides)} />
      </Stack>
    </FormDrawer>
  )
}
