import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Alerts that nobody has taken. */
export function OpenAlerts({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.crisis.list.queryOptions({ input: { state: 'open', limit: 50 }, meta: { live: ['crisis'] } }),
  )
  // Surely in danger goes before perhaps.
  const pages = data?.items.filter(({ level }) => level === 'page') ?? []
  const shown = pages.length > 0 ? pages : data?.items
  return (
    <NeedRow
      name="crisis-alerts"
      count={shown?.length}
      error={error}
      onState={onState}
      to={`/crisis/${shown?.[0]?.id ?? ''}`}
      one={pages.length > 0 ? 'Someone may be in danger' : 'A message should be read within the hour'}
      many={n => (pages.length > 0 ? `${n} people may be in danger` : `${n} messages should be read within the hour`)}
    />
  )
}
