import { Stack, Text, Title } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { ENOUGH } from '../rules/winner.ts'
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
  const rest = `The rest gets version ${(campaign.winner ?? split.otherwise).toUpperCase()}.`
  return (
    <Stack gap="xs">
      <Title order={3}>Two versions</Title>
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
          ? `They are held against each other ${until ? dateTime(until) : 'later'}, and not before.`
          : campaign.winner
            ? `Version ${campaign.winner.toUpperCase()} was clicked more, and not by chance. ${rest}`
            : few
              ? `No winner yet: too few. It takes ${ENOUGH} people who clicked in each version. ${rest}`
              : `No winner: the difference may be chance. ${rest}`}
      </Text>
    </Stack>
  )
}
