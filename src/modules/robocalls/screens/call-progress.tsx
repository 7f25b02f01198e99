import { Anchor, Progress, Stack, Text } from '@mantine/core'
import { type BatchFigure, BatchFigures } from '#messaging/widgets/batch-figures.tsx'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { outcomeLabels, type RecipientOutcome, recipientOutcomes } from '../rules/states.ts'
import type { CallCampaign } from '../widgets/use-call-draft.ts'
import { useDollars } from '../widgets/use-dollars.ts'

type Counts = NonNullable<CallCampaign['progress']>
export type CallFilter = RecipientOutcome | 'opted_out' | 'connected'

interface CallProgressProps {
  campaign: CallCampaign
  progress: Counts
  /** Shows the rows of one figure, or all. */
  onPick: (outcome: CallFilter | null) => void
}

const always: readonly RecipientOutcome[] = ['human', 'voicemail', 'no_answer', 'busy', 'failed']
const order: RecipientOutcome[] = [...always, ...recipientOutcomes.filter(one => !always.includes(one))]

/** How far it is, and how each number stands: the figures add up to all recipients. */
export function CallProgress({ campaign: { state }, progress, onPick }: CallProgressProps) {
  const { number, percent } = useFormat()
  const dollars = useDollars()
  const text = `${number(progress.completed)} of ${counted(progress.calls, 'calls', number)} made`
  const figures = order.map(
    (outcome): BatchFigure<CallFilter> => ({
      outcome,
      label: outcomeLabels[outcome],
      count: progress[outcome],
      rare: !always.includes(outcome),
    }),
  )
  return (
    <Panel title="Progress">
      <Stack>
        <Stack gap="xs">
          <Text fw={600} role="status" data-figures>
            {state === 'paused' ? pausedWords(progress, text, number) : text}
          </Text>
          <Progress
            size="lg"
            value={(progress.completed / Math.max(progress.calls, 1)) * 100}
            animated={state === 'sending' && progress.calling > 0}
            aria-label={text}
          />
        </Stack>
        <BatchFigures total={progress.total} figures={figures} onPick={onPick} />
        <Text size="sm" c="dimmed" data-figures>
          {progress.answerRate === null ? '' : `Answer rate ${percent(progress.answerRate)}. `}
          Pressed 2: <Pick count={progress.connected} onClick={() => onPick('connected')} />. Opted out with 9:{' '}
          <Pick count={progress.optedOut} onClick={() => onPick('opted_out')} />. Cost so far: {dollars(progress.cost)}.
        </Text>
      </Stack>
    </Panel>
  )
}

const pausedWords = ({ calling }: Counts, text: string, number: (count: number) => string) =>
  calling > 0
    ? `Pausing (${number(calling)} ${calling === 1 ? 'call' : 'calls'} in progress): ${text}`
    : `Paused: ${text}`

function Pick({ count, onClick }: { count: number; onClick: () => void }) {
  const { number } = useFormat()
  if (count === 0) return <span>0</span>
  return (
    <Anchor component="button" type="button" size="sm" underline="always" onClick={onClick}>
      {number(count)}
    </Anchor>
  )
}
