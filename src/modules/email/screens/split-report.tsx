import { Stack, Text, Title } from '@mantine/core'
import { ENOUGH } from '#campaigns/rules/winner.ts'
import { useFormat } from '#ui/format.tsx'
import classes from './composer.module.css'
import type { Campaign } from './use-campaign.ts'

interface SplitReportProps {
  campaign: Campaign
  split: NonNullable<Campaign['split']>
}

/** Two versions beside each other, and what may be said of them. */
export function SplitReport({ campaign, split }: SplitReportProps) {
  const { number, dateTime, percent } = useFormat()
  const few = campaign.sides.some(side => side.clicked < ENOUGH)
  const until = campaign.startedAt
    ? new Date(new Date(campaign.startedAt).getTime() + split.hours * 3_600_000).toISOString()
    : null
  const rest = `The rest get version ${(campaign.winner ?? split.otherwise).toUpperCase()}.`
  return (
    <Stack gap="xs">
      <Title order={3}>A/B test</Title>
      <table className={classes.links}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Sent</th>
            <th scope="col">Opened</th>
            <th scope="col">Clicked</th>
          </tr>
        </thead>
        <tbody>
          {campaign.sides.map(({ arm, sent, opened, clicked }) => (
            <tr key={arm}>
              <td>
                {arm.toUpperCase()}: {arm === 'a' ? campaign.subject : split.subject || campaign.subject}
              </td>
              <td data-figures>{number(sent)}</td>
              <td data-figures>{number(opened)}</td>
              <td data-figures>
                {number(clicked)} {sent > 0 ? `(${percent(clicked / sent)})` : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" role="status">
        {!campaign.decidedAt
          ? `The versions are compared ${until ? dateTime(until) : 'later'}.`
          : campaign.winner
            ? `Version ${campaign.winner.toUpperCase()} got significantly more clicks. ${rest}`
            : few
              ? `No winner: each version needs at least ${ENOUGH} people who clicked. ${rest}`
              : `No winner: the difference is not significant. ${rest}`}
      </Text>
    </Stack>
  )
}
