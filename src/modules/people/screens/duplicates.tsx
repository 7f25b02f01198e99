import { Button, Group, NativeSelect, Text } from '@mantine/core'
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
import { duplicateReasons, duplicateSentence } from '../rules/match.ts'
import { phoneText } from '../rules/phone-text.ts'
import { PeopleTabs } from '../widgets/people-tabs.tsx'
import { mergeLink, useDismiss } from '../widgets/use-dismiss.ts'
import classes from './merge.module.css'

export const meta = () => titled('Possible duplicates')

type Row = Awaited<ReturnType<typeof client.duplicates.list>>['items'][number]
type Filter = Parameters<typeof client.duplicates.count>[0]
type Sort = NonNullable<Parameters<typeof client.duplicates.list>[0]['sort']>

const contact = ({ email, phone }: Row['person']) => email ?? (phone ? phoneText(phone) : 'no address')

const columns: Column<Row>[] = [
  {
    key: 'pair',
    header: 'Two people',
    width: '34%',
    render: ({ person, other }) => (
      <>
        <Text span fw={550}>
          {other.name} and {person.name}
        </Text>
        <Text size="sm" c="dimmed">
          {[...new Set([contact(other), contact(person)])].join(', ')}
        </Text>
      </>
    ),
  },
  { key: 'reason', header: 'Why', card: 'plain', render: pair => <span className={classes.why}>{pair.reason}</span> },
  {
    key: 'score',
    header: 'Similarity',
    sortable: true,
    align: 'right',
    width: '11%',
    render: pair => <Likeness score={pair.score} />,
  },
  {
    key: 'createdAt',
    header: 'Found',
    sortable: true,
    optional: true,
    card: 'hidden',
    width: '13%',
    render: pair => <RelativeTime at={pair.createdAt} />,
  },
]

function Likeness({ score }: { score: number }) {
  const { percent } = useFormat()
  return <span data-figures>{percent(score)}</span>
}

const deciding: Column<Row> = {
  key: 'decide',
  header: 'Actions',
  card: 'plain',
  align: 'right',
  width: '24%',
  render: pair => <TheyAreTwo pair={pair} />,
}

function TheyAreTwo({ pair }: { pair: Row }) {
  const dismiss = useDismiss()
  return (
    <Group gap="xs" justify="flex-end" className={classes.over}>
      <Button component={Link} to={mergeLink(pair.other.id, pair.person.id)} variant="light" size="xs">
        Merge…
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={() => void dismiss(pair.id)}
        aria-label={`Not a duplicate: ${pair.other.name} and ${pair.person.name}`}
      >
        Not a duplicate
      </Button>
    </Group>
  )
}

const empty = {
  title: 'No possible duplicates',
  text: 'People with similar names who share an email or phone number are listed here, so that you can merge them. Lampstand looks for duplicates every night and after each import and form.',
  action: (
    <Button component={Link} to="/people/merge" variant="default">
      Merge two people
    </Button>
  ),
}

function usePairs(filter: Filter, sort: Sort) {
  const live = { live: ['people'] }
  const total = useQuery(api.duplicates.count.queryOptions({ input: filter, meta: live }))
  const list = useInfiniteQuery(
    api.duplicates.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filter,
        sort,
        limit: 25,
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: live,
    }),
  )
  return { ...rowsOf(list), total: total.data?.count }
}

export default function DuplicatesScreen() {
  const state = useListState<string>({ sort: '-score', filters: ['reason'] })
  const reason = duplicateReasons.find(one => one === state.filters.reason)
  const filter: Filter = { ...(state.q && { search: state.q }), ...(reason && { reason }) }
  const mayWrite = useMay('people.write')
  const source = usePairs(filter, state.sort as Sort)
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="Possible duplicates"
        purpose="Pairs that may be the same person. Nothing is merged automatically."
      />
      <DataTable
        label="pairs"
        columns={mayWrite ? [...columns, deciding] : columns}
        source={source}
        state={state}
        searchPlaceholder="Name, email or phone"
        filters={
          <NativeSelect
            aria-label="Why"
            className={classes.reason}
            value={state.filters.reason ?? ''}
            onChange={event => state.setFilter('reason', event.currentTarget.value || null)}
            data={[
              { value: '', label: 'Any reason' },
              ...duplicateReasons.map(value => ({ value, label: duplicateSentence(value) })),
            ]}
          />
        }
        actions={<ExportPeople name="possible-duplicates.csv" make={() => client.duplicates.export(filter)} />}
        rowLink={pair => (mayWrite ? mergeLink(pair.other.id, pair.person.id) : `/people/${pair.person.id}`)}
        empty={empty}
      />
    </>
  )
}
