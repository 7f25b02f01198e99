import { Button, Group, Text } from '@mantine/core'
import { IconFileImport, IconPlus, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { csvFile } from '#kernel/csv.ts'
import { qrTypes } from '#links/drawing/rules/payload.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { labelOf, modes, states, typeLabels } from '../rules/states.ts'
import { BulkAdd } from './bulk-add.tsx'
import { CodeDrawer } from './code-drawer.tsx'
import classes from './qr-codes.module.css'

export type Row = Awaited<ReturnType<typeof client.qrCodes.list>>['items'][number]
type Asked = Parameters<typeof client.qrCodes.list>[0]

/** Every saved code and what became of it. */
export function Campaigns() {
  const { table, asked, state } = useList(api.qrCodes.list, {
    sort: '-createdAt',
    filters: ['type', 'mode', 'status', 'folder', 'deleted'],
    live: ['qrCodes'],
    input: ({ filters: { deleted, ...rest } }) => ({ ...rest, ...(deleted && { deleted: true }) }) as Partial<Asked>,
  })
  const detail = useDetail('code')
  const mayWrite = useMay('content.write')
  const [adding, setAdding] = useState(false)
  const trash = Boolean(state.filters.deleted)
  return (
    <>
      <DataTable
        label={trash ? 'deleted QR codes' : 'QR codes'}
        columns={useColumns(trash)}
        {...table}
        searchPlaceholder="Search by name"
        filters={<Filters state={state} />}
        actions={<ListActions state={state} asked={asked} add={mayWrite ? () => setAdding(true) : null} />}
        {...(!trash && { onOpen: (row: Row) => detail.open(row.id) })}
        empty={{
          icon: <IconQrcode size={28} stroke={1.5} />,
          title: trash ? 'The trash is empty' : 'No QR codes yet',
          text: 'Make a code for your bulletin. You can change where it leads after it is printed.',
          ...(mayWrite &&
            !trash && {
              action: (
                <Button component={Link} to="/qr-codes" leftSection={<IconPlus size={16} stroke={1.75} />}>
                  Create your first code
                </Button>
              ),
            }),
        }}
      />
      <CodeDrawer id={detail.id} onClose={detail.close} />
      <BulkAdd opened={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function Filters({ state }: { state: ListState<string> }) {
  const folders = useQuery(api.qrCodes.folders.queryOptions({ input: {}, meta: { live: ['qrCodes'] } }))
  const options = (folders.data?.items ?? []).map(value => ({ value, label: value }))
  return (
    <>
      <FilterSelect
        state={state}
        name="type"
        label="Type"
        any="Any type"
        options={qrTypes.map(value => ({ value, label: typeLabels[value] }))}
      />
      <FilterSelect
        state={state}
        name="mode"
        label="Mode"
        any="Tracked and static"
        options={modes.map(value => ({ value, label: labelOf(value) }))}
      />
      <FilterSelect
        state={state}
        name="status"
        label="Status"
        any="Any status"
        options={states.map(value => ({ value, label: labelOf(value) }))}
      />
      {options.length > 0 ? (
        <FilterSelect state={state} name="folder" label="Folder" any="Any folder" options={options} />
      ) : null}
    </>
  )
}

interface ListActionsProps {
  state: ListState<string>
  asked: Asked
  /** null: may not */
  add: (() => void) | null
}
function ListActions({ state, asked, add }: ListActionsProps) {
  const trash = Boolean(state.filters.deleted)
  return (
    <Group gap="xs">
      {add ? (
        <Button variant="default" leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={add}>
          Add many
        </Button>
      ) : null}
      <ExportCsv name="qr-codes.csv" make={() => csvOf(asked)} />
      <Button variant="subtle" onClick={() => state.setFilter('deleted', trash ? null : '1')}>
        {trash ? 'Back to QR codes' : 'Trash'}
      </Button>
    </Group>
  )
}

/** Everything that the filters find. */
async function csvOf(asked: Asked) {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof client.qrCodes.list>> = await client.qrCodes.list({
      ...asked,
      limit: 200,
      ...(cursor && { cursor }),
    })
    rows.push(...page.items)
    cursor = page.nextCursor
  }
  const head = ['Name', 'Type', 'Status', 'Folder', 'Target', 'Scans', 'Unique scans', 'Last scanned', 'Created']
  return {
    csv: csvFile(
      head,
      rows.map(({ name, type, status, folder, target, scans, createdAt }) => [
        name,
        typeLabels[type],
        status,
        folder,
        target,
        scans.total,
        scans.unique,
        scans.lastAt,
        createdAt,
      ]),
    ),
  }
}

/** Scans of seven days, as small bars. */
function Week({ counts }: { counts: number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <span className={classes.week} role="img" aria-label={`Last 7 days: ${counts.join(', ')}`}>
      {counts.map((count, day) => (
        <i key={`${day}-${count}`} style={{ height: `${(count / most) * 100}%` }} />
      ))}
    </span>
  )
}

function Scans({ scans }: { scans: Row['scans'] }) {
  const { number } = useFormat()
  return (
    <Group gap="xs" wrap="nowrap">
      <Text span data-figures>
        {number(scans.total)}
      </Text>
      <Text span size="xs" c="dimmed" data-figures>
        {number(scans.unique)} unique
      </Text>
      <Week counts={scans.week} />
    </Group>
  )
}

function useColumns(trash: boolean): Column<Row>[] {
  const mayWrite = useMay('content.write')
  const shown: Column<Row>[] = [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '26%',
      name: row => row.name,
      render: row => (
        <>
          <Text truncate>{row.name}</Text>
          <Text size="xs" c="dimmed" truncate>
            {row.target || typeLabels[row.type]}
          </Text>
        </>
      ),
    },
    { key: 'type', header: 'Type', optional: true, width: '10%', render: row => typeLabels[row.type] },
    {
      key: 'scans',
      header: 'Scans',
      width: '22%',
      render: ({ mode, scans }) => (mode === 'static' ? 'Not counted' : <Scans scans={scans} />),
    },
    {
      key: 'lastAt',
      header: 'Last scanned',
      optional: true,
      width: '14%',
      render: ({ scans }) => (scans.lastAt ? <RelativeTime at={scans.lastAt} /> : 'Never'),
    },
    {
      key: 'status',
      header: 'Status',
      width: '12%',
      render: row => <StatusBadge of="qrCode" value={row.status} label={labelOf(row.status)} />,
    },
  ]
  const last: Column<Row> = {
    key: 'act',
    header: 'Actions',
    align: 'right',
    card: 'plain',
    render: row =>
      trash ? mayWrite ? <Restore row={row} /> : null : row.mode === 'tracked' ? <ViewAnalytics row={row} /> : null,
  }
  return [...shown, last]
}

const ViewAnalytics = ({ row: { id } }: { row: Row }) => (
  <Button
    component={Link}
    to={`/qr-codes?tab=analytics&of=${id}`}
    size="compact-sm"
    variant="default"
    onClick={event => event.stopPropagation()}
  >
    View Analytics
  </Button>
)

function Restore({ row: { id, name } }: { row: Row }) {
  const act = useAct(api.qrCodes.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.qrCodes.restore({ id }), `${name} restored`)}
    >
      Restore
    </Button>
  )
}
