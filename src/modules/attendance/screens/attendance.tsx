import { Button, Text } from '@mantine/core'
import { IconUserQuestion, IconUsersGroup } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { rangeOf, whens } from '../rules/when.ts'
import { SelfCheckIn } from './self-check-in.tsx'

export const meta = () => titled('Attendance')

type Event = Awaited<ReturnType<typeof client.attendance.list>>['items'][number]

const figure = (value: number) => (value > 0 ? value.toLocaleString('en-US') : '–')

const useColumns = (): Column<Event>[] => {
  const { dateTime } = useFormat()
  return [
    {
      key: 'title',
      header: 'Service or event',
      width: '32%',
      name: one => one.title,
      render: one => <Text fw={550}>{one.title}</Text>,
    },
    { key: 'startsAt', header: 'When', sortable: true, render: one => dateTime(String(one.startsAt)) },
    { key: 'headcount', header: 'Headcount', align: 'right', render: one => figure(one.headcount) },
    { key: 'checkedIn', header: 'Checked in', align: 'right', render: one => figure(one.checkedIn) },
    {
      key: 'firstVisits',
      header: 'First visits',
      align: 'right',
      optional: true,
      render: one => figure(one.firstVisits),
    },
  ]
}

/** Services and events of the calendar with how many came. */
export default function AttendanceScreen() {
  const { timeZone = 'UTC' } = useFormat()
  const maySeePeople = useMay('people.read')
  const { asked, state, table } = useList(api.attendance.list, {
    sort: '-startsAt',
    filters: ['when'],
    input: ({ filters: { when } }) => rangeOf(when, timeZone),
    live: ['attendance', 'calendar'],
  })
  return (
    <>
      <PageHeader
        title="Attendance"
        purpose="Who came to services and events of your calendar. Open one to check people in or enter a headcount."
        action={
          maySeePeople ? (
            <Button component={Link} to="/attendance/missed" leftSection={<IconUserQuestion size={16} stroke={1.75} />}>
              Missed Sundays
            </Button>
          ) : undefined
        }
      />
      <DataTable
        label="services and events"
        columns={useColumns()}
        {...table}
        searchPlaceholder="Title or place"
        rowLink={one => `/attendance/${one.id}`}
        filters={<FilterSelect state={state} name="when" label="When" any="Up to today" options={whens} />}
        actions={<ExportPeople name="attendance.csv" make={() => client.attendance.exportCounts(asked)} />}
        empty={{
          icon: <IconUsersGroup size={28} stroke={1.5} />,
          title: 'No services yet',
          text: 'Add your services to the calendar as repeating events. Each one then appears here on its day.',
          action: (
            <Button component={Link} to="/calendar">
              Open the calendar
            </Button>
          ),
        }}
      />
      <SelfCheckIn />
    </>
  )
}
