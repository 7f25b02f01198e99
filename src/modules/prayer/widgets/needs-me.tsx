import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Requests that others may read once someone approved them. */
export function WaitingForApproval({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(api.prayerRequests.summary.queryOptions({ input: {}, meta: { live: ['prayer'] } }))
  return (
    <NeedRow
      name="prayer-moderation"
      count={data?.pending}
      error={error}
      onState={onState}
      to="/prayer-requests?moderation=pending"
      one="1 prayer request waits for approval"
      many={n => `${n} prayer requests wait for approval`}
    />
  )
}
