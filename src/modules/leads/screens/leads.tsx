import { Button, SegmentedControl } from '@mantine/core'
import { IconLayoutKanban, IconList, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { AddLead } from './add-lead.tsx'
import { LeadDrawer } from './lead-drawer.tsx'
import { Filters, filtersOf, useLeadList } from './lead-filters.tsx'
import { LeadTable } from './lead-table.tsx'
import { type Lead, type LeadFilters, useBoard } from './use-board.ts'

const Board = lazy(() => import('./board.tsx').then(module => ({ default: module.Board })))

export const meta = () => titled('Lead Pipeline')

export default function LeadsScreen() {
  const state = useLeadList()
  const mayWrite = useMay('leads.write')
  const filters = filtersOf(state)
  const [params, set] = useAddress()
  const table = params.get('view') === 'table'

  const add = () => set('add', '1')
  const open = (lead: Lead) => set('lead', lead.id)

  return (
    <>
      <PageHeader
        title="Lead Pipeline"
        purpose="Everyone you want to follow up with, from first hello to decision."
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
      <Drawers filters={filters} />
    </>
  )
}

/** What is open, in the address: the view, a lead, the drawer that adds one. */
function useAddress() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null, replace = name === 'view') =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace, preventScrollReset: true },
    )
  return [params, set] as const
}

function Drawers({ filters }: { filters: LeadFilters }) {
  const [params, set] = useAddress()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const board = useBoard(filters)
  const changed = () => void queries.invalidateQueries({ queryKey: api.leads.key() })
  const shown = (lead: Lead) => {
    board.put(lead)
    changed()
  }
  return (
    <>
      <AddLead
        opened={params.get('add') !== null}
        onClose={() => set('add', null)}
        onAdded={shown}
        onOpenPerson={id => navigate(`/people/${id}`)}
      />
      <LeadDrawer
        id={params.get('lead')}
        onClose={() => set('lead', null)}
        onMoved={id => set('lead', id, true)}
        onChanged={shown}
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
