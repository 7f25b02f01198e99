import { Progress, Stack, Text, UnstyledButton } from '@mantine/core'
import { people, skippedWords } from '#messaging/gate/rules/skipped.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Outcome } from '../rules/states.ts'
import { dollars, outcomeWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'
import classes from './sms.module.css'

interface ReportProps {
  campaign: Campaign
  progress: NonNullable<Campaign['progress']>
  /** shows the rows of one outcome, or all */
  onPick: (outcome: Outcome | null) => void
}

/** How far it is, and what became of each text; a figure shows whom it counts. */
export function CampaignReport({ campaign, progress, onPick }: ReportProps) {
  const { number, dateTime } = useFormat()
  const done = progress.total - progress.waiting
  const under = campaign.state === 'sending' || campaign.state === 'paused'
  const text = `${number(done)} of ${number(progress.total)} done`
  return (
    <Panel title={under ? 'On its way' : 'Report'}>
      <Stack>
        {under ? (
          <Stack gap="xs">
            <Text fw={600} role="status" data-figures>
              {campaign.state === 'paused' ? `Paused: ${text}` : text}
            </Text>
            <Progress
              size="lg"
              value={(done / Math.max(progress.total, 1)) * 100}
              animated={campaign.state === 'sending'}
              aria-label={text}
            />
          </Stack>
        ) : (
          <Text data-figures>
            {campaign.state === 'cancelled' ? 'Cancelled' : 'Sent'} to {people(progress.sent)}
            {campaign.startedAt ? `, ${dateTime(campaign.startedAt)}` : ''}
          </Text>
        )}
        <Figures progress={progress} onPick={onPick} />
        <Text size="sm" c="dimmed" data-figures>
          {number(progress.segments)} {progress.segments === 1 ? 'segment' : 'segments'}, about {dollars(progress.cost)}{' '}
          by list prices. {skippedWords(progress.skippedBy)}
        </Text>
      </Stack>
    </Panel>
  )
}

/** The figures that are there; what is rare stays away until it happens. */
function Figures({ progress, onPick }: Pick<ReportProps, 'progress' | 'onPick'>) {
  const { number } = useFormat()
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
  return (
    <div className={classes.figures}>
      <Figure label="Recipients" value={number(progress.total)} onClick={() => onPick(null)} />
      {figures
        .filter(([, count, rare]) => !rare || count > 0)
        .map(([outcome, count]) => (
          <Figure key={outcome} label={outcomeWords[outcome]} value={number(count)} onClick={() => onPick(outcome)} />
        ))}
    </div>
  )
}

const Figure = ({ label, value, onClick }: { label: string; value: string; onClick: () => void }) => (
  <UnstyledButton className={classes.figure} onClick={onClick}>
    <span>{label}</span> <strong data-figures>{value}</strong>
  </UnstyledButton>
)
