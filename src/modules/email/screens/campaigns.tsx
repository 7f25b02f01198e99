import { Button, Menu, NativeSelect, Text } from '@mantine/core'
import { IconMail, IconMessage, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { titled } from '#web/title.ts'
import { campaignStates } from '../rules/states.ts'
import { channelWords } from '../rules/words.ts'
import classes from './campaigns.module.css'
import { NewCampaign } from './new-campaign.tsx'

export const meta = () => titled('Campaigns')

type Row = Awaited<ReturnType<typeof client.campaigns.list>>['items'][number]
type Filter = Parameters<typeof client.campaigns.export>[0]

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '32%',
    name: row => row.name,
    render: row => <Name row={row} />,
  },
  {
    key: 'state',
    header: 'State',
    sortable: true,
    width: '12%',
    render: row => <StatusBadge of="newsletter" value={row.state} />,
  },
  { key: 'at', header: 'When', sortable: true, width: '18%', render: row => <When row={row} /> },
  {
    key: 'recipients',
    header: 'Recipients',
    align: 'right',
    optional: true,
    render: row => <Count of={row.recipients} row={row} />,
  },
  { key: 'delivered', header: 'Delivered', align: 'right', render: row => <Count of={row.delivered} row={row} /> },
  {
    key: 'createdAt',
    header: 'Created',
    sortable: true,
    optional: true,
    card: 'hidden',
    width: '14%',
    render: row => <RelativeTime at={row.createdAt} />,
  },
]

function Name({ row }: { row: Row }) {
  const Icon = row.channel === 'email' ? IconMail : IconMessage
  return (
    <span className={classes.name}>
      <Icon size={18} stroke={1.75} aria-label={channelWords[row.channel]} className={classes.icon} />
      <span>
        <Text span fw={550} display="block">
          {row.name}
        </Text>
        <Text span size="sm" c="dimmed" lineClamp={1}>
          {row.subject}
        </Text>
      </span>
    </span>
  )
}

const None = () => (
  <Text span c="dimmed">
    –
  </Text>
)

function When({ row: { at } }: { row: Row }) {
  const { dateTime } = useFormat()
  return at ? <span data-figures>{dateTime(at)}</span> : <None />
}

function Count({ of, row: { state } }: { of: number; row: Row }) {
  const { number } = useFormat()
  if (state === 'draft' || state === 'scheduled') return <None />
  return <span data-figures>{number(of)}</span>
}

const address = (row: Row) => (row.channel === 'email' ? `/dashboard/campaigns/${row.id}` : `/sms/${row.id}`)

/** What is asked for by the address, and what came. */
function useCampaigns(state: ReturnType<typeof useListState<string>>) {
  const filter = {
    ...(state.q && { search: state.q }),
    ...(state.filters.channel && { channel: state.filters.channel }),
    ...(state.filters.state && { state: state.filters.state }),
    sort: state.sort,
  } as Filter
  const list = useInfiniteQuery(
    api.campaigns.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: 25, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['campaigns'] },
    }),
  )
  return { filter, list }
}

export default function CampaignsScreen() {
  const state = useListState<string>({ sort: '-createdAt', filters: ['channel', 'state'] })
  const [params] = useSearchParams()
  const change = useSearchChange()
  const { filter, list } = useCampaigns(state)
  const begin = (label: string) => (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => change({ new: '1' })}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Campaigns"
        purpose="Emails and texts to people who opted in."
        action={begin('New campaign')}
        menu={<Further />}
      />
      <DataTable
        label="campaigns"
        columns={columns}
        source={rowsOf(list)}
        state={state}
        searchPlaceholder="Name or subject"
        filters={<Filters state={state} />}
        actions={<ExportPeople name="campaigns.csv" make={() => client.campaigns.export(filter)} />}
        rowLink={address}
        empty={{ ...nothing, action: begin('Create one') }}
      />
      {params.get('new') ? <NewCampaign onClose={() => change({ new: null })} /> : null}
    </>
  )
}

const nothing = {
  title: 'No campaigns yet',
  text: 'A campaign is one message to many people, such as the weekly news or an invitation. Only people who opted in get it, and you see what happened to each email.',
}

const Further = () => (
  <>
    <Menu.Item component={Link} to="/dashboard/campaigns/topics">
      Topics
    </Menu.Item>
    <Menu.Item component={Link} to="/dashboard/campaigns/domains">
      Sending domains
    </Menu.Item>
  </>
)

function Filters({ state }: { state: ReturnType<typeof useListState<string>> }) {
  const select = (name: 'channel' | 'state', label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={label}
      value={state.filters[name] ?? ''}
      onChange={event => state.setFilter(name, event.currentTarget.value || null)}
      data={data}
    />
  )
  return (
    <>
      {select('channel', 'Channel', [
        { value: '', label: 'Any channel' },
        ...Object.entries(channelWords).map(([value, label]) => ({ value, label })),
      ])}
      {select('state', 'State', [
        { value: '', label: 'Any state' },
        { value: 'active', label: 'Active' },
        ...campaignStates.filter(one => one !== 'ready').map(value => ({ value, label: statusLabel(value) })),
      ])}
    </>
  )
}
