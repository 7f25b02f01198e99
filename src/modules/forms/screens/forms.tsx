import { Anchor, Button, Menu, NativeSelect, Text } from '@mantine/core'
import { IconForms, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { NewForm } from './new-form.tsx'

export const meta = () => titled('Forms')

type Row = Awaited<ReturnType<typeof client.forms.list>>['items'][number]
type Sort = NonNullable<Parameters<typeof client.forms.list>[0]['sort']>

const filtersOf = ({ q, filters }: ListState<string>) => ({
  ...(q && { search: q }),
  ...(filters.state && { state: filters.state as 'live' | 'draft' }),
  ...(filters.deleted && { deleted: true }),
})

function useForms(filters: ReturnType<typeof filtersOf>, sort: Sort) {
  const list = useInfiniteQuery(
    api.forms.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, sort, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['forms', 'formSubmissions'] },
    }),
  )
  return rowsOf(list)
}

/** Every form of the church: what is asked, whether it is open, what came in. */
export default function Forms() {
  const state = useListState<string>({ sort: '-updatedAt', filters: ['state', 'deleted'] })
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  const filters = filtersOf(state)
  const trash = Boolean(state.filters.deleted)
  const source = useForms(filters, state.sort as Sort)
  const begin = () => change({ new: '1' })
  return (
    <>
      <PageHeader
        title="Forms"
        purpose="Connect cards, sign-ups and surveys. Submissions become people."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={begin}>
              New form
            </Button>
          ) : undefined
        }
        menu={<TrashItem state={state} />}
      />
      <DataTable
        label="forms"
        columns={useColumns(trash)}
        source={source}
        state={state}
        searchPlaceholder="Form name"
        filters={<States state={state} />}
        actions={<ExportPeople name="forms.csv" make={() => client.forms.export(filters)} />}
        rowLink={trash ? undefined : form => `/dashboard/forms/${form.id}`}
        empty={{
          icon: <IconForms size={28} stroke={1.5} />,
          title: 'No forms yet',
          text: 'A connect card asks guests for their name and family, on your website, on their phone in place of a paper card, or on a tablet in the lobby. They appear here as people.',
          ...(mayWrite && { action: <Button onClick={begin}>Create a connect card</Button> }),
        }}
      />
      <NewForm opened={params.get('new') !== null && mayWrite} onClose={() => change({ new: null })} />
    </>
  )
}

const TrashItem = ({ state: { filters, setFilter } }: { state: ListState<string> }) => (
  <Menu.Item
    leftSection={<IconTrash size={16} stroke={1.75} />}
    onClick={() => setFilter('deleted', filters.deleted ? null : '1')}
  >
    {filters.deleted ? 'Back to forms' : 'Show the trash'}
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
      { value: 'draft', label: 'Not published' },
    ]}
  />
)

export const FormState = ({
  form: { live, fresh, publishedAt, closed },
}: {
  form: Pick<Row, 'live' | 'fresh' | 'publishedAt' | 'closed'>
}) =>
  live && closed ? (
    <StatusBadge of="form" value="draft" label={closed === 'full' ? 'Full' : 'Closed by date'} />
  ) : live ? (
    <StatusBadge of="form" value="live" label={fresh ? 'Published' : 'Published, with changes'} />
  ) : (
    <StatusBadge of="form" value="draft" label={publishedAt ? 'Closed' : 'Draft'} />
  )

function useColumns(trash: boolean): Column<Row>[] {
  const { number } = useFormat()
  const mayWrite = useMay('content.write')
  const shown: Column<Row>[] = [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '34%',
      name: form => form.name,
      render: form => <Text truncate>{form.name}</Text>,
    },
    { key: 'state', header: 'State', width: '20%', render: form => <FormState form={form} /> },
    {
      key: 'submissions',
      header: 'Submissions',
      align: 'right',
      width: '13%',
      render: form => (
        <Anchor component={Link} to={`/dashboard/forms/${form.id}?view=submissions`} data-figures>
          {number(form.submissions)}
        </Anchor>
      ),
    },
    {
      key: 'lastSubmissionAt',
      header: 'Last submission',
      optional: true,
      render: form => (form.lastSubmissionAt ? <RelativeTime at={form.lastSubmissionAt} /> : ''),
    },
    {
      key: 'updatedAt',
      header: 'Changed',
      sortable: true,
      optional: true,
      card: 'hidden',
      render: form => <RelativeTime at={form.updatedAt} />,
    },
  ]
  const back: Column<Row> = {
    key: 'restore',
    header: '',
    align: 'right',
    card: 'plain',
    render: form => <Restore form={form} />,
  }
  return trash && mayWrite ? [...shown, back] : shown
}

function Restore({ form: { id, name } }: { form: Row }) {
  const act = useAct(api.forms.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.forms.restore({ id }), `${name} restored`)}
    >
      Restore
    </Button>
  )
}
