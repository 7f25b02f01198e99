import { Button, Text } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { type SermonStatus, statusNames } from '../rules/options.ts'

type Row = Awaited<ReturnType<typeof client.sermons.list>>['items'][number]

/** Every sermon, found by its words, its passage and its status. */
export function Library() {
  const change = useSearchChange()
  const { table, state } = useList(api.sermons.list, {
    sort: '-updatedAt',
    filters: ['status'],
    live: ['sermons'],
    input: ({ filters }) => ({ ...(filters.status && { status: filters.status as SermonStatus }) }),
  })
  return (
    <DataTable
      label="sermons"
      columns={columns}
      {...table}
      searchPlaceholder="Title, passage, theme or series"
      filters={
        <FilterSelect
          state={state}
          name="status"
          label="Status"
          any="Any status"
          options={Object.entries(statusNames).map(([value, label]) => ({ value, label }))}
        />
      }
      rowLink={one => `/sermon-generator?sermon=${one.id}`}
      empty={{
        icon: <IconBook2 size={28} stroke={1.5} />,
        title: 'No sermons yet',
        text: 'What you generate is kept here, with its passage, so that you can see what you preached on before.',
        action: <Button onClick={() => change({ tab: null, sermon: null })}>Generate your first sermon</Button>,
      }}
    />
  )
}

const columns: Column<Row>[] = [
  {
    key: 'title',
    header: 'Sermon',
    sortable: true,
    width: '34%',
    name: one => one.title,
    render: one => (
      <Text span fw={550} truncate>
        {one.title}
      </Text>
    ),
  },
  { key: 'bibleVerse', header: 'Passage', width: '20%', render: one => one.bibleVerse },
  { key: 'theme', header: 'Theme', width: '16%', render: one => one.theme },
  {
    key: 'status',
    header: 'Status',
    width: '10%',
    render: one => <StatusBadge of="sermon" value={one.status} label={statusNames[one.status]} />,
  },
  { key: 'preachedOn', header: 'Preached', sortable: true, width: '10%', render: one => one.preachedOn ?? '' },
  {
    key: 'updatedAt',
    header: 'Last updated',
    sortable: true,
    width: '10%',
    render: one => <RelativeTime at={one.updatedAt} />,
  },
]
