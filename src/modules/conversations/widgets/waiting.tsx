import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Threads whose last message waits for an answer. */
export function WaitingConversations({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.conversations.counts.queryOptions({ input: {}, meta: { live: ['conversations'] } }),
  )
  return (
    <NeedRow
      name="conversations"
      count={data?.waiting}
      error={error}
      one="1 conversation is waiting for an answer"
      many={n => `${n < 100 ? n : 'More than 99'} conversations are waiting for an answer`}
      to="/conversations?sort=waiting"
      onState={onState}
    />
  )
}
