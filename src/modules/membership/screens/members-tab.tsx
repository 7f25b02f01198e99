import { Button, NativeSelect, Progress, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import type { MemberFilter } from '../members/contract.ts'
import { memberStateNames, memberStates } from '../rules/states.ts'
import { AddMembers } from './add-members.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import type { TabProps } from './sites-tab.tsx'

type Row = Awaited<ReturnType<typeof client.courseMembers.list>>['items'][number]

/** Everyone who is or was in a course. */
export function MembersTab({ isAdding, onClose }: TabProps) {
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  const list = useList(api.courseMembers.list, {
    sort: 'name',
    filters: ['status', 'site', 'course'],
    live: ['membership', 'courses'],
    input: ({ filters: { status, site, course } }) =>
      ({
        ...(status && { status }),
        ...(site && { siteId: site }),
        ...(course && { courseId: course }),
      }) as Partial<MemberFilter>,
  })
  const open = useDetail('member')
  const { state } = list
  return (
    <>
      <DataTable
        label="members"
        columns={useColumns()}
        {...list.table}
        searchPlaceholder="Search members"
        filters={<Filters state={state} />}
        actions={<ExportPeople name="members.csv" make={() => client.courseMembers.export(list.asked)} />}
        onOpen={row => open.open(row.id)}
        empty={{
          icon: <IconUsersGroup size={28} stroke={1.5} />,
          title: 'No members yet',
          text: 'People appear here once they join a course, buy one, or are added by your team.',
          ...(mayWrite && { action: <Button onClick={() => change({ add: '1' })}>Add Member</Button> }),
        }}
      />
      {isAdding ? <AddMembers onClose={onClose} siteId={state.filters.site ?? null} /> : null}
      <MemberDrawer id={open.id} onClose={open.close} />
    </>
  )
}

function Filters({ state }: { state: ListState<string> }) {
  const sites = useQuery(api.membershipSites.list.queryOptions({ input: { limit: 200, sort: 'name' } }))
  const courses = useQuery(api.courses.list.queryOptions({ input: { limit: 200, sort: 'title' } }))
  const choice = (name: string, label: string, any: string, items: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={label}
      value={state.filters[name] ?? ''}
      onChange={event => state.setFilter(name, event.currentTarget.value || null)}
      data={[{ value: '', label: any }, ...items]}
    />
  )
  return (
    <>
      <FilterSelect
        state={state}
        name="status"
        label="Status"
        any="Any status"
        options={memberStates.map(value => ({ value, label: memberStateNames[value] }))}
      />
      {choice(
        'site',
        'Site',
        'All sites',
        (sites.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice(
        'course',
        'Course',
        'All courses',
        (courses.data?.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
      )}
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { date } = useFormat()
  return [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '24%',
      name: row => row.name,
      render: row => <Text truncate>{row.name}</Text>,
    },
    { key: 'email', header: 'Email', optional: true, render: row => <Text truncate>{row.email ?? ''}</Text> },
    { key: 'joinDate', header: 'Joined', sortable: true, render: row => date(row.joinDate) },
    {
      key: 'status',
      header: 'Status',
      render: row => <StatusBadge of="courseMember" value={row.status} label={memberStateNames[row.status]} />,
    },
    {
      key: 'progress',
      header: 'Progress',
      sortable: true,
      render: row => (
        <>
          <Progress value={row.progress} aria-label={`Progress of ${row.name}`} mb={2} />
          <Text size="xs" c="dimmed" data-figures>
            {row.progress}% of {row.courses === 1 ? '1 course' : `${row.courses} courses`}
          </Text>
        </>
      ),
    },
    {
      key: 'lastActive',
      header: 'Last active',
      sortable: true,
      optional: true,
      render: row => (row.lastActive ? <RelativeTime at={row.lastActive} /> : 'Never'),
    },
  ]
}
