import { Button, Group, Text } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useMembers } from '#clients/widgets/use-members.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import type { ReviewFilter } from '../contract.ts'
import { platformNames, platforms } from '../rules/platforms.ts'
import { responseStateNames, reviewStateNames, reviewStates } from '../rules/states.ts'
import { Stars } from './stars.tsx'

type Row = Awaited<ReturnType<typeof client.reviews.list>>['items'][number]

const columnsFor = (onOpen: (id: string) => void): Column<Row>[] => [
  {
    key: 'review',
    header: 'Review',
    width: '46%',
    name: row => `${row.author ?? 'Anonymous'}, ${row.rating} of 5 stars`,
    render: row => (
      <>
        <Group gap="xs" wrap="nowrap">
          <Stars rating={row.rating} />
          <Text span fw={550} truncate>
            {row.author ?? 'Anonymous'}
          </Text>
        </Group>
        {row.title ? <Text fw={550}>{row.title}</Text> : null}
        <Text size="sm" lineClamp={2}>
          {row.content || 'No words, stars alone'}
        </Text>
      </>
    ),
  },
  { key: 'platform', header: 'Platform', render: row => platformNames[row.platform] },
  { key: 'date', header: 'Date', sortable: true, render: row => <RelativeTime at={row.date} /> },
  {
    key: 'rating',
    header: 'Stars',
    sortable: true,
    optional: true,
    card: 'hidden',
    render: row => <span data-figures>{row.rating}</span>,
  },
  {
    key: 'response',
    header: 'Response',
    render: row =>
      row.goneAt ? (
        <StatusBadge of="review" value="gone" label="Deleted there" />
      ) : row.responseState === 'none' ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Respond to ${row.author ?? 'Anonymous'}`}
          onClick={event => {
            event.stopPropagation()
            onOpen(row.id)
          }}
        >
          Respond
        </Button>
      ) : (
        <StatusBadge of="review" value={row.responseState} label={responseStateNames[row.responseState]} />
      ),
  },
]

/** Reviews of all platforms; a row opens what it says, what it said before, and the response. */
export function ReviewList({ onOpen }: { onOpen: (id: string) => void }) {
  const { asked, state, table } = useList(api.reviews.list, {
    sort: '-date',
    filters: ['platform', 'rating', 'unanswered', 'state', 'assignedTo'],
    limit: 25,
    live: ['reviews'],
    input: ({ filters: { platform, rating, unanswered, state, assignedTo } }) =>
      ({
        ...(platform && { platform: [platform] }),
        ...(rating && { rating: [Number(rating)] }),
        ...(unanswered && { unanswered: true }),
        ...(state && { state }),
        ...(assignedTo && { assignedTo }),
      }) as Partial<ReviewFilter>,
  })
  return (
    <DataTable
      label="reviews"
      columns={columnsFor(onOpen)}
      {...table}
      searchPlaceholder="Search reviews and authors"
      filters={<Filters state={state} />}
      actions={<ExportPeople name="reviews.csv" make={() => client.reviews.export(asked)} />}
      onOpen={row => onOpen(row.id)}
      empty={{
        icon: <IconStar size={28} stroke={1.5} />,
        title: 'No reviews yet',
        text: 'Connect a platform or import a file under Platforms. Reviews then appear here, newest first.',
      }}
    />
  )
}

const stars = [5, 4, 3, 2, 1].map(value => ({ value: String(value), label: value === 1 ? '1 star' : `${value} stars` }))

function Filters({ state }: { state: ListState<string> }) {
  const { members } = useMembers()
  return (
    <>
      <FilterSelect
        state={state}
        name="platform"
        label="Platform"
        any="All platforms"
        options={platforms.map(value => ({ value, label: platformNames[value] }))}
      />
      <FilterSelect state={state} name="rating" label="Stars" any="Any rating" options={stars} />
      <FilterSelect
        state={state}
        name="unanswered"
        label="Response"
        any="Answered or not"
        options={[{ value: 'true', label: 'Unanswered' }]}
      />
      <FilterSelect
        state={state}
        name="state"
        label="State"
        any="Open and closed"
        options={reviewStates.map(value => ({ value, label: reviewStateNames[value] }))}
      />
      <FilterSelect
        state={state}
        name="assignedTo"
        label="Assigned to"
        any="Anyone"
        options={members.map(({ userId, name }) => ({ value: userId, label: name }))}
      />
    </>
  )
}
