import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Assignments and comments that nobody has answered. */
export function AssignmentsToReview({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(api.assignments.waiting.queryOptions({ input: {}, meta: { live: ['courses'] } }))
  return (
    <NeedRow
      name="assignments-to-review"
      count={data && data.assignments + data.comments}
      error={error}
      one="1 assignment or comment waits for review"
      many={n => `${n} assignments and comments wait for review`}
      to={data?.assignments === 0 ? '/membership/reviews?view=comments' : '/membership/reviews'}
      onState={onState}
    />
  )
}
