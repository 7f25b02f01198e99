import { Anchor, Button, Menu, NativeSelect, Text } from '@mantine/core'
import { IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { Initials } from '#ui/initials.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { phoneText } from '../rules/phone-text.ts'
import { PeopleTabs } from '../widgets/people-tabs.tsx'
import { AddPerson } from './add-person.tsx'
import { PeopleBulk } from './bulk.tsx'
import classes from './people.module.css'

export const meta = () => titled('People')

const names = ['tag', 'group', 'segment', 'membership', 'owner', 'source', 'import', 'deleted', 'days'] as const
type State = ListState<(typeof names)[number]>
export type PeopleFilters = Parameters<typeof client.people.count>[0]
type Row = Awaited<ReturnType<typeof client.people.list>>['items'][number]
type Sort = NonNullable<Parameters<typeof client.people.list>[0]['sort']>

function filtersOf({ q, filters }: State): PeopleFilters {
  const { tag, group, segment, membership, owner, source, import: importId, deleted, days } = filters
  return {
    ...(q && { search: q }),
    ...(tag && { tag: [tag] }),
    ...(group && { group }),
    ...(segment && { segment }),
    ...(membership && { membershipStatus: membership }),
    ...(owner && { assignedTo: owner }),
    ...(source && { source }),
    ...(importId && { importId }),
    ...(deleted && { deleted: true }),
    ...(days && { days: Number(days) }),
  }
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '22%',
    name: person => person.name,
    render: person => (
      <span className={classes.name}>
        <Initials name={person.name} size="sm" />
        <Text span fw={550} truncate>
          {person.name}
        </Text>
      </span>
    ),
  },
  { key: 'email', header: 'Email', width: '25%', render: person => person.email ?? '' },
  {
    key: 'phone',
    header: 'Phone',
    width: '14%',
    render: person => (
      <span className={classes.phone} data-figures>
        {person.phone ? phoneText(person.phone) : ''}
      </span>
    ),
  },
  {
    key: 'membership',
    header: 'Membership',
    optional: true,
    width: '14%',
    render: person => person.membershipStatus ?? '',
  },
  {
    key: 'tags',
    header: 'Tags',
    optional: true,
    card: 'hidden',
    render: person => person.tags.map(tag => tag.name).join(', '),
  },
  {
    key: 'createdAt',
    header: 'Added',
    sortable: true,
    optional: true,
    card: 'hidden',
    render: person => <RelativeTime at={person.createdAt} />,
  },
]

const empty = {
  title: 'No people yet',
  text: 'Bring in the people your church knows, from Planning Center, Mailchimp, Google Contacts or any spreadsheet.',
  action: (
    <Button component={Link} to="/people/import">
      Import people
    </Button>
  ),
}

function usePeople(filters: PeopleFilters, sort: Sort) {
  const count = useQuery(api.people.count.queryOptions({ input: filters }))
  const list = useInfiniteQuery(
    api.people.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, sort: sort, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return { ...rowsOf(list), total: count.data?.count }
}

export default function PeopleScreen() {
  const state = useListState({ sort: 'name', filters: names })
  const filters = filtersOf(state)
  const [params, setParams] = useSearchParams()
  const mayWrite = useMay('people.write')
  const mayRead = useMay('people.read')
  const source = usePeople(filters, state.sort as Sort)
  const adding = (open: boolean) =>
    setParams(current => with_(current, 'add', open ? '1' : null), { replace: true, preventScrollReset: true })
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="People"
        purpose={<>Everyone your church knows: members, guests, families. {mayRead ? <Duplicates /> : null}</>}
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => adding(true)}>
              Add person
            </Button>
          ) : undefined
        }
        menu={<PageMenu filters={filters} state={state} mayWrite={mayWrite} />}
      />
      <DataTable
        label="people"
        columns={columns}
        source={source}
        state={state as ListState<string>}
        searchPlaceholder="Name, email or phone"
        filters={mayRead ? <Filters state={state} /> : undefined}
        rowLink={person => `/people/${person.id}`}
        bulk={
          mayWrite
            ? selection => <PeopleBulk selection={selection} filters={filters} trash={Boolean(state.filters.deleted)} />
            : undefined
        }
        empty={empty}
      />
      <Adding opened={params.get('add') !== null} onClose={() => adding(false)} />
    </>
  )
}

/** How many pairs wait for someone to look; nothing where there are none. */
function Duplicates() {
  const { data } = useQuery(api.duplicates.count.queryOptions({ input: {}, meta: { live: ['people'] } }))
  if (!data?.count) return null
  return (
    <Anchor component={Link} to="/people/duplicates" inherit underline="always">
      {data.count === 1 ? '1 possible duplicate' : `${data.count.toLocaleString('en-US')} possible duplicates`}
    </Anchor>
  )
}

function Adding({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const added = ({ id }: { id: string }) => {
    void queries.invalidateQueries({ queryKey: api.people.key() })
    navigate(`/people/${id}`)
  }
  return <AddPerson opened={opened} onClose={onClose} onAdded={added} />
}

function with_(params: URLSearchParams, name: string, value: string | null) {
  const next = new URLSearchParams(params)
  value === null ? next.delete(name) : next.set(name, value)
  return next
}

function PageMenu({ filters, state, mayWrite }: { filters: PeopleFilters; state: State; mayWrite: boolean }) {
  const mayExport = useMay('people.export')
  async function save() {
    try {
      const { csv } = await client.people.export(filters)
      saveFile('people.csv', csv)
    } catch (error) {
      toastError(error, 'The export failed')
    }
  }
  const deleted = Boolean(state.filters.deleted)
  return (
    <>
      {mayWrite ? (
        <Menu.Item component={Link} to="/people/import" leftSection={<IconFileImport size={16} stroke={1.75} />}>
          Import people
        </Menu.Item>
      ) : null}
      {mayExport ? (
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
          Export CSV
        </Menu.Item>
      ) : null}
      <Menu.Item onClick={() => state.setFilter('deleted', deleted ? null : '1')}>
        {deleted ? 'Back to all people' : 'Show the trash'}
      </Menu.Item>
    </>
  )
}

const either = (label: string, options: { value: string; label: string }[]) => [{ value: '', label }, ...options]
const same = (values: string[]) => values.map(value => ({ value, label: value }))

function Filters({ state }: { state: State }) {
  const tags = useQuery(api.tags.list.queryOptions({ input: {} }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {} }))
  const segments = useQuery(api.segments.list.queryOptions({ input: { limit: 200 }, meta: { live: ['segments'] } }))
  const facets = useQuery(api.people.facets.queryOptions({ input: {} }))
  const pick = (name: (typeof names)[number]) => ({
    value: state.filters[name] ?? '',
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => state.setFilter(name, event.currentTarget.value || null),
  })
  const labels = (items?: { id: string; name: string; people: number }[]) =>
    (items ?? []).map(({ id, name, people }) => ({ value: id, label: `${name} (${people})` }))
  return (
    <>
      <NativeSelect aria-label="Tag" {...pick('tag')} data={either('Any tag', labels(tags.data?.items))} />
      <NativeSelect aria-label="Group" {...pick('group')} data={either('Any group', labels(groups.data?.items))} />
      <NativeSelect
        aria-label="Segment"
        {...pick('segment')}
        data={either(
          'Any segment',
          (segments.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        )}
      />
      <NativeSelect
        aria-label="Membership"
        {...pick('membership')}
        data={either('Any membership', same(facets.data?.membershipStatuses ?? []))}
      />
      <MemberSelect
        aria-label="Assigned to"
        placeholder="Assigned to"
        nobody="Nobody"
        value={state.filters.owner ?? null}
        onChange={value => state.setFilter('owner', value)}
        className={classes.owner}
      />
    </>
  )
}
