import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Texts that wait for the end of quiet hours, or whose campaign is paused. */
export function HeldTexts({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(
    api.texts.list.queryOptions({
      input: { direction: 'out', status: 'held', limit: 1 },
      meta: { live: ['outbox', 'conversations'] },
    }),
  )
  // Without a total there are more than anyone counts.
  const count = data && (data.total ?? 10_000)
  return (
    <NeedRow
      name="held-texts"
      count={count}
      error={error}
      one="1 held text waits to be sent"
      many={n => `${n.toLocaleString('en-US')} held texts wait to be sent`}
      to="/twilio?tab=sms&sms.direction=out&sms.status=held"
      onState={onState}
    />
  )
}
