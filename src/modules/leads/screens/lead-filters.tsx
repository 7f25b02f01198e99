import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { SearchBox } from '#ui/search-box.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'
import { outcomes, stages } from '../rules/stages.ts'
import classes from './leads.module.css'
import type { LeadFilters } from './use-board.ts'

const names = ['status', 'source', 'owner', 'outcome', 'overdue', 'days', 'tag'] as const
type Name = (typeof names)[number]

/** Search, filters and sort of the leads, kept in the address. */
export const useLeadList = () => useListState({ sort: '-createdAt', filters: names })
export type State = ReturnType<typeof useLeadList>

/** What the server is asked for. */
export function filtersOf({ q, filters }: State): LeadFilters {
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

const either = (label: string, options: { value: string; label: string }[]) => [{ value: '', label }, ...options]

/** The same for board and table. On a phone they open by a button. */
export function Filters({ state }: { state: State }) {
  const [open, { toggle }] = useDisclosure()
  const set = Object.keys(state.filters).length
  return (
    <div className={classes.filters} data-open={open || undefined}>
      <SearchBox value={state.q} onChange={state.setQ} placeholder="Name, email or phone" className={classes.search} />
      <Button variant="default" className={classes.toggle} aria-expanded={open} onClick={toggle}>
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <Choices state={state} />
      {state.narrowed ? (
        <Button variant="subtle" color="gray" onClick={state.clear}>
          Clear
        </Button>
      ) : null}
    </div>
  )
}

function Choices({ state }: { state: State }): ReactNode {
  const { data } = useQuery(api.leads.sources.queryOptions({ input: {} }))
  const sources = [...new Set([...(data?.items ?? []), 'Unknown'])].map(source => ({ value: source, label: source }))
  const pick = (name: Name) => ({
    value: state.filters[name] ?? '',
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => state.setFilter(name, event.currentTarget.value || null),
  })
  const { stageTitles, outcomeTitles } = useLeadNames()
  const columns = stages.map(stage => ({ value: stage, label: stageTitles[stage] }))
  const endings = [
    ...outcomes.map(outcome => ({ value: outcome, label: outcomeTitles[outcome] })),
    { value: 'any', label: 'With an outcome' },
  ]
  return (
    <>
      <NativeSelect aria-label="Source" {...pick('source')} data={either('Any source', sources)} />
      <MemberSelect
        aria-label="Owner"
        placeholder="Any owner"
        nobody="Nobody"
        value={state.filters.owner ?? null}
        onChange={value => state.setFilter('owner', value)}
        className={classes.owner}
      />
      <NativeSelect aria-label="Stage" {...pick('status')} data={either('Any stage', columns)} />
      <NativeSelect aria-label="Outcome" {...pick('outcome')} data={either('Any outcome', endings)} />
      <NativeSelect
        aria-label="Follow-up"
        {...pick('overdue')}
        data={either('Any follow-up', [{ value: '1', label: 'Overdue' }])}
      />
    </>
  )
}
