import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { messageOf } from '#ui/message.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { AuditChanges } from '../widgets/audit-changes.tsx'
import { AuditFilters, auditFilters, useAuditFilter } from '../widgets/audit-filters.tsx'
import { MemberSelect } from '../widgets/member-select.tsx'

type Line = Awaited<ReturnType<typeof client.audit.list>>['items'][number]

const columns: Column<Line>[] = [
  { key: 'who', header: 'Person', width: '20%', render: line => <Text fw={550}>{line.who}</Text> },
  { key: 'what', header: 'What', render: line => line.what },
  { key: 'changes', header: 'Changes', width: '36%', render: line => <AuditChanges changes={line.changes} /> },
  { key: 'at', header: 'When', width: '14%', render: line => <RelativeTime at={line.at} /> },
]

/** Who changed what in this account, in plain words; where the plan has no audit log, who came in as support. */
export function Activity() {
  const asked = useQuery(api.audit.list.queryOptions({ input: { limit: 1 } }))
  const limit = (asked.error as { code?: string } | null)?.code === 'PLAN_LIMIT' ? asked.error : null
  if (asked.isPending) return <SkeletonRows rows={5} />
  return limit ? <Visits limit={limit} /> : <Everything />
}

/** What every plan tells: each entry of Lampstand's support, with its reason. */
function Visits({ limit }: { limit: unknown }) {
  const state = useListState<string>({ sort: '', filters: [] })
  const list = useLines({ table: 'support_entries' })
  return (
    <Stack>
      <Alert color="yellow">
        {messageOf(limit)} Every plan includes the log of what Lampstand support did here.{' '}
        <Anchor component={Link} to="/profile#subscription" underline="always">
          Your subscription
        </Anchor>
      </Alert>
      <DataTable
        label="support visits"
        columns={columns}
        source={rowsOf(list)}
        state={state}
        empty={{
          title: 'No support visits',
          text: 'When Lampstand support enters this account, the visit appears here with its reason.',
        }}
      />
    </Stack>
  )
}

type Filter = Parameters<typeof client.audit.export>[0]
const useLines = (filter: Filter) =>
  useInfiniteQuery(
    api.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor, limit: 25 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: last => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )

function Everything() {
  const state = useListState<string>({ sort: '', filters: ['user', ...auditFilters] })
  const { user } = state.filters
  const filter = { ...useAuditFilter(state), ...(user && { userId: user }) }
  const list = useLines(filter)
  return (
    <Stack>
      <Text c="dimmed">Every change is logged and can’t be altered, including changes by Lampstand support.</Text>
      <DataTable
        label="changes"
        columns={columns}
        source={rowsOf(list)}
        state={state}
        filters={
          <>
            <MemberSelect
              aria-label="Person"
              placeholder="Anyone"
              value={user ?? null}
              onChange={value => state.setFilter('user', value)}
            />
            <AuditFilters state={state} />
          </>
        }
        actions={<ExportPeople name="activity.csv" make={() => client.audit.export(filter)} />}
        empty={{ title: 'No changes yet', text: 'Every change in this account appears here.' }}
      />
    </Stack>
  )
}
