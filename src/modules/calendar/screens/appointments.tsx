import { Button, Text } from '@mantine/core'
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react'
import { DateTime } from 'luxon'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { appointmentKinds, appointmentStatuses, statusLabels } from '../rules/states.ts'
import { AppointmentDrawer } from './appointment-drawer.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { type Appointment, useTypes } from './use-calendar.ts'

export const meta = () => titled('Appointments')

const whens = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'all', label: 'All' },
]
const kindLabels = { call: 'Call', meeting: 'Meeting', event: 'Event', block: 'Blocked time' } as const

/** The time that a filter means, by the church's clocks; without one: what is still ahead. */
function timeOf(when: string | undefined, timeZone: string) {
  const day = DateTime.now().setZone(timeZone).startOf('day')
  const week = day.minus({ days: day.weekday % 7 })
  if (when === 'all') return {}
  if (when === 'today') return { from: day.toJSDate(), to: day.plus({ days: 1 }).toJSDate() }
  if (when === 'week') return { from: week.toJSDate(), to: week.plus({ days: 7 }).toJSDate() }
  return { upcoming: true }
}

/** The first ones, and how many more. */
function namesOf({ attendees }: Appointment): string {
  const names = attendees.filter(one => one.state !== 'cancelled').map(one => one.name || (one.email ?? ''))
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

const useColumns = (): Column<Appointment>[] => {
  const { dateTime, time } = useFormat()
  return [
    {
      key: 'title',
      header: 'Title',
      width: '28%',
      name: one => one.title,
      render: one => <Text fw={550}>{one.title}</Text>,
    },
    {
      key: 'startsAt',
      header: 'When',
      sortable: true,
      render: one => `${dateTime(String(one.startsAt))} – ${time(String(one.endsAt))}`,
    },
    {
      key: 'attendees',
      header: 'Attendees',
      render: one => namesOf(one),
    },
    { key: 'type', header: 'Type', optional: true, render: one => kindLabels[one.type] },
    {
      key: 'status',
      header: 'Status',
      render: one => <StatusBadge of="appointment" value={one.status} label={statusLabels[one.status]} />,
    },
  ]
}

function Filters({ state }: { state: ReturnType<typeof useAppointmentList>['state'] }) {
  const types = useTypes().data?.items ?? []
  return (
    <>
      <FilterSelect state={state} name="when" label="When" any="Upcoming" options={whens} />
      <FilterSelect
        state={state}
        name="status"
        label="Status"
        any="Any status"
        options={appointmentStatuses.map(value => ({ value, label: statusLabels[value] }))}
      />
      <FilterSelect
        state={state}
        name="type"
        label="Type"
        any="Any type"
        options={appointmentKinds.map(value => ({ value, label: kindLabels[value] }))}
      />
      <FilterSelect
        state={state}
        name="typeId"
        label="Calendar type"
        any="Any calendar type"
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        state={state}
        name="flagged"
        label="Needs attention"
        any="All"
        options={[{ value: 'true', label: 'Needs attention' }]}
      />
    </>
  )
}

function useAppointmentList() {
  const { timeZone = 'UTC' } = useFormat()
  return useList(api.appointments.list, {
    sort: 'startsAt',
    filters: ['when', 'status', 'type', 'typeId', 'flagged'],
    input: ({ filters: { when, status, type, typeId, flagged } }) => ({
      ...timeOf(when, timeZone),
      ...(status && { status: [status as Appointment['status']] }),
      ...(type && { type: [type as Appointment['type']] }),
      ...(typeId && { typeId }),
      ...(flagged && { flagged: true }),
    }),
    live: ['calendar'],
  })
}

/** The calendar as a list. */
export default function AppointmentsScreen() {
  const change = useSearchChange()
  const mayWrite = useMay('calendar.write')
  const { asked, state, table } = useAppointmentList()
  const add = () => change({ add: '1' })
  return (
    <>
      <PageHeader
        title="Appointments"
        purpose="Every appointment in one list. The calendar shows the same by day, week and month."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add}>
              New Appointment
            </Button>
          ) : undefined
        }
      />
      <DataTable
        label="appointments"
        columns={useColumns()}
        {...table}
        searchPlaceholder="Title, attendee or place"
        onOpen={one => change({ appointment: one.id })}
        filters={<Filters state={state} />}
        actions={<ExportPeople name="appointments.csv" make={() => client.appointments.export(asked)} />}
        empty={{
          icon: <IconCalendarEvent size={28} stroke={1.5} />,
          title: 'No appointments yet',
          text: 'Book one yourself, or share the page of a calendar type so that guests choose a time.',
          ...(mayWrite && { action: <Button onClick={add}>New Appointment</Button> }),
        }}
      />
      <AppointmentForm />
      <AppointmentDrawer />
    </>
  )
}
