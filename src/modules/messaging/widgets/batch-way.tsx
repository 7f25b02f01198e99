import { Progress, Stack, Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { people } from '../send-policy/rules/skipped.ts'

interface BatchWayProps {
  state: string
  startedAt: string | null
  progress: { total: number; waiting: number; sent: number }
  /** nothing moves at this moment, though it is on its way */
  still?: boolean
}

/** Whether some of it is still to leave. */
export const isUnderWay = (state: string) => state === 'sending' || state === 'paused'

/** How far a campaign is, or when it was sent and to how many. */
export function BatchWay({ state, startedAt, progress, still = false }: BatchWayProps) {
  const { number, dateTime } = useFormat()
  const done = progress.total - progress.waiting
  const text = `${number(done)} of ${number(progress.total)} sent`
  if (!isUnderWay(state))
    return (
      <Text data-figures>
        {state === 'cancelled' ? 'Canceled' : 'Sent'} to {people(progress.sent)}
        {startedAt ? `, ${dateTime(startedAt)}` : ''}
      </Text>
    )
  return (
    <Stack gap="xs">
      <Text fw={600} role="status" data-figures>
        {state === 'paused' ? `Paused: ${text}` : text}
      </Text>
      <Progress
        size="lg"
        value={(done / Math.max(progress.total, 1)) * 100}
        animated={state === 'sending' && !still}
        aria-label={text}
      />
    </Stack>
  )
}
