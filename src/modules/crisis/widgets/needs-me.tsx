import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Alerts that nobody has taken. */
export function OpenAlerts({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.crisis.list.queryOptions({ input: { state: 'open', limit: 50 }, meta: { live: ['crisis'] } }),
  )
  return (
    <NeedRow
      {...{ name: 'crisis-alerts', count: data?.items.length, error, onState }}
      to={`/crisis/${data?.items[0]?.id ?? ''}`}
      one="Someone may be in danger"
      many={n => `${n} people may be in danger`}
    />
  )
}
