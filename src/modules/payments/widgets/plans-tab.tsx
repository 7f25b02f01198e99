import { Button, Group, Stack, Switch, Table, Text } from '@mantine/core'
import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, type client } from '#web/api.ts'
import { gatewayLabels, gatewaysText, intervalLabels, planStateLabels } from '../plans/rules.ts'
import { PlanForm } from './plan-form.tsx'
import { SubscribersDrawer } from './subscribers-drawer.tsx'

export type SalePlan = Awaited<ReturnType<typeof client.salePlans.list>>['items'][number]

/** What the church sells to its own customers again and again. */
export function PlansTab() {
  const [archived, setArchived] = useState(false)
  const [edited, setEdited] = useState<SalePlan | 'new' | null>(null)
  const [opened, setOpened] = useState<SalePlan | null>(null)
  const plans = useQuery(
    api.salePlans.list.queryOptions({ input: { archived }, meta: { live: ['salePlans', 'payments'] } }),
  )
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
      Create New Plan
    </Button>
  )
  return (
    <Panel title="Subscription Plans" actions={create}>
      {plans.error ? (
        <ErrorPanel error={plans.error} what="the plans" onRetry={() => void plans.refetch()} />
      ) : plans.data ? (
        <Plans plans={plans.data.items} onEdit={setEdited} onOpen={setOpened} />
      ) : (
        <SkeletonRows rows={3} height={48} />
      )}
      <Switch
        mt="md"
        label="Show archived plans"
        checked={archived}
        onChange={event => setArchived(event.currentTarget.checked)}
      />
      <PlanForm
        key={edited && edited !== 'new' ? `${edited.id} ${edited.version}` : 'new'}
        plan={edited === 'new' ? null : edited}
        opened={edited !== null}
        onClose={() => setEdited(null)}
      />
      <SubscribersDrawer plan={opened} onClose={() => setOpened(null)} />
    </Panel>
  )
}

interface PlansProps {
  plans: readonly SalePlan[]
  onEdit: (plan: SalePlan) => void
  onOpen: (plan: SalePlan) => void
}

function Plans({ plans, onEdit, onOpen }: PlansProps) {
  if (plans.length === 0)
    return (
      <EmptyState
        icon={<IconRepeat size={28} stroke={1.5} />}
        title="No plans yet"
        text="A plan has a price that customers pay every week, month, quarter or year."
      />
    )
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table aria-label="Subscription plans">
        <Table.Thead>
          <Table.Tr>
            {['Plan Name', 'Price', 'Billing Interval', 'Status', 'Gateway', 'Actions'].map(header => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {plans.map(plan => (
            <PlanRow key={plan.id} plan={plan} onEdit={() => onEdit(plan)} onOpen={() => onOpen(plan)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function PlanRow({ plan, onEdit, onOpen }: { plan: SalePlan; onEdit: () => void; onOpen: () => void }) {
  const { locale } = useFormat()
  const waiting = plan.sync.filter(({ state }) => state === 'pending')
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0}>
          <Text fw={600}>{plan.name}</Text>
          {plan.isPopular ? (
            <Text size="xs" c="dimmed">
              Popular
            </Text>
          ) : null}
        </Stack>
      </Table.Td>
      <Table.Td>{formatMoney({ amount: plan.amount, currency: plan.currency }, locale)}</Table.Td>
      <Table.Td>{intervalLabels[plan.interval]}</Table.Td>
      <Table.Td>
        <StatusBadge of="salePlan" value={plan.state} label={planStateLabels[plan.state]} />
      </Table.Td>
      <Table.Td>
        <Stack gap={0}>
          <Text size="sm">{gatewaysText(plan.gateways)}</Text>
          {waiting.length > 0 || plan.sync.length === 0 ? (
            <Text size="xs" c="dimmed">
              {plan.sync.length === 0
                ? 'No gateway is turned on'
                : `Turned off: ${waiting.map(({ gateway }) => gatewayLabels[gateway]).join(', ')}`}
            </Text>
          ) : null}
        </Stack>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" aria-label={`Edit ${plan.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="compact-sm" variant="default" aria-label={`Subscribers of ${plan.name}`} onClick={onOpen}>
            Subscribers
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
