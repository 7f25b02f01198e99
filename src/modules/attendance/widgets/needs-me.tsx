import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Regulars who missed three weeks in a row, and whom nobody followed up yet. */
export function MissedRegulars({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(api.attendance.stats.queryOptions({ input: {}, meta: { live: ['attendance'] } }))
  return (
    <NeedRow
      name="missed-regulars"
      count={data?.missed}
      error={error}
      one="1 regular missed three Sundays"
      many={n => `${n} regulars missed three Sundays`}
      to="/attendance/missed"
      onState={onState}
    />
  )
}
