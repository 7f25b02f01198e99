import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'

/** New guests whom nobody has been given. */
export function UnassignedGuests({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.leads.counts.queryOptions({ input: { status: ['new'], assignedTo: 'nobody' }, meta: { live: ['leads'] } }),
  )
  return (
    <NeedRow
      name="unassigned-guests"
      count={data?.columns.reduce((n, column) => n + column.count, 0)}
      error={error}
      one="1 new guest has no owner"
      many={n => `${n} new guests have no owner`}
      to="/leads?view=table&status=new&owner=nobody"
      onState={onState}
    />
  )
}

/** Overdue follow-ups that are mine, or nobody's. */
export function OverdueLeads({ onState }: { onState: (state: NeedState) => void }) {
  const { user } = useMe()
  const mine = useQuery(api.leads.counts.queryOptions({ input: { overdue: true, assignedTo: user.id } }))
  const free = useQuery(api.leads.counts.queryOptions({ input: { overdue: true, assignedTo: 'nobody' } }))
  const sum = (data: typeof mine.data) => data?.columns.reduce((n, column) => n + column.count, 0)
  return (
    <>
      <NeedRow
        name="overdue-mine"
        count={sum(mine.data)}
        error={mine.error}
        one="1 of your follow-ups is overdue"
        many={n => `${n} of your follow-ups are overdue`}
        to={`/leads?view=table&overdue=1&owner=${user.id}`}
        onState={onState}
      />
      <NeedRow
        name="overdue-nobody"
        count={sum(free.data)}
        error={free.error}
        one="1 overdue follow-up has no owner"
        many={n => `${n} overdue follow-ups have no owner`}
        to="/leads?view=table&overdue=1&owner=nobody"
        onState={onState}
      />
    </>
  )
}
