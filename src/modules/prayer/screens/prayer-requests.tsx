import { Alert, Button, Menu, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { IconHeart, IconListCheck, IconPlus, IconPrinter, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { saveFile } from '#ui/save-file.ts'
import { StatTile } from '#ui/stat-tile.tsx'
import { toastError } from '#ui/toast.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import type { Filter } from '../contract.ts'
import { moderationNames, visibilityNames } from '../rules/options.ts'
import { columns } from './columns.tsx'
import { RequestDrawer } from './request-drawer.tsx'
import { RequestForm } from './request-form.tsx'

export const meta = () => titled('Prayer Requests')

const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** What people asked prayer for: prayed for, answered, followed up. */
export default function PrayerRequests() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('prayer.write')
  const detail = useDetail('request')
  return (
    <Stack>
      <PageHeader
        title="Prayer Requests"
        purpose="What people asked prayer for, as far as you may read it."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => change({ add: '1' })}>
              Add Request
            </Button>
          ) : undefined
        }
        menu={<MoreMenu />}
      >
        <Button component={Link} to="/prayer-requests/session" variant="default" leftSection={<IconHeart size={16} />}>
          Prayer session
        </Button>
      </PageHeader>
      <NobodyOnCall />
      <Tiles />
      <Requests onOpen={detail.open} />
      <RequestForm
        opened={params.get('add') === '1' && mayWrite}
        onClose={() => change({ add: null })}
        onAdded={detail.open}
      />
      <RequestDrawer id={detail.id} onClose={detail.close} />
    </Stack>
  )
}

function MoreMenu() {
  const settings = useQuery(api.prayerRequests.settings.queryOptions({ input: {} }))
  return (
    <>
      <Menu.Item component="a" href={settings.data?.formPath ?? '#'} target="_blank">
        Open the public form
      </Menu.Item>
      <Menu.Item component="a" href={settings.data?.wallPath ?? '#'} target="_blank">
        Open the prayer wall
      </Menu.Item>
      <Menu.Item
        component="a"
        href={`${settings.data?.formPath ?? ''}/qr.svg`}
        target="_blank"
        leftSection={<IconQrcode size={16} stroke={1.75} />}
      >
        QR code for the form
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/prayer-requests/answered"
        leftSection={<IconListCheck size={16} stroke={1.75} />}
      >
        Answered prayers of a year
      </Menu.Item>
    </>
  )
}

/** Where someone in danger would wait until an owner looks. */
function NobodyOnCall() {
  const mayWrite = useMay('settings.write')
  const rota = useQuery(api.crisis.rota.queryOptions({ input: {}, meta: { live: ['crisis'] } }))
  if (!rota.data?.isEmpty) return null
  return (
    <Alert color="yellow" variant="light" title="Nobody is on call">
      When a request shows that someone may be in danger, the owner is paged.{' '}
      {mayWrite ? <Link to="/settings?section=care">Choose who is on call</Link> : null}
    </Alert>
  )
}

function Tiles() {
  const { data, error, refetch } = useQuery(
    api.prayerRequests.summary.queryOptions({ input: {}, meta: { live: ['prayer'] } }),
  )
  const tile = (label: string, value: number | undefined, to: string) => (
    <StatTile label={label} value={value} to={to} error={error} onRetry={() => void refetch()} />
  )
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {tile('Total Requests', data?.total, '/prayer-requests')}
      {tile('New', data?.new, '/prayer-requests?status=new')}
      {tile('Praying', data?.praying, '/prayer-requests?status=praying')}
      {tile('Answered', data?.answered, '/prayer-requests?status=answered')}
    </SimpleGrid>
  )
}

const filterNames = ['status', 'category', 'visibility', 'moderation', 'assignedTo', 'urgent', 'testimony'] as const

function Requests({ onOpen }: { onOpen: (id: string) => void }) {
  const change = useSearchChange()
  const { table, state, asked } = useList(api.prayerRequests.list, {
    sort: '-createdAt',
    filters: filterNames,
    live: ['prayer'],
    input: ({ filters: { urgent, testimony, ...chosen } }) =>
      ({ ...chosen, ...(urgent && { urgent: true }), ...(testimony && { testimony: true }) }) as Partial<Filter>,
  })
  const mayWrite = useMay('prayer.write')
  // A printed list leaves with names and health matters, like a file.
  const mayExport = useMay('people.export')
  return (
    <>
      <StatusSwitch state={state} />
      <DataTable
        label="prayer requests"
        columns={columns}
        {...table}
        searchPlaceholder="Name or request"
        onOpen={row => onOpen(row.id)}
        filters={<Filters state={state} />}
        actions={
          <>
            {mayExport ? (
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} stroke={1.75} />}
                onClick={() => void printList(asked)}
              >
                Print
              </Button>
            ) : null}
            <ExportPeople name="prayer-requests.csv" make={() => client.prayerRequests.exportCsv(asked)} />
          </>
        }
        empty={{
          icon: <IconHeart size={28} stroke={1.5} />,
          title: 'No prayer requests found',
          text: 'Requests come in from your public form, by text and from here.',
          ...(mayWrite && { action: <Button onClick={() => change({ add: '1' })}>Add Request</Button> }),
        }}
      />
    </>
  )
}

const StatusSwitch = ({ state }: { state: ListState<string> }) => (
  <SegmentedControl
    aria-label="Status"
    value={state.filters.status ?? ''}
    onChange={one => state.setFilter('status', one || null)}
    data={[
      { value: '', label: 'All' },
      { value: 'new', label: 'New' },
      { value: 'praying', label: 'Praying' },
      { value: 'answered', label: 'Answered' },
    ]}
  />
)

function Filters({ state }: { state: ListState<string> }) {
  const settings = useQuery(api.prayerRequests.settings.queryOptions({ input: {} }))
  const mayWrite = useMay('prayer.write')
  return (
    <>
      <FilterSelect
        state={state}
        name="category"
        label="Category"
        any="Any category"
        options={(settings.data?.categories ?? []).map(one => ({ value: one, label: one }))}
      />
      <FilterSelect
        state={state}
        name="visibility"
        label="Who may read it"
        any="Any reader"
        options={named(visibilityNames)}
      />
      {mayWrite ? (
        <FilterSelect
          state={state}
          name="moderation"
          label="Approval"
          any="Any approval"
          options={named(moderationNames)}
        />
      ) : null}
      <FilterSelect
        state={state}
        name="assignedTo"
        label="Assigned"
        any="Anyone’s"
        options={[{ value: 'me', label: 'Assigned to me' }]}
      />
      <FilterSelect
        state={state}
        name="urgent"
        label="Urgency"
        any="Any urgency"
        options={[{ value: '1', label: 'Urgent' }]}
      />
      <FilterSelect
        state={state}
        name="testimony"
        label="Testimony"
        any="With or without testimony"
        options={[{ value: '1', label: 'With a testimony' }]}
      />
    </>
  )
}

async function printList(asked: Omit<Filter, 'cursor' | 'limit'> | object) {
  try {
    const { name, base64 } = await client.prayerRequests.print(asked)
    const bytes = Uint8Array.from(atob(base64), one => one.charCodeAt(0))
    saveFile(name, new Blob([bytes], { type: 'application/pdf' }))
  } catch (error) {
    toastError(error, 'Not printed')
  }
}
