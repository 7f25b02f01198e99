import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconRepeat } from '@tabler/icons-react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { recurringStatuses, recurringStatusLabels } from '../recurring/rules.ts'
import { frequencyLabels } from '../rules/states.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'

export const meta = () => titled('Recurring gifts')

type Gift = Awaited<ReturnType<typeof client.recurringGifts.list>>['items'][number]
type Asked = Parameters<typeof client.recurringGifts.list>[0]

function useColumns(): Column<Gift>[] {
  const [money, day] = [useMoney(), useDay()]
  const mayWrite = useMay('giving.write')
  return [
    { key: 'donor', header: 'Giver', name: one => one.donor, render: one => one.donor || 'Unknown' },
    { key: 'amount', header: 'Amount', align: 'right', render: one => money(one.amount, one.currency) },
    { key: 'frequency', header: 'Frequency', render: one => frequencyLabels[one.frequency] },
    { key: 'funds', header: 'Funds', optional: true, render: one => <Funds {...one} /> },
    {
      key: 'status',
      header: 'Status',
      render: one => <StatusBadge of="recurringGift" value={one.status} label={recurringStatusLabels[one.status]} />,
    },
    { key: 'next', header: 'Next gift', render: one => (one.status === 'ended' ? '' : day(one.nextOn)) },
    {
      key: 'method',
      header: 'Method',
      optional: true,
      render: one => [one.brand, one.last4 && `•••• ${one.last4}`].filter(Boolean).join(' '),
    },
    { key: 'problem', header: 'Last failure', optional: true, render: one => one.problem },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right' as const,
      render: one => (mayWrite && one.status !== 'ended' ? <Actions {...one} /> : null),
    },
  ]
}

const Funds = ({ lines }: Gift) => (
  <Group gap={4}>
    {lines.map(line => (
      <Text key={line.fundId} size="sm" component="span">
        {line.fund}
        {line.archived ? (
          <Badge ml={4} size="sm" variant="light" color="yellow">
            Archived
          </Badge>
        ) : null}
      </Text>
    ))}
  </Group>
)

function Actions({ id, donor, status }: Gift) {
  const act = useAct(api.recurringGifts.key())
  const gift = `The recurring gift of ${donor}`
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Actions for ${donor}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'active' ? (
          <>
            <Menu.Item onClick={() => void act(() => client.recurringGifts.skip({ id }), 'The next gift is skipped')}>
              Skip next gift
            </Menu.Item>
            <Menu.Item onClick={() => void act(() => client.recurringGifts.pause({ id }), `${gift} is paused`)}>
              Pause
            </Menu.Item>
          </>
        ) : (
          <Menu.Item onClick={() => void act(() => client.recurringGifts.resume({ id }), `${gift} is active again`)}>
            {status === 'paused' ? 'Resume' : 'Try again'}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          onClick={() => void act(() => client.recurringGifts.cancel({ id }), `${gift} is canceled`)}
        >
          Cancel recurring gift
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Gifts that come again and again. */
export default function Recurring() {
  const { state, table } = useList(api.recurringGifts.list, {
    filters: ['status'],
    live: ['gifts'],
    input: list => list.filters as Partial<Asked>,
  })
  return (
    <>
      <PageHeader
        title="Recurring gifts"
        purpose="Gifts that are charged by their schedule. Givers change, pause and cancel theirs in the portal."
      />
      <DataTable
        {...table}
        label="recurring gifts"
        columns={useColumns()}
        filters={
          <FilterSelect
            state={state}
            name="status"
            label="Status"
            any="Any status"
            options={recurringStatuses.map(value => ({ value, label: recurringStatusLabels[value] }))}
          />
        }
        empty={{
          icon: <IconRepeat size={28} stroke={1.5} />,
          title: 'No recurring gifts yet',
          text: 'Givers choose how often on your giving page.',
        }}
      />
    </>
  )
}
