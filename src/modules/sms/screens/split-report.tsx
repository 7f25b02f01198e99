import { comparisonTime, SplitReport as Report } from '#campaigns/widgets/split-report.tsx'
import { reached } from '../rules/split.ts'
import type { Campaign } from './campaign.tsx'

interface SplitReportProps {
  campaign: Campaign
  split: NonNullable<Campaign['split']>
}

/** Two texts beside each other. */
export function SplitReport({ campaign, split }: SplitReportProps) {
  const isByClicks = split.by === 'clicks'
  return (
    <Report
      versions={campaign.sides.map(side => ({
        arm: side.arm,
        words: side.arm === 'a' ? campaign.body : split.body,
        sent: side.sent,
        counts: [reached(side, split.by)],
      }))}
      headers={[isByClicks ? 'Clicked' : 'Answered']}
      did={isByClicks ? 'clicked' : 'answered'}
      comparedAt={comparisonTime(campaign.opensAt, split.hours)}
      isDecided={campaign.decidedSplitAt !== null}
      winner={campaign.winner}
      otherwise={split.otherwise}
    />
  )
}
