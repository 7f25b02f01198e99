import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { keyed } from '#kernel/modules.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge, statusLabel } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { iconOf } from '#web/icons.ts'
import { titled } from '#web/title.ts'
import { campaignStates } from '../rules/states.ts'
import classes from './campaigns.module.css'
import { inOrder, NewCampaign } from './new-campaign.tsx'

export const meta = () => titled('Campaigns')

type Row = Awaited<ReturnType<typeof client.campaigns.list>>['items'][number]

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
    render: row => <StatusBadge of="campaign" value={row.state} />,
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
  const channel = keyed('campaignChannels').get(row.channel)
  const Icon = channel ? iconOf(channel.icon) : null
  return (
    <span className={classes.name}>
      {channel && Icon ? <Icon size={18} stroke={1.75} aria-label={channel.label} className={classes.icon} /> : null}
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
  if (['draft', 'waiting', 'declined', 'scheduled'].includes(state)) return <None />
  return <span data-figures>{number(of)}</span>
}

export default function CampaignsScreen() {
  const { asked, state, table } = useList(api.campaigns.list, {
    sort: '-createdAt',
    filters: ['channel', 'state'],
    limit: 25,
    live: ['campaigns'],
  })
  const [params] = useSearchParams()
  const change = useSearchChange()
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
        {...table}
        searchPlaceholder="Name or subject"
        filters={<Filters state={state} />}
        actions={<ExportPeople name="campaigns.csv" make={() => client.campaigns.export(asked)} />}
        rowLink={row => keyed('campaignChannels').get(row.channel)!.href(row.id)}
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

const stateOptions = [
  { value: 'active', label: 'Active' },
  ...campaignStates.filter(one => one !== 'ready').map(value => ({ value, label: statusLabel(value) })),
]

function Filters({ state }: { state: ListState<string> }) {
  const channels = inOrder().map(([value, { label }]) => ({ value, label }))
  return (
    <>
      <FilterSelect state={state} name="channel" label="Channel" any="Any channel" options={channels} />
      <FilterSelect state={state} name="state" label="State" any="Any state" options={stateOptions} />
    </>
  )
}
