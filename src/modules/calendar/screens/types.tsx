import { Badge, Button, Menu, Tabs } from '@mantine/core'
import { IconCalendar, IconPlus } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { OtherCalendars } from './other-calendars.tsx'
import { Resources } from './resources.tsx'
import { SeriesList } from './series-list.tsx'
import { bookingsText, durationText } from './type-list.tsx'
import type { CalendarType } from './use-calendar.ts'

export const meta = () => titled('Calendar types')

const tabs = ['types', 'resources', 'repeating', 'others'] as const

/** What can be booked, with whom and where, and what repeats. */
export default function TypesScreen() {
  const mayWrite = useMay('calendar.write')
  const [params] = useSearchParams()
  const change = useSearchChange()
  const tab = tabs.find(one => one === params.get('tab')) ?? 'types'
  return (
    <>
      <PageHeader
        title="Calendar types"
        purpose="Pages on which guests book a time, the hosts, rooms and equipment they need, and what repeats."
        action={
          mayWrite ? (
            <Button component={Link} to="/calendar/types/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
              Add calendar type
            </Button>
          ) : undefined
        }
      />
      <Tabs value={tab} onChange={value => change({ tab: value === 'types' ? null : value })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="types">Calendar types</Tabs.Tab>
          <Tabs.Tab value="resources">Hosts, rooms and equipment</Tabs.Tab>
          <Tabs.Tab value="repeating">Repeating events</Tabs.Tab>
          {mayWrite ? <Tabs.Tab value="others">Other calendars</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="types">
          <Types mayWrite={mayWrite} />
        </Tabs.Panel>
        <Tabs.Panel value="resources">
          <Resources />
        </Tabs.Panel>
        <Tabs.Panel value="repeating">
          <SeriesList />
        </Tabs.Panel>
        {mayWrite ? (
          <Tabs.Panel value="others">
            <OtherCalendars />
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </>
  )
}

const columns: Column<CalendarType>[] = [
  { key: 'name', header: 'Name', width: '30%', name: one => one.name, render: one => one.name },
  { key: 'duration', header: 'Duration', render: durationText },
  { key: 'bookings', header: 'Bookings', render: bookingsText },
  {
    key: 'state',
    header: 'Status',
    render: one => <Badge color={one.isActive ? 'green' : 'gray'}>{one.isActive ? 'Active' : 'Inactive'}</Badge>,
  },
]

function Types({ mayWrite }: { mayWrite: boolean }) {
  const { table, state } = useList(api.calendarTypes.list, {
    filters: ['isActive', 'deleted'],
    live: ['calendar'],
    input: ({ filters }) => ({
      ...(filters.isActive && { isActive: filters.isActive === 'true' }),
      ...(filters.deleted && { deleted: true }),
    }),
  })
  const isTrash = Boolean(state.filters.deleted)
  return (
    <DataTable
      label="calendar types"
      columns={
        mayWrite
          ? [
              ...columns,
              {
                key: 'menu',
                header: 'Actions',
                align: 'right',
                render: one => (isTrash ? <Restore type={one} /> : <RowMenu type={one} />),
              },
            ]
          : columns
      }
      {...table}
      searchPlaceholder="Name of a calendar type"
      filters={mayWrite ? <TrashFilter state={state} /> : undefined}
      {...(isTrash ? {} : { rowLink: (one: CalendarType) => `/calendar/types/${one.id}` })}
      empty={{
        icon: <IconCalendar size={28} stroke={1.5} />,
        title: 'No calendar types yet',
        text: 'A calendar type says what can be booked, with whom, when and where. Each has a page that guests can open.',
        ...(mayWrite && {
          action: (
            <Button component={Link} to="/calendar/types/new">
              Add calendar type
            </Button>
          ),
        }),
      }}
    />
  )
}

const TrashFilter = ({ state }: { state: ListState<string> }) => (
  <FilterSelect
    state={state}
    name="deleted"
    label="Show"
    any="Calendar types"
    options={[{ value: 'true', label: 'Deleted in the last 30 days' }]}
  />
)

function Restore({ type }: { type: CalendarType }) {
  const { run, busy } = useMutate({ keys: [api.calendarTypes.key()] })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      onClick={() => void run(() => client.calendarTypes.restore({ id: type.id }), { done: `${type.name} restored` })}
    >
      Restore
    </Button>
  )
}

function RowMenu({ type }: { type: CalendarType }) {
  const { run } = useMutate({ keys: [api.calendarTypes.key()] })
  const undo = () => client.calendarTypes.restore({ id: type.id })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" aria-label={`Actions for ${type.name}`}>
          …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={type.page} target="_blank" rel="noreferrer">
          Open booking page
        </Menu.Item>
        <Menu.Item
          onClick={() => void run(() => client.calendarTypes.duplicate({ id: type.id }), { done: 'Duplicated' })}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          color="red"
          onClick={() =>
            void run(() => client.calendarTypes.remove({ id: type.id }), { done: `${type.name} deleted`, undo })
          }
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
