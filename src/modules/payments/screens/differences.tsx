import { Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { gatewayTitles } from '../rules/gateways.ts'

const kinds = {
  unknown: 'Not in our books',
  missing: 'Not at the gateway',
  amount: 'Another amount',
  currency: 'Another currency',
  state: 'Another status',
  fee: 'Another fee',
  refund: 'Another refund',
} as const

/** Every night the gateways are compared with the books; what differs is listed until it agrees. */
export function Differences() {
  const act = useAct(api.paymentSettings.key())
  const { data } = useQuery(api.paymentSettings.differences.queryOptions({ input: {}, meta: { live: ['payments'] } }))
  const compare = (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => void act(() => client.paymentSettings.reconcile({}), 'Comparing now')}
    >
      Compare now
    </Button>
  )
  return (
    <Panel title="Reconciliation" actions={compare}>
      {data && data.items.length > 0 ? (
        <Found items={data.items} />
      ) : (
        <Group gap="xs">
          <Text size="sm">
            {data?.checkedAt ? 'The gateways and the books agree.' : 'The first comparison runs tonight.'}
          </Text>
          {data?.checkedAt ? (
            <Text size="sm" c="dimmed">
              Compared <RelativeTime at={data.checkedAt} />
            </Text>
          ) : null}
        </Group>
      )}
    </Panel>
  )
}

type Difference = Awaited<ReturnType<typeof client.paymentSettings.differences>>['items'][number]

const Found = ({ items }: { items: Difference[] }) => (
  <Table.ScrollContainer minWidth={480}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Payment</Table.Th>
          <Table.Th>Difference</Table.Th>
          <Table.Th>Gateway</Table.Th>
          <Table.Th>Books</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(row => (
          <Table.Tr key={row.id}>
            <Table.Td>
              {gatewayTitles[row.gateway]}, {row.externalId}
            </Table.Td>
            <Table.Td>{kinds[row.kind]}</Table.Td>
            <Table.Td>{row.theirs}</Table.Td>
            <Table.Td>{row.ours}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
