import { Button, Menu, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconRoute, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
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
import { type PathwayState, pathwayStateNames, pathwayStates } from '../rules/states.ts'
import { MembershipTabs } from './tabs.tsx'

export const meta = () => titled('Pathways')

type Row = Awaited<ReturnType<typeof client.pathways.list>>['items'][number]
const options = pathwayStates.map(value => ({ value, label: pathwayStateNames[value] }))

/** The ways from a first class to serving. */
export default function PathwaysScreen() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  const { state, table, asked } = useList(api.pathways.list, {
    filters: ['state', 'deleted'],
    input: ({ filters }) => ({
      ...(filters.state && { state: [filters.state as PathwayState] }),
      ...(filters.deleted && { deleted: true }),
    }),
    live: ['pathways'],
  })
  const trash = Boolean(state.filters.deleted)
  const begin = () => change({ new: '1' })
  return (
    <>
      <PageHeader
        title="Pathways"
        purpose="The way from a first class to serving: classes, and steps that a mentor signs off."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={begin}>
              New pathway
            </Button>
          ) : undefined
        }
        menu={<TrashItem state={state} />}
      />
      <MembershipTabs />
      <DataTable
        label="pathways"
        columns={columnsOf(trash && mayWrite)}
        {...table}
        searchPlaceholder="Pathway name"
        filters={<FilterSelect state={state} name="state" label="Status" any="Any status" options={options} />}
        actions={<ExportPeople name="pathways.csv" make={() => client.pathways.export(asked)} />}
        {...(!trash && { rowLink: (row: Row) => `/membership/pathways/${row.id}` })}
        empty={{
          icon: <IconRoute size={28} stroke={1.5} />,
          title: trash ? 'The trash is empty' : 'No pathways yet',
          text: trash
            ? 'Deleted pathways stay here for 30 days.'
            : 'A pathway leads people through classes and steps in real life, such as baptism. Add people, and each one sees their next step.',
          ...(mayWrite && !trash && { action: <Button onClick={begin}>Create a pathway</Button> }),
        }}
      />
      <NewPathway opened={params.get('new') !== null && mayWrite} onClose={() => change({ new: null })} />
    </>
  )
}

const TrashItem = ({ state: { filters, setFilter } }: { state: ListState<string> }) => (
  <Menu.Item
    leftSection={<IconTrash size={16} stroke={1.75} />}
    onClick={() => setFilter('deleted', filters.deleted ? null : '1')}
  >
    {filters.deleted ? 'Back to pathways' : 'Show the trash'}
  </Menu.Item>
)

function columnsOf(restores: boolean): Column<Row>[] {
  const shown: Column<Row>[] = [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '34%',
      name: (row: Row) => row.name,
      render: row => <Text truncate>{row.name}</Text>,
    },
    {
      key: 'state',
      header: 'Status',
      render: row => <StatusBadge of="pathway" value={row.state} label={pathwayStateNames[row.state]} />,
    },
    { key: 'steps', header: 'Steps', align: 'right', optional: true, render: row => row.steps },
    { key: 'people', header: 'People', align: 'right', sortable: true, render: row => row.people },
    { key: 'completed', header: 'Completed', align: 'right', optional: true, render: row => row.completed },
    { key: 'waiting', header: 'Waiting for sign-off', align: 'right', render: row => row.waiting },
  ]
  if (!restores) return shown
  const back: Column<Row> = {
    key: 'restore',
    header: '',
    align: 'right',
    card: 'plain',
    render: row => <Restore row={row} />,
  }
  return [
    ...shown.slice(0, 4),
    {
      key: 'deletedAt',
      header: 'Deleted',
      optional: true,
      render: row => (row.deletedAt ? <RelativeTime at={row.deletedAt} /> : ''),
    },
    back,
  ]
}

function Restore({ row: { id, name } }: { row: Row }) {
  const act = useAct(api.pathways.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Restore ${name}`}
      onClick={() => void act(() => client.pathways.restore({ id }), `${name} restored`)}
    >
      Restore
    </Button>
  )
}

function NewPathway({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: { name: '', description: '' } })
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title="New pathway"
      submitLabel="Create pathway"
      form={form}
      schema={() => import('../contract.ts').then(file => file.NewPathway)}
      onSubmit={async values => {
        const { id } = await client.pathways.create(values)
        // After the drawer has closed, which changes the address as well.
        setTimeout(() => void navigate(`/membership/pathways/${id}`))
      }}
    >
      <TextInput label="Name" placeholder="Baptism" maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} maxLength={2_000} {...form.getInputProps('description')} />
      <Text size="sm" c="dimmed">
        You add the steps next. <Link to="/membership">Courses</Link> can be steps.
      </Text>
    </FormDrawer>
  )
}
