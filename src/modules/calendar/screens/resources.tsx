import { Badge, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { kinds, ResourceForm } from './resource-form.tsx'
import type { Resource } from './use-calendar.ts'

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
          text: 'Your team members are hosts automatically. Add rooms and equipment, and each can be booked only once at a time.',
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
