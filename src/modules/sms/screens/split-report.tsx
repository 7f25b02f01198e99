import { Table, Text } from '@mantine/core'
import { ENOUGH } from '#campaigns/rules/winner.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { reached } from '../rules/split.ts'
import type { Campaign } from './campaign.tsx'

interface SplitReportProps {
  campaign: Campaign
  split: NonNullable<Campaign['split']>
}

/** Two versions beside each other, and what may be said of them. */
export function SplitReport({ campaign, split }: SplitReportProps) {
  const { number, percent } = useFormat()
  const { by } = split
  return (
    <Panel title="A/B test">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Version</Table.Th>
            <Table.Th scope="col">Sent</Table.Th>
            <Table.Th scope="col">{by === 'clicks' ? 'Clicked' : 'Answered'}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {campaign.sides.map(side => (
            <Table.Tr key={side.arm}>
              <Table.Td>
                {side.arm.toUpperCase()}: {side.arm === 'a' ? campaign.body : split.body}
              </Table.Td>
              <Table.Td data-figures>{number(side.sent)}</Table.Td>
              <Table.Td data-figures>
                {number(reached(side, by))} {side.sent > 0 ? `(${percent(reached(side, by) / side.sent)})` : ''}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Verdict campaign={campaign} split={split} />
    </Panel>
  )
}

function Verdict({ campaign: { opensAt, decidedSplitAt, winner, sides }, split }: SplitReportProps) {
  const { dateTime } = useFormat()
  const until = opensAt && new Date(new Date(opensAt).getTime() + split.hours * 3_600_000).toISOString()
  const did = split.by === 'clicks' ? 'clicked' : 'answered'
  const few = sides.some(side => reached(side, split.by) < ENOUGH)
  const rest = `The rest get version ${(winner ?? split.otherwise).toUpperCase()}.`
  return (
    <Text size="sm" mt="xs" role="status">
      {!decidedSplitAt
        ? `The versions are compared ${until ? dateTime(until) : 'later'}.`
        : winner
          ? `Version ${winner.toUpperCase()} won: significantly more people ${did}. ${rest}`
          : few
            ? `No winner: each version needs at least ${ENOUGH} people who ${did}. ${rest}`
            : `No winner: the difference is not significant. ${rest}`}
    </Text>
  )
}
