import { Progress, Stack, Table, Text } from '@mantine/core'
import { counted } from '#ui/counted.ts'
import { formatDollars } from '../rules/budget.ts'
import { BUILT_IN, labelOf, type Provider, purposeNames } from '../rules/models.ts'
import type { Settings } from './use-ai-models.ts'

type Usage = Settings['usage']
const number = (n: number) => n.toLocaleString('en-US')

/** What this month has cost, against the cap. */
export function ModelUsage({ usage: { calls, cost, cap, inputTokens, outputTokens, rows } }: { usage: Usage }) {
  const percent = cap > 0 ? Math.min(100, (cost / cap) * 100) : 100
  const spent = `${formatDollars(cost)} of ${formatDollars(cap)}`
  return (
    <Stack gap="sm">
      <Text size="sm">
        {spent}. {counted(calls, 'calls', number)}, {counted(inputTokens, 'tokens', number)} read,{' '}
        {number(outputTokens)} written.
      </Text>
      <Progress
        value={percent}
        color={percent >= 100 ? 'red' : percent >= 80 ? 'yellow' : undefined}
        aria-label={`Spent this month: ${spent}`}
      />
      {rows.length > 0 ? (
        <Rows rows={rows} />
      ) : (
        <Text size="sm" c="dimmed">
          No model was used this month. What the {BUILT_IN.toLowerCase()} writes costs nothing and isn’t counted here.
        </Text>
      )}
    </Stack>
  )
}

const Rows = ({ rows }: { rows: Usage['rows'] }) => (
  <Table.ScrollContainer minWidth={480}>
    <Table aria-label="Usage by purpose and model">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Used for</Table.Th>
          <Table.Th>Model</Table.Th>
          <Table.Th ta="right">Calls</Table.Th>
          <Table.Th ta="right">Tokens</Table.Th>
          <Table.Th ta="right">Cost</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <Table.Tr key={`${row.purpose} ${row.provider} ${row.model}`}>
            <Table.Td>{purposeNames[row.purpose]}</Table.Td>
            <Table.Td>{labelOf(row.provider as Provider, row.model)}</Table.Td>
            <Table.Td ta="right">{number(row.calls)}</Table.Td>
            <Table.Td ta="right">{number(row.inputTokens + row.outputTokens)}</Table.Td>
            <Table.Td ta="right">{formatDollars(row.cost)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
