import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

const SOON = 2 * 24 * 3_600_000

/** Invitations that end within two days, or have ended. */
export function ExpiringInvitations({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(api.invitations.list.queryOptions({ input: {} }))
  return (
    <NeedRow
      name="invitations"
      count={data?.items.filter(({ expiresAt }) => new Date(expiresAt).getTime() < Date.now() + SOON).length}
      error={error}
      one="1 team invitation is about to expire"
      many={n => `${n} team invitations are about to expire`}
      to="/settings?section=team"
      onState={onState}
    />
  )
}
