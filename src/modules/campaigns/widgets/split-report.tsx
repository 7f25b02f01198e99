import { Table, Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Arm } from '../rules/arms.ts'
import { ENOUGH } from '../rules/winner.ts'

interface Version {
  arm: Arm
  /** What it says, or how it begins. */
  words: string
  sent: number
  /** How many did each thing that the headers name; the last is what decides. */
  counts: number[]
}

interface SplitReportProps {
  versions: Version[]
  headers: string[]
  /** "clicked": what the better version made more people do */
  did: string
  /** when they are compared; null: not known yet */
  comparedAt: string | null
  isDecided: boolean
  winner: Arm | null
  /** who gets the rest where neither is better */
  otherwise: Arm
}

/** Two versions beside each other, and what may be said of them. */
export function SplitReport(props: SplitReportProps) {
  const { number, percent } = useFormat()
  const share = (count: number, sent: number) => (sent > 0 ? ` (${percent(count / sent)})` : '')
  return (
    <Panel title="A/B test">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Version', 'Sent', ...props.headers].map(header => (
              <Table.Th key={header} scope="col">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.versions.map(({ arm, words, sent, counts }) => (
            <Table.Tr key={arm}>
              <Table.Td>
                {arm.toUpperCase()}: {words}
              </Table.Td>
              <Table.Td data-figures>{number(sent)}</Table.Td>
              {counts.map((count, at) => (
                <Table.Td key={props.headers[at]} data-figures>
                  {number(count)}
                  {at === counts.length - 1 ? share(count, sent) : ''}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Verdict {...props} />
    </Panel>
  )
}

function Verdict({ versions, did, comparedAt, isDecided, winner, otherwise }: SplitReportProps) {
  const { dateTime } = useFormat()
  const isFew = versions.some(({ counts }) => counts.at(-1)! < ENOUGH)
  const rest = `The rest get version ${(winner ?? otherwise).toUpperCase()}.`
  return (
    <Text size="sm" mt="xs" role="status">
      {!isDecided
        ? `The versions are compared ${comparedAt ? dateTime(comparedAt) : 'later'}.`
        : winner
          ? `Version ${winner.toUpperCase()} won: significantly more people ${did}. ${rest}`
          : isFew
            ? `No winner: each version needs at least ${ENOUGH} people who ${did}. ${rest}`
            : `No winner: the difference is not significant. ${rest}`}
    </Text>
  )
}

/** When versions are compared that began at `since`. */
export const comparisonTime = (since: string | null, hours: number): string | null =>
  since && new Date(new Date(since).getTime() + hours * 3_600_000).toISOString()
