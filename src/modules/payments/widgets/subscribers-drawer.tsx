import { Button, Drawer, Group, Stack, Table, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { confirm } from '#ui/confirm.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { intervalLabels } from '../plans/rules.ts'
import { saleStateNames } from '../sales/rules.ts'
import { subscriptionStateLabels } from '../subscriptions/rules/states.ts'
import { dayText } from './invoice-parts.tsx'
import type { SalePlan } from './plans-tab.tsx'
import { RefundCharge } from './refund-charge.tsx'

type Subscription = Awaited<ReturnType<typeof client.planSubscriptions.list>>['items'][number]
const MOST = 200

/** Where a plan is sold, and who subscribes to it. */
export function SubscribersDrawer({ plan, onClose }: { plan: SalePlan | null; onClose: () => void }) {
  return (
    <Drawer opened={plan !== null} onClose={onClose} position="right" size="xl" title={plan?.name ?? ''}>
      {plan ? <Subscribers plan={plan} /> : null}
    </Drawer>
  )
}

function Subscribers({ plan }: { plan: SalePlan }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useQuery(
    api.planSubscriptions.list.queryOptions({
      input: { planId: plan.id, limit: MOST },
      meta: { live: ['planSubscriptions'] },
    }),
  )
  return (
    <Stack>
      {plan.state === 'active' ? (
        <>
          <Text size="sm">Share this link. Customers subscribe and pay there.</Text>
          <CopiedText what="link" text={`${location.origin}${plan.path}`} />
        </>
      ) : (
        <Text size="sm">This plan is not for sale. Its subscribers keep it.</Text>
      )}
      {list.error ? (
        <ErrorPanel error={list.error} what="the subscribers" onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows rows={3} height={48} />
      ) : list.data.items.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} />}
          title="No subscribers yet"
          text="People appear here once their first payment arrives."
        />
      ) : (
        <Rows items={list.data.items} onOpen={setChosen} />
      )}
      {chosen ? <Payments id={chosen} /> : null}
    </Stack>
  )
}

function Rows({ items, onOpen }: { items: readonly Subscription[]; onOpen: (id: string) => void }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label="Subscribers">
        <Table.Thead>
          <Table.Tr>
            {['Subscriber', 'Price', 'Status', 'Next payment', 'Actions'].map(header => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(one => (
            <Row key={one.id} one={one} onOpen={() => onOpen(one.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ one, onOpen }: { one: Subscription; onOpen: () => void }) {
  const { locale } = useFormat()
  const act = useAct(api.planSubscriptions.key())
  async function cancel() {
    const text = 'Nothing more is charged. What was paid is not refunded by this.'
    const isSure = await confirm({
      title: `Cancel the subscription of ${one.name}?`,
      text,
      danger: true,
      confirm: 'Cancel subscription',
      cancel: 'Keep subscription',
    })
    if (isSure) await act(() => client.planSubscriptions.cancel({ id: one.id }), 'Subscription canceled')
  }
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{one.name}</Text>
        <Text size="xs" c="dimmed">
          {one.email}
        </Text>
      </Table.Td>
      <Table.Td>
        {formatMoney(one, locale)} {intervalLabels[one.interval]}
      </Table.Td>
      <Table.Td>
        <StatusBadge of="planSubscription" value={one.state} label={subscriptionStateLabels[one.state]} />
      </Table.Td>
      <Table.Td>{one.state === 'canceled' ? '' : dayText(one.nextOn, locale)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" aria-label={`Payments of ${one.name}`} onClick={onOpen}>
            Payments
          </Button>
          {one.state === 'canceled' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Cancel the subscription of ${one.name}`}
              onClick={() => void cancel()}
            >
              Cancel
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function Payments({ id }: { id: string }) {
  const { locale } = useFormat()
  const [refunded, setRefunded] = useState<string | null>(null)
  const query = useQuery(
    api.planSubscriptions.get.queryOptions({ input: { id }, meta: { live: ['planSubscriptions', 'payments'] } }),
  )
  if (query.error) return <ErrorPanel error={query.error} what="the payments" onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonRows rows={2} height={32} />
  const { name, charges } = query.data
  const charge = charges.find(one => one.id === refunded)
  return (
    <Stack gap="xs">
      <Text fw={600}>Payments of {name}</Text>
      {charges.map(one => (
        <Group key={one.id} justify="space-between">
          <Text size="sm">
            {dayText(one.periodOn, locale)}: {formatMoney({ amount: one.total, currency: one.currency }, locale)},{' '}
            {saleStateNames[one.state]}
          </Text>
          {one.state === 'paid' || one.state === 'partially_refunded' ? (
            <Button size="compact-sm" variant="default" onClick={() => setRefunded(one.id)}>
              Refund
            </Button>
          ) : null}
        </Group>
      ))}
      {charge ? <RefundCharge key={charge.id} id={id} charge={charge} onClose={() => setRefunded(null)} /> : null}
    </Stack>
  )
}
