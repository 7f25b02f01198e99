import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { IconHeartHandshake, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import {
  countedStatuses,
  giftSourceLabels,
  giftSources,
  giftStatuses,
  giftStatusLabels,
  methodLabels,
  methods,
} from '../rules/states.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'
import { GiftDrawer } from './gift-drawer.tsx'
import { RecordDonation } from './record-donation.tsx'
import { SendThanks } from './send-thanks.tsx'

export type GiftRow = Awaited<ReturnType<typeof client.gifts.list>>['items'][number]
type Asked = Parameters<typeof client.gifts.list>[0]

const filters = ['fund', 'campaign', 'method', 'status', 'source', 'batch', 'donor', 'from', 'to'] as const

/** Gifts, the latest first. */
export function RecentDonations() {
  const { table, asked, state } = useList(api.gifts.list, {
    sort: '-receivedOn',
    filters,
    prefix: 'g',
    live: ['gifts'],
    input: list => list.filters as Partial<Asked>,
  })
  const detail = useDetail('gift')
  const mayWrite = useMay('giving.write')
  const [params] = useSearchParams()
  const change = useSearchChange()
  const [thanked, setThanked] = useState<string[] | null>(null)
  const columns = useColumns(mayWrite ? id => setThanked([id]) : null)
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => change({ record: 'new' })}>
      Record Donation
    </Button>
  )
  return (
    <Panel title="Recent Donations" actions={mayWrite ? add : undefined}>
      <DataTable
        label="donations"
        columns={columns}
        {...table}
        searchPlaceholder="Donor, check number or note"
        filters={<Filters state={state} />}
        actions={mayWrite ? <ExportCsv name="donations.csv" make={() => client.gifts.export(asked)} /> : undefined}
        onOpen={row => detail.open(row.id)}
        {...(mayWrite && {
          bulk: selection => (
            <Button size="compact-sm" variant="default" onClick={() => setThanked(selection.ids)}>
              Send Thanks
            </Button>
          ),
        })}
        empty={empty}
      />
      <GiftDrawer id={detail.id} onClose={detail.close} />
      {params.get('record') === 'new' && mayWrite ? (
        <RecordDonation campaignId={params.get('for')} onClose={() => change({ record: null, for: null })} />
      ) : null}
      {thanked ? <SendThanks ids={thanked} onClose={() => setThanked(null)} /> : null}
    </Panel>
  )
}

const empty = {
  icon: <IconHeartHandshake size={28} stroke={1.5} />,
  title: 'No donations yet',
  text: 'Record cash, checks and bank transfers. Each gift is booked to its funds and campaigns.',
}

const choices = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>) =>
  keys.map(value => ({ value, label: labels[value] }))

function Filters({ state }: { state: ListState<string> }) {
  const funds = useQuery(api.funds.list.queryOptions({ input: { archived: true }, meta: { live: ['giving'] } }))
  const campaigns = useQuery(api.givingCampaigns.list.queryOptions({ input: {}, meta: { live: ['giving'] } }))
  const named = (items: { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <FilterSelect state={state} name="fund" label="Fund" any="Any fund" options={named(funds.data?.items)} />
      <FilterSelect
        state={state}
        name="campaign"
        label="Campaign"
        any="Any campaign"
        options={named(campaigns.data?.items)}
      />
      <FilterSelect
        state={state}
        name="method"
        label="Method"
        any="Any method"
        options={choices(methods, methodLabels)}
      />
      <FilterSelect
        state={state}
        name="status"
        label="Status"
        any="Any status"
        options={choices(giftStatuses, giftStatusLabels)}
      />
      <FilterSelect
        state={state}
        name="source"
        label="Source"
        any="Any source"
        options={choices(giftSources, giftSourceLabels)}
      />
      <DayFilter state={state} name="from" label="From" />
      <DayFilter state={state} name="to" label="To" />
    </>
  )
}

const DayFilter = ({ state, name, label }: { state: ListState<string>; name: string; label: string }) => (
  <TextInput
    type="date"
    aria-label={label}
    value={state.filters[name] ?? ''}
    onChange={event => state.setFilter(name, event.currentTarget.value || null)}
  />
)

const several = (names: (string | null)[]) => [...new Set(names.filter(Boolean))].join(', ')

function useColumns(thank: ((id: string) => void) | null): Column<GiftRow>[] {
  const [money, day] = [useMoney(), useDay()]
  const shown: Column<GiftRow>[] = [
    {
      key: 'donor',
      header: 'Donation',
      width: '17%',
      name: row => row.donor,
      render: row => (
        <Group gap="xs" wrap="nowrap">
          <Text truncate>{row.donor}</Text>
          {row.anonymousPublic ? (
            <Badge variant="light" size="sm">
              Anonymous in public
            </Badge>
          ) : null}
        </Group>
      ),
    },
    {
      key: 'total',
      header: 'Amount',
      sortable: true,
      align: 'right',
      render: row => (row.method === 'in-kind' ? 'In kind' : money(row.total, row.currency)),
    },
    {
      key: 'campaign',
      header: 'Campaign',
      optional: true,
      render: row => several(row.lines.map(one => one.campaign)) || '–',
    },
    { key: 'receivedOn', header: 'Date', sortable: true, width: '12%', render: row => day(row.receivedOn) },
    {
      key: 'status',
      header: 'Status',
      render: row => <StatusBadge of="gift" value={row.status} label={giftStatusLabels[row.status]} />,
    },
    { key: 'method', header: 'Method', optional: true, render: row => methodLabels[row.method] },
    { key: 'fund', header: 'Fund', optional: true, render: row => several(row.lines.map(one => one.fund)) },
  ]
  return thank ? [...shown, thanksColumn(thank)] : shown
}

const thanksColumn = (thank: (id: string) => void): Column<GiftRow> => ({
  key: 'thanks',
  header: 'Actions',
  align: 'right',
  card: 'plain',
  width: '15%',
  render: row =>
    row.personId && countedStatuses.includes(row.status) ? (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Send Thanks to ${row.donor}`}
        onClick={event => {
          event.stopPropagation()
          thank(row.id)
        }}
      >
        Send Thanks
      </Button>
    ) : null,
})
