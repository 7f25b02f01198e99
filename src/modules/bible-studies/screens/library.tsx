import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconBook, IconDownload, IconEye, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import type { StudyFilter } from '../contract.ts'
import { audienceNames, difficultyNames, durations, formatNames, statusNames } from '../rules/options.ts'
import { downloadStudy } from './study-actions.tsx'

type Row = Awaited<ReturnType<typeof client.bibleStudies.list>>['items'][number]

const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const filters = [
  { name: 'studyFormat', label: 'Format', any: 'Any format', options: named(formatNames) },
  { name: 'difficulty', label: 'Difficulty', any: 'Any difficulty', options: named(difficultyNames) },
  { name: 'targetAudience', label: 'Audience', any: 'Any audience', options: named(audienceNames) },
  {
    name: 'duration',
    label: 'Duration',
    any: 'Any duration',
    options: durations.map(one => ({ value: String(one), label: counted(one, 'minutes') })),
  },
  {
    name: 'used',
    label: 'Use',
    any: 'Led or not',
    options: [
      { value: 'yes', label: 'Led before' },
      { value: 'no', label: 'Not led yet' },
    ],
  },
  { name: 'status', label: 'Status', any: 'Any status', options: named(statusNames) },
] as const

/** Every study, found by its words, tags, passage and what it is like. */
export function Library() {
  const change = useSearchChange()
  const { table, state } = useList(api.bibleStudies.list, {
    sort: '-createdAt',
    filters: filters.map(({ name }) => name),
    live: ['bible-studies'],
    input: ({ filters: { duration, ...chosen } }) =>
      ({ ...chosen, ...(duration && { duration: Number(duration) }) }) as Partial<StudyFilter>,
  })
  const begin = () => change({ tab: null, study: null })
  return (
    <DataTable
      label="Bible studies"
      columns={columns}
      {...table}
      searchPlaceholder="Title, passage, tag or series"
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={begin}>
          New Study
        </Button>
      }
      filters={filters.map(filter => (
        <FilterSelect key={filter.name} state={state} {...filter} options={[...filter.options]} />
      ))}
      rowLink={one => `/bible-study?study=${one.id}`}
      empty={{
        icon: <IconBook size={28} stroke={1.5} />,
        title: 'No Bible studies yet',
        text: 'What you generate is kept here, to be led, printed and changed.',
        action: <Button onClick={begin}>New Study</Button>,
      }}
    />
  )
}

function RowActions({ row }: { row: Row }) {
  const { run } = useMutate({})
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        component={Link}
        to={`/bible-study?study=${row.id}`}
        variant="subtle"
        aria-label={`View ${row.title}`}
      >
        <IconEye size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Download ${row.title}`}
        onClick={() =>
          void run(() => downloadStudy({ id: row.id, format: 'pdf', for: 'leader' }), { failed: 'Not downloaded' })
        }
      >
        <IconDownload size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'title',
    header: 'Study',
    sortable: true,
    width: '28%',
    name: one => one.title,
    render: one => (
      <Text span fw={550} truncate>
        {one.title}
      </Text>
    ),
  },
  { key: 'scripture', header: 'Scripture', width: '18%', render: one => one.scripture },
  { key: 'targetAudience', header: 'Audience', width: '16%', render: one => audienceNames[one.targetAudience] },
  { key: 'difficulty', header: 'Difficulty', width: '11%', render: one => difficultyNames[one.difficulty] },
  {
    key: 'status',
    header: 'Status',
    width: '9%',
    render: one => <StatusBadge of="study" value={one.status} label={statusNames[one.status]} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    sortable: true,
    width: '10%',
    render: one => <RelativeTime at={one.createdAt} />,
  },
  { key: 'actions', header: 'Actions', width: '8%', render: one => <RowActions row={one} /> },
]
