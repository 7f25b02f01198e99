import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutKanban, IconList, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { type ListState, useListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { outcomes, stages, stageTitles } from '../rules/stages.ts'
import { AddLead } from './add-lead.tsx'
import { LeadDrawer } from './lead-drawer.tsx'
import { LeadTable } from './lead-table.tsx'
import classes from './leads.module.css'
import { type Lead, type LeadFilters, useBoard } from './use-board.ts'

const Board = lazy(() => import('./board.tsx').then(module => ({ default: module.Board })))

export const meta = () => titled('Leads')

const names = ['status', 'source', 'owner', 'outcome', 'overdue', 'days', 'tag'] as const
type State = ReturnType<typeof useListState<(typeof names)[number]>>

function filtersOf({ q, filters }: State): LeadFilters {
  const { status, source, owner, outcome, overdue, days, tag } = filters
  return {
    ...(q && { search: q }),
    ...(status && { status: status.split(',') as NonNullable<LeadFilters['status']> }),
    ...(source && { source }),
    ...(owner && { assignedTo: owner }),
    ...(outcome && { outcome: outcome as LeadFilters['outcome'] }),
    ...(overdue && { overdue: true }),
    ...(days && { days: Number(days) }),
    ...(tag && { tag }),
  }
}

export default function LeadsScreen() {
  const state = useListState({ sort: '-createdAt', filters: names })
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mayWrite = useMay('leads.write')
  const filters = filtersOf(state)
  const board = useBoard(filters)
  const table = params.get('view') === 'table'

  const set = (name: string, value: string | null) =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace: name === 'view', preventScrollReset: true },
    )
  const changed = () => void queries.invalidateQueries({ queryKey: api.leads.key() })
  const add = () => set('add', '1')
  const open = (lead: Lead) => set('lead', lead.id)

  return (
    <>
      <PageHeader
        title="Lead Management"
        purpose="Everybody you want to follow up, from first hello to decision."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add}>
              Add Lead
            </Button>
          ) : undefined
        }
      >
        <ViewSwitch table={table} onChange={view => set('view', view)} />
      </PageHeader>
      <Filters state={state} />
      {table ? (
        <LeadTable filters={filters} state={state as ListState<string>} onOpen={open} onAdd={add} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Board filters={filters} onOpen={open} onSource={source => state.setFilter('source', source)} />
        </Suspense>
      )}
      <AddLead
        opened={params.get('add') !== null}
        onClose={() => set('add', null)}
        onAdded={lead => {
          board.put(lead)
          changed()
        }}
        onOpenPerson={id => navigate(`/people/${id}`)}
      />
      <LeadDrawer
        id={params.get('lead')}
        onClose={() => set('lead', null)}
        onChanged={lead => {
          board.put(lead)
          changed()
        }}
        onRemoved={id => {
          board.take(id)
          changed()
        }}
      />
    </>
  )
}

function ViewSwitch({ table, onChange }: { table: boolean; onChange: (view: string | null) => void }) {
  return (
    <SegmentedControl
      aria-label="View"
      value={table ? 'table' : 'board'}
      onChange={value => onChange(value === 'table' ? 'table' : null)}
      data={[
        { value: 'board', label: <IconLayoutKanban size={18} stroke={1.75} aria-label="Board" role="img" /> },
        { value: 'table', label: <IconList size={18} stroke={1.75} aria-label="Table" role="img" /> },
      ]}
    />
  )
}

const either = (label: string, options: { value: string; label: string }[]) => [{ value: '', label }, ...options]

/** The same for board and table, and kept in the address. */
function Filters({ state }: { state: State }) {
  const { data } = useQuery(api.leads.sources.queryOptions({ input: {} }))
  const pick = (name: (typeof names)[number]) => ({
    value: state.filters[name] ?? '',
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => state.setFilter(name, event.currentTarget.value || null),
  })
  const sources = [...new Set([...(data?.items ?? []), 'Unknown'])]
  const [open, { toggle }] = useDisclosure()
  const set = Object.keys(state.filters).length
  return (
    <div className={classes.filters} data-open={open || undefined}>
      <SearchBox value={state.q} onChange={state.setQ} placeholder="Name, e-mail or phone" className={classes.search} />
      <Button variant="default" className={classes.toggle} aria-expanded={open} onClick={toggle}>
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <NativeSelect
        aria-label="Source"
        {...pick('source')}
        data={either(
          'Any source',
          sources.map(source => ({ value: source, label: source })),
        )}
      />
      <MemberSelect
        aria-label="Owner"
        placeholder="Any owner"
        nobody="Nobody"
        value={state.filters.owner ?? null}
        onChange={value => state.setFilter('owner', value)}
        className={classes.owner}
      />
      <NativeSelect
        aria-label="Stage"
        {...pick('status')}
        data={either(
          'Any stage',
          stages.map(stage => ({ value: stage, label: stageTitles[stage] })),
        )}
      />
      <NativeSelect
        aria-label="Outcome"
        {...pick('outcome')}
        data={either(
          'Any outcome',
          outcomes.map(outcome => ({ value: outcome, label: outcome[0]!.toUpperCase() + outcome.slice(1) })),
        )}
      />
      <NativeSelect
        aria-label="Follow-up"
        {...pick('overdue')}
        data={either('Any follow-up', [{ value: '1', label: 'Overdue' }])}
      />
      {state.narrowed ? (
        <Button variant="subtle" color="gray" onClick={state.clear}>
          Clear
        </Button>
      ) : null}
    </div>
  )
}
