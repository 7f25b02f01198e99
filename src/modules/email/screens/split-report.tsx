import { comparisonTime, SplitReport as Report } from '#campaigns/widgets/split-report.tsx'
import type { Campaign } from './use-campaign.ts'

interface SplitReportProps {
  campaign: Campaign
  split: NonNullable<Campaign['split']>
}

/** Two emails beside each other. */
export const SplitReport = ({ campaign, split }: SplitReportProps) => (
  <Report
    versions={campaign.sides.map(({ arm, sent, opened, clicked }) => ({
      arm,
      words: arm === 'a' ? campaign.subject : split.subject || campaign.subject,
      sent,
      counts: [opened, clicked],
    }))}
    headers={['Opened', 'Clicked']}
    did="clicked"
    comparedAt={comparisonTime(campaign.startedAt, split.hours)}
    isDecided={campaign.decidedAt !== null}
    winner={campaign.winner}
    otherwise={split.otherwise}
  />
)
