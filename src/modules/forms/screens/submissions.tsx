import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { useMembers } from '#clients/widgets/use-members.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import type { SubmissionState } from '../rules/states.ts'
import classes from './forms.module.css'
import { SubmissionBulk } from './submission-bulk.tsx'
import { SubmissionDrawer } from './submission-drawer.tsx'
import { PaymentState, type Row, State, vias } from './submission-state.tsx'
import type { Form } from './use-form-draft.ts'

type Sort = NonNullable<Parameters<typeof client.formSubmissions.list>[0]['sort']>
const names = ['state', 'number', 'owner', 'days', 'stuck', 'deleted'] as const

const filtersOf = (formId: string, { q, filters }: ListState<string>) => ({
  formId,
  ...(q && { search: q }),
  ...(filters.state && { state: [filters.state as SubmissionState] }),
  ...(Number(filters.number) > 0 && { number: Number(filters.number) }),
  ...(filters.owner && { assignedTo: filters.owner }),
  ...(Number(filters.days) > 0 && { days: Number(filters.days) }),
  ...(filters.stuck && { stuck: true }),
  ...(filters.deleted && { deleted: true }),
})

/** What came in, newest first; a row opens beside the list. */
export function Submissions({ form }: { form: Form }) {
  const state = useListState<string>({ sort: '-createdAt', filters: names })
  const [params] = useSearchParams()
  const change = useSearchChange()
  const filters = filtersOf(form.id, state)
  const list = useInfiniteQuery(
    api.formSubmissions.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, sort: state.sort as Sort, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <DataTable
        label="submissions"
        columns={useColumns()}
        source={rowsOf(list)}
        state={state}
        searchPlaceholder="Name, email or any answer"
        filters={<Filters form={form} state={state} />}
        actions={<ExportPeople name={`${form.slug}.csv`} make={() => client.formSubmissions.export(filters)} />}
        onOpen={row => change({ submission: row.id })}
        bulk={selection => <SubmissionBulk selection={selection} state={state} filter={filters} />}
        empty={{
          title: 'No submissions yet',
          text: form.live
            ? 'Share the link, the QR code or the kiosk. Submissions appear here right away.'
            : 'Publish the form, then share its link. Submissions appear here right away.',
        }}
      />
      <SubmissionDrawer id={params.get('submission')} onClose={() => change({ submission: null })} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { nameOf } = useMembers()
  return [
    {
      key: 'name',
      header: 'From',
      sortable: true,
      width: '32%',
      name: row => row.name || row.email || 'Someone',
      render: row => (
        <div className={classes.from}>
          <Text fw={550} truncate>
            {row.personName || row.name || 'No name'}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {row.email || phoneText(row.phone)}
          </Text>
        </div>
      ),
    },
    {
      key: 'state',
      header: 'State',
      width: '18%',
      render: row => (
        <Group gap={6}>
          <State row={row} />
          {row.payment && row.state !== 'unpaid' ? <PaymentState payment={row.payment} /> : null}
        </Group>
      ),
    },
    { key: 'via', header: 'Source', optional: true, render: row => vias[row.via] ?? row.via },
    { key: 'number', header: 'Version', optional: true, card: 'hidden', render: row => row.number },
    { key: 'owner', header: 'Assigned to', optional: true, render: row => nameOf(row.assignedTo) ?? '' },
    {
      key: 'createdAt',
      header: 'Received',
      sortable: true,
      align: 'right',
      render: row => <RelativeTime at={row.createdAt} />,
    },
  ]
}

function Filters({ form, state }: { form: Form; state: ListState<string> }) {
  const { data } = useQuery(api.formSubmissions.counts.queryOptions({ input: { formId: form.id } }))
  const toggle = (name: 'state' | 'stuck', value: string, label: string, count: number) => {
    const on = state.filters[name] === value
    return count > 0 || on ? (
      <Button
        variant={on ? 'light' : 'default'}
        aria-pressed={on}
        onClick={() => state.setFilter(name, on ? null : value)}
      >
        {count > 0 ? `${label} (${count})` : label}
      </Button>
    ) : null
  }
  return (
    <>
      {form.lastNumber > 1 ? (
        <NativeSelect
          aria-label="Version"
          value={state.filters.number ?? ''}
          onChange={event => state.setFilter('number', event.currentTarget.value || null)}
          data={[
            { value: '', label: 'Any version' },
            ...Array.from({ length: form.lastNumber }, (_, i) => ({ value: String(i + 1), label: `Version ${i + 1}` })),
          ]}
        />
      ) : null}
      <MemberSelect
        aria-label="Assigned to"
        placeholder="Assigned to"
        nobody="Nobody"
        value={state.filters.owner ?? null}
        onChange={value => state.setFilter('owner', value)}
      />
      {toggle('state', 'unpaid', 'Not paid', data?.unpaid ?? 0)}
      {toggle('state', 'quarantined', 'Quarantine', data?.quarantined ?? 0)}
      {toggle('state', 'spam', 'Spam', data?.spam ?? 0)}
      {toggle('stuck', '1', 'Not processed', data?.stuck ?? 0)}
      <Button
        variant={state.filters.deleted ? 'light' : 'subtle'}
        color="gray"
        aria-pressed={Boolean(state.filters.deleted)}
        onClick={() => state.setFilter('deleted', state.filters.deleted ? null : '1')}
      >
        Trash
      </Button>
    </>
  )
}
