import { StatusBadge } from '#ui/status-badge.tsx'
import type { client } from '#web/api.ts'

export type Sold = Awaited<ReturnType<typeof client.subscriptions.list>>['items'][number]

export const State = ({ sold: { status, cancelAtPeriodEnd } }: { sold: Sold }) => (
  <>
    <StatusBadge of="subscription" value={status} />{' '}
    {cancelAtPeriodEnd && status !== 'canceled' ? (
      <StatusBadge of="subscription" value="past_due" label="Canceling" />
    ) : null}
  </>
)
