import { Button, Group, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { useMembers } from '#clients/widgets/use-members.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { type Named, useLeadNames } from '#people/widgets/use-lead-names.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import type { Selection } from '#ui/use-selection.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import type { Lead, LeadFilters } from './use-board.ts'
import { useCounts } from './use-board.ts'

interface LeadTableProps {
  filters: LeadFilters
  state: ListState<string>
  onOpen: (lead: Lead) => void
  onAdd: () => void
}
type Sort = NonNullable<Parameters<typeof client.leads.list>[0]['sort']>

const columnsFor = (
  nameOf: (userId: string | null) => string | null,
  { stageTitles, outcomeTitles }: Named,
): Column<Lead>[] => [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '22%',
    name: lead => lead.name,
    render: lead => <Text fw={550}>{lead.name}</Text>,
  },
  { key: 'contact', header: 'Contact', width: '22%', render: lead => lead.email ?? phoneText(lead.phone ?? '') },
  {
    key: 'status',
    header: 'Stage',
    render: lead => (
      <Group gap={4}>
        <StatusBadge of="lead" value={lead.status} label={stageTitles[lead.status]} />
        {lead.outcome ? <StatusBadge of="outcome" value={lead.outcome} label={outcomeTitles[lead.outcome]} /> : null}
      </Group>
    ),
  },
  { key: 'source', header: 'Source', sortable: true, optional: true, render: lead => lead.source ?? '' },
  { key: 'owner', header: 'Owner', optional: true, render: lead => nameOf(lead.assignedTo) ?? '' },
  {
    key: 'followUpAt',
    header: 'Follow-up',
    sortable: true,
    render: lead =>
      lead.overdue ? (
        <StatusBadge of="task" value="overdue" />
      ) : lead.followUpAt ? (
        <RelativeTime at={lead.followUpAt} />
      ) : (
        ''
      ),
  },
  {
    key: 'createdAt',
    header: 'Added',
    sortable: true,
    optional: true,
    render: lead => <RelativeTime at={lead.createdAt} />,
  },
]

/** The same leads under the same filters as the board, as rows. */
export function LeadTable({ filters, state, onOpen, onAdd }: LeadTableProps) {
  const { nameOf } = useMembers()
  const counts = useCounts(filters)
  const list = useInfiniteQuery(
    api.leads.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, sort: state.sort as Sort, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  const total = counts.data?.columns.reduce((sum, column) => sum + column.count, 0)
  const columns = columnsFor(nameOf, useLeadNames())
  return (
    <DataTable
      label="leads"
      columns={columns}
      source={{ ...rowsOf(list), total }}
      state={state}
      onOpen={onOpen}
      actions={<ExportPeople name="leads.csv" make={() => client.leads.export(filters)} />}
      bulk={useMay('leads.write') ? selection => <AssignMany selection={selection} filters={filters} /> : undefined}
      empty={{
        title: 'No leads yet',
        text: 'A lead is someone you want to follow up with: a guest, a caller, someone who filled out a card.',
        action: <Button onClick={onAdd}>Add lead</Button>,
      }}
    />
  )
}

function AssignMany({ selection, filters }: { selection: Selection; filters: LeadFilters }) {
  const queries = useQueryClient()
  async function assign(assignedTo: string | null) {
    try {
      const { changed } = await client.leads.assign({
        selection: selection.everything ? { filter: filters } : { ids: [...selection.ids] },
        assignedTo,
      })
      toast(changed === 1 ? '1 lead has a new owner' : `${changed} leads have a new owner`)
      selection.clear()
      await queries.invalidateQueries({ queryKey: api.leads.key() })
    } catch (error) {
      toastError(error, 'Nothing was changed')
    }
  }
  return (
    <MemberSelect
      aria-label="Assign to"
      placeholder="Assign to…"
      size="xs"
      value={null}
      onChange={value => value && void assign(value)}
    />
  )
}
