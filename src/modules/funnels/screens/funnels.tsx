import { Button, Menu, Text } from '@mantine/core'
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { stateNames } from '../rules/states.ts'
import classes from './funnels.module.css'
import { NewFunnel } from './new-funnel.tsx'
import { RowActions } from './row-actions.tsx'
import { TemplateGrid } from './template-grid.tsx'
import { Tiles } from './tiles.tsx'
import { daysOf, type Row, rangeNames, ranges } from './use-funnels.ts'

export const meta = () => titled('Funnels')

/** Every funnel, what it did, and what one can begin with. */
export default function Funnels() {
  const mayWrite = useMay('content.write')
  const change = useSearchChange()
  const [params] = useSearchParams()
  const trash = params.get('deleted') === '1'
  const begin = () => change({ new: '1' })
  return (
    <>
      <PageHeader
        title="Funnels"
        purpose="Steps that lead a visitor on: from a first look to a form, a booking and a Sunday."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={begin}>
              New funnel
            </Button>
          ) : undefined
        }
        menu={
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => change({ deleted: trash ? null : '1' })}
          >
            {trash ? 'Back to funnels' : 'Show the trash'}
          </Menu.Item>
        }
      />
      <Tiles days={daysOf(params.get('days'))} />
      <List mayWrite={mayWrite} trash={trash} onCreate={begin} />
      <TemplateGrid mayWrite={mayWrite} />
      {mayWrite ? <NewFunnel opened={params.get('new') !== null} /> : null}
    </>
  )
}

function List({ mayWrite, trash, onCreate }: { mayWrite: boolean; trash: boolean; onCreate: () => void }) {
  const { table, state, asked } = useList(api.funnels.list, {
    sort: '-updatedAt',
    filters: ['status', 'days', 'deleted'],
    live: ['funnels', 'funnelFigures'],
    input: ({ filters }) => ({
      ...(filters.status && { status: filters.status as Row['status'] }),
      ...(filters.deleted && { deleted: true }),
      days: daysOf(filters.days),
    }),
  })
  return (
    <DataTable
      label={trash ? 'deleted funnels' : 'funnels'}
      columns={useColumns(trash, mayWrite)}
      {...table}
      searchPlaceholder="Name or description"
      filters={<Filters state={state} />}
      actions={<ExportPeople name="funnels.csv" make={() => client.funnels.export(asked)} />}
      rowLink={trash ? undefined : one => `/funnels/${one.id}`}
      empty={{
        icon: <IconFilter size={28} stroke={1.5} />,
        title: 'No funnels yet',
        text: 'A funnel leads a visitor from one page to the next and counts who goes on. Begin with “Plan a visit” below.',
        ...(mayWrite && { action: <Button onClick={onCreate}>Create your first funnel</Button> }),
      }}
    />
  )
}

const Filters = ({ state }: { state: ListState<string> }) => (
  <>
    <FilterSelect
      state={state}
      name="status"
      label="Status"
      any="Any status"
      options={Object.entries(stateNames).map(([value, label]) => ({ value, label }))}
    />
    <FilterSelect
      state={state}
      name="days"
      label="Period"
      any={rangeNames[30]!}
      options={ranges.filter(one => one !== '30').map(value => ({ value, label: rangeNames[value]! }))}
    />
  </>
)

const nameColumn: Column<Row> = {
  key: 'name',
  header: 'Funnel',
  sortable: true,
  width: '30%',
  name: one => one.name,
  render: one => (
    <span className={classes.name}>
      <Text span fw={550} truncate>
        {one.name}
      </Text>
      {one.description ? (
        <Text span size="sm" c="dimmed" lineClamp={1}>
          {one.description}
        </Text>
      ) : null}
    </span>
  ),
}

function useColumns(trash: boolean, mayWrite: boolean): Column<Row>[] {
  const { number, percent } = useFormat()
  const figure = (text: string) => <span data-figures>{text}</span>
  return [
    nameColumn,
    { key: 'steps', header: 'Steps', align: 'right', width: '8%', render: one => figure(number(one.steps)) },
    {
      key: 'conversions',
      header: 'Conversions',
      sortable: true,
      align: 'right',
      width: '12%',
      render: one => figure(number(one.conversions)),
    },
    {
      key: 'conversionRate',
      header: 'Conversion rate',
      sortable: true,
      align: 'right',
      width: '13%',
      render: one => figure(one.conversionRate === null ? '–' : percent(one.conversionRate)),
    },
    { key: 'status', header: 'Status', render: one => <FunnelStatus status={one.status} /> },
    {
      key: 'updatedAt',
      header: 'Last updated',
      sortable: true,
      optional: true,
      render: one => <RelativeTime at={one.lastUpdated} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      width: '10.5rem',
      card: 'plain',
      render: one => (trash ? mayWrite ? <Restore row={one} /> : null : <RowActions row={one} />),
    },
  ]
}

export const FunnelStatus = ({ status }: { status: Row['status'] }) => (
  <StatusBadge of="funnel" value={status} label={stateNames[status]} />
)

function Restore({ row: { id, name } }: { row: Row }) {
  const act = useAct(api.funnels.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.funnels.restore({ id }), `${name} restored`)}
    >
      Restore
    </Button>
  )
}
