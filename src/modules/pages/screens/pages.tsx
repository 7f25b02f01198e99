import { Button, Menu, NativeSelect, Text } from '@mantine/core'
import { IconLayout, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { NewPage } from './new-page.tsx'

export const meta = () => titled('Page Builder')

export type Row = Awaited<ReturnType<typeof client.pages.list>>['items'][number]
type Sort = NonNullable<Parameters<typeof client.pages.list>[0]['sort']>

const filtersOf = ({ q, filters }: ListState<string>) => ({
  ...(q && { search: q }),
  ...(filters.state && { state: filters.state as 'live' | 'draft' }),
  ...(filters.deleted && { deleted: true }),
})

function usePages(filters: ReturnType<typeof filtersOf>, sort: Sort) {
  const list = useInfiniteQuery(
    api.pages.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, sort, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['pages'] },
    }),
  )
  return rowsOf(list)
}

/** Every page of the church's site. */
export default function Pages() {
  const state = useListState<string>({ sort: '-updatedAt', filters: ['state', 'deleted'] })
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  const trash = Boolean(state.filters.deleted)
  const source = usePages(filtersOf(state), state.sort as Sort)
  const begin = () => change({ new: '1' })
  return (
    <>
      <PageHeader
        title="Page Builder"
        purpose="Pages of your church’s site: made here, fast everywhere."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={begin}>
              New page
            </Button>
          ) : undefined
        }
        menu={
          <>
            <Menu.Item component={Link} to="/page-builder/site" leftSection={<IconWorld size={16} stroke={1.75} />}>
              Site settings
            </Menu.Item>
            <TrashItem state={state} />
          </>
        }
      />
      <DataTable
        label={trash ? 'deleted pages' : 'pages'}
        columns={useColumns(trash)}
        source={source}
        state={state}
        searchPlaceholder="Search by name"
        filters={<States state={state} />}
        rowLink={trash ? undefined : page => `/page-builder/${page.id}`}
        empty={{
          icon: <IconLayout size={28} stroke={1.5} />,
          title: 'No pages yet',
          text: 'Start with a home page or “Plan a visit”. Service times and events come from your calendar, so they are always right.',
          ...(mayWrite && { action: <Button onClick={begin}>Create your first page</Button> }),
        }}
      />
      <NewPage opened={params.get('new') !== null && mayWrite} onClose={() => change({ new: null })} />
    </>
  )
}

const TrashItem = ({ state: { filters, setFilter } }: { state: ListState<string> }) => (
  <Menu.Item
    leftSection={<IconTrash size={16} stroke={1.75} />}
    onClick={() => setFilter('deleted', filters.deleted ? null : '1')}
  >
    {filters.deleted ? 'Back to pages' : 'Show the trash'}
  </Menu.Item>
)

const States = ({ state }: { state: ListState<string> }) => (
  <NativeSelect
    aria-label="State"
    value={state.filters.state ?? ''}
    onChange={event => state.setFilter('state', event.currentTarget.value || null)}
    data={[
      { value: '', label: 'Any state' },
      { value: 'live', label: 'Published' },
      { value: 'draft', label: 'Draft' },
    ]}
  />
)

export function PageState({ page }: { page: Pick<Row, 'isLive' | 'isFresh' | 'publishAt'> }) {
  if (page.isLive)
    return <StatusBadge of="page" value="live" label={page.isFresh ? 'Published' : 'Published, with changes'} />
  return page.publishAt ? (
    <StatusBadge of="page" value="scheduled" label="Scheduled" />
  ) : (
    <StatusBadge of="page" value="draft" label="Draft" />
  )
}

function useColumns(trash: boolean): Column<Row>[] {
  const mayWrite = useMay('content.write')
  const shown: Column<Row>[] = [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '36%',
      name: page => page.name,
      render: page => <Text truncate>{page.name}</Text>,
    },
    { key: 'state', header: 'State', width: '22%', render: page => <PageState page={page} /> },
    {
      key: 'slug',
      header: 'Address',
      optional: true,
      render: page => (
        <Text size="sm" c="dimmed" truncate>
          {page.isHome ? 'Home page' : `/${page.slug}`}
        </Text>
      ),
    },
    {
      key: 'updatedAt',
      header: 'Changed',
      sortable: true,
      optional: true,
      width: '16%',
      render: page => <RelativeTime at={page.updatedAt} />,
    },
  ]
  const back: Column<Row> = {
    key: 'restore',
    header: '',
    align: 'right',
    card: 'plain',
    render: page => <Restore page={page} />,
  }
  return trash && mayWrite ? [...shown, back] : shown
}

function Restore({ page: { id, name } }: { page: Row }) {
  const act = useAct(api.pages.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.pages.restore({ id }), `${name} restored`)}
    >
      Restore
    </Button>
  )
}
