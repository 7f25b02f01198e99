import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Sign-offs that wait for me, or for anyone. */
export function SignOffsWaiting({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.pathwayPeople.waiting.queryOptions({ input: { limit: 1 }, meta: { live: ['pathways'] } }),
  )
  return (
    <NeedRow
      name="sign-offs"
      count={data?.total}
      error={error}
      one="1 sign-off is waiting"
      many={n => `${n} sign-offs are waiting`}
      to="/membership/pathways/sign-offs"
      onState={onState}
    />
  )
}
