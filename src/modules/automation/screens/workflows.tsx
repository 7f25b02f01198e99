import { Button, Menu, Text } from '@mantine/core'
import { IconBolt, IconPlus, IconTimeline, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { categories } from '../templates/rules/categories.ts'
import { CreateDialog } from './create-dialog.tsx'
import { StateBadge } from './state-badge.tsx'
import { TemplateGrid } from './template-grid.tsx'
import { Tiles } from './tiles.tsx'
import { useImport } from './use-import.ts'
import { useOpenTriggers } from './use-open-triggers.ts'
import type { Workflow } from './use-workflow.ts'
import { WorkflowMenu } from './workflow-menu.tsx'
import classes from './workflows.module.css'

export const meta = () => titled('Automation')

const states: Record<string, Workflow['state'][]> = {
  active: ['active'],
  inactive: ['draft', 'paused'],
  archived: ['archived'],
}
const everyState: Workflow['state'][] = ['active', 'draft', 'paused']

/** Every workflow, what it did, and what one can begin with. */
export default function Workflows() {
  const mayWrite = useMay('automation.write')
  const change = useSearchChange()
  const [params] = useSearchParams()
  const begin = () => change({ add: '1' })
  return (
    <>
      <PageHeader
        title="Automation"
        purpose="Workflows that follow people up: what happens after a first visit happens by itself."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={begin}>
              Create Workflow
            </Button>
          ) : undefined
        }
        menu={<More mayWrite={mayWrite} />}
      />
      <Tiles />
      <List mayWrite={mayWrite} onCreate={begin} />
      <TemplateGrid mayWrite={mayWrite} />
      {mayWrite ? <CreateDialog opened={params.has('add')} /> : null}
    </>
  )
}

function More({ mayWrite }: { mayWrite: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const bring = useImport()
  return (
    <>
      <Menu.Item component={Link} to="/automation/runs" leftSection={<IconTimeline size={16} stroke={1.75} />}>
        All runs
      </Menu.Item>
      {mayWrite ? (
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconUpload size={16} stroke={1.75} />}
          onClick={() => input.current?.click()}
        >
          Import JSON
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label="Workflow file"
            onClick={event => event.stopPropagation()}
            onChange={event => void bring(event.currentTarget.files?.[0])}
          />
        </Menu.Item>
      ) : null}
    </>
  )
}

function useColumns(writes: boolean): Column<Workflow>[] {
  const { isOpen } = useOpenTriggers()
  const mayWrite = ({ draft }: Workflow) => writes && isOpen(draft)
  return [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '44%',
      name: one => one.name,
      render: one => (
        <span className={classes.name}>
          <Text span fw={550}>
            {one.name}
          </Text>
          {one.description ? (
            <Text span size="sm" c="dimmed" lineClamp={1}>
              {one.description}
            </Text>
          ) : null}
        </span>
      ),
    },
    { key: 'triggers', header: 'Triggers', align: 'right', width: '9%', render: one => <Figure n={one.triggers} /> },
    { key: 'actions', header: 'Actions', align: 'right', width: '9%', render: one => <Figure n={one.actions} /> },
    {
      key: 'lastRun',
      header: 'Last run',
      sortable: true,
      render: one => (one.lastRun ? <RelativeTime at={one.lastRun} /> : <Text c="dimmed">Never</Text>),
    },
    { key: 'state', header: 'Status', render: one => <StateBadge workflow={one} mayWrite={mayWrite(one)} /> },
    {
      key: 'menu',
      header: 'Manage',
      align: 'right',
      card: 'plain',
      render: one => (
        <span className={classes.rowActions}>
          {mayWrite(one) ? (
            <Button component={Link} to={`/automation/${one.id}`} size="compact-sm" variant="default">
              Edit
            </Button>
          ) : null}
          <WorkflowMenu workflow={one} mayWrite={mayWrite(one)} />
        </span>
      ),
    },
  ]
}

const Figure = ({ n }: { n: number }) => <span data-figures>{n.toLocaleString('en-US')}</span>

function List({ mayWrite, onCreate }: { mayWrite: boolean; onCreate: () => void }) {
  const { table, state } = useList(api.workflows.list, {
    sort: '-lastRun',
    filters: ['state', 'category'],
    live: ['automation'],
    input: ({ filters }) => ({
      state: states[filters.state ?? ''] ?? everyState,
      ...(filters.category && { category: filters.category }),
    }),
  })
  return (
    <DataTable
      label="workflows"
      columns={useColumns(mayWrite)}
      {...table}
      searchPlaceholder="Name or description"
      filters={<Filters state={state} />}
      rowLink={one => `/automation/${one.id}`}
      empty={{
        icon: <IconBolt size={28} stroke={1.5} />,
        title: 'No workflows yet',
        text: 'A workflow does what should happen after a form, a visit or an appointment: it writes, assigns, waits and reminds. Begin with a template below.',
        ...(mayWrite && { action: <Button onClick={onCreate}>Create Workflow</Button> }),
      }}
    />
  )
}

const Filters = ({ state }: { state: ListState<string> }) => (
  <>
    <FilterSelect
      state={state}
      name="state"
      label="Status"
      any="Any status"
      options={[
        { value: 'active', label: 'Active' },
        { value: 'inactive', label: 'Inactive' },
        { value: 'archived', label: 'Archived' },
      ]}
    />
    <FilterSelect
      state={state}
      name="category"
      label="Category"
      any="Any category"
      options={categories.map(one => ({ value: one, label: one }))}
    />
  </>
)
