import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'
import { live } from './use-assistant.ts'

/** Conversations that the assistant has handed over, and nobody has taken. */
export function HandedOver({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.assistant.conversations.queryOptions({ input: { status: 'escalated', limit: 50 }, meta: live }),
  )
  return (
    <NeedRow
      name="assistant-handoffs"
      count={data?.items.length}
      error={error}
      onState={onState}
      to="/ai?status=escalated"
      one="1 conversation handed over by the assistant"
      many={n => `${n} conversations handed over by the assistant`}
    />
  )
}
