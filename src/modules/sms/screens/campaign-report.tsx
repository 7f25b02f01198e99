import { Stack, Text } from '@mantine/core'
import { skippedWords } from '#messaging/send-policy/rules/skipped.ts'
import { type BatchFigure, BatchFigures } from '#messaging/widgets/batch-figures.tsx'
import { BatchWay, isUnderWay } from '#messaging/widgets/batch-way.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Outcome } from '../rules/states.ts'
import { outcomeWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'
import { useDollars } from './use-dollars.ts'

interface ReportProps {
  campaign: Campaign
  progress: NonNullable<Campaign['progress']>
  /** shows the rows of one outcome, or all */
  onPick: (outcome: Outcome | null) => void
}

/** How far it is, and what became of each text; a figure shows whom it counts. */
export function CampaignReport({ campaign, progress, onPick }: ReportProps) {
  const { number } = useFormat()
  const dollars = useDollars()
  return (
    <Panel title={isUnderWay(campaign.state) ? 'Sending' : 'Report'}>
      <Stack>
        <BatchWay
          state={campaign.state}
          startedAt={campaign.startedAt}
          progress={{ ...progress, total: progress.recipients }}
        />
        <BatchFigures total={progress.recipients} figures={figuresOf(progress)} onPick={onPick} />
        <Text size="sm" c="dimmed" data-figures>
          {number(progress.segments)} {progress.segments === 1 ? 'segment' : 'segments'}, about {dollars(progress.cost)}{' '}
          at list prices. {skippedWords(progress.skippedBy)}
        </Text>
      </Stack>
    </Panel>
  )
}

/** In the order in which they are read. */
function figuresOf(progress: ReportProps['progress']): BatchFigure<Outcome>[] {
  const figures: [Outcome, number, boolean?][] = [
    ['sent', progress.sent],
    ['delivered', progress.delivered],
    ['replied', progress.replied],
    ['clicked', progress.clicked],
    ['opted_out', progress.optedOut],
    ['skipped', progress.skipped],
    ['undelivered', progress.undelivered],
    ['failed', progress.failed, true],
    ['unknown', progress.unknown, true],
  ]
  return figures.map(([outcome, count, rare]) => ({ outcome, count, rare, label: outcomeWords[outcome] }))
}
