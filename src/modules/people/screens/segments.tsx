import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { PeopleTabs } from '../widgets/people-tabs.tsx'
import classes from '../widgets/segment.module.css'
import { useSentence } from '../widgets/use-sentence.ts'

export const meta = () => titled('Segments')

type Row = Awaited<ReturnType<typeof client.segments.list>>['items'][number]
type Sort = NonNullable<Parameters<typeof client.segments.list>[0]['sort']>

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '26%',
    render: segment => (
      <Text span fw={550}>
        {segment.name}
      </Text>
    ),
  },
  { key: 'who', header: 'Conditions', card: 'plain', render: segment => <Sentence segment={segment} /> },
  { key: 'people', header: 'People', align: 'right', width: '12%', render: segment => <Size id={segment.id} /> },
  {
    key: 'createdAt',
    header: 'Created',
    sortable: true,
    optional: true,
    card: 'hidden',
    width: '14%',
    render: segment => <RelativeTime at={segment.createdAt} />,
  },
]

function Sentence({ segment }: { segment: Row }) {
  const sentence = useSentence()
  return (
    <Text span size="sm" c="dimmed" className={classes.sentence}>
      {segment.description || sentence(segment.conditions)}
    </Text>
  )
}

/** Counted when it is looked at: the people who meet the conditions now. */
function Size({ id }: { id: string }) {
  const { number } = useFormat()
  const size = useQuery(api.segments.size.queryOptions({ input: { id }, meta: { live: ['people'] } }))
  return (
    <span data-figures aria-busy={size.isPending}>
      {size.data ? number(size.data.count) : size.error ? 'not counted' : '…'}
    </span>
  )
}

export default function SegmentsScreen() {
  const state = useListState<string>({ sort: 'name' })
  const filter = state.q ? { search: state.q } : {}
  const mayWrite = useMay('people.write')
  const total = useQuery(api.segments.total.queryOptions({ input: filter, meta: { live: ['segments'] } }))
  const list = useInfiniteQuery(
    api.segments.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filter,
        sort: state.sort as Sort,
        limit: 25,
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['segments'] },
    }),
  )
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="Segments"
        purpose="Saved filters that update themselves."
        action={mayWrite ? <NewSegment label="New segment" /> : undefined}
      />
      <DataTable
        label="segments"
        columns={columns}
        source={{ ...rowsOf(list), total: total.data?.count }}
        state={state}
        searchPlaceholder="Segment name"
        actions={<ExportPeople name="segments.csv" make={() => client.segments.export(filter)} />}
        rowLink={segment => `/people/segments/${segment.id}`}
        empty={{
          title: 'No segments yet',
          text: 'A segment is a saved filter that updates itself, such as “families with children in Waco” or “guests of the last month”.',
          action: mayWrite ? <NewSegment label="Create one" /> : undefined,
        }}
      />
    </>
  )
}

const NewSegment = ({ label }: { label: string }) => (
  <Button component={Link} to="/people/segments/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
    {label}
  </Button>
)
