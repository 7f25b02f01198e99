import { Anchor, Text } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { DateTime } from 'luxon'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'
import { stepOf } from '../rules/edit.ts'
import { runStates } from '../rules/states.ts'
import { stepSentence } from '../rules/summary.ts'
import { RunDrawer } from './run-drawer.tsx'
import { RunState, runStateLabel } from './run-state.tsx'
import { useDescriber } from './use-describer.ts'
import { useOpenTriggers } from './use-open-triggers.ts'
import { type Run, useVersions } from './use-workflow.ts'

interface Props {
  /** of one workflow; all of them without */
  workflow?: { id: string; name: string }
  children?: ReactNode
}

/** Since when, by the church's clocks. */
function sinceOf(when: string | undefined, timeZone: string): Date | undefined {
  const today = DateTime.now().setZone(timeZone).startOf('day')
  if (when === 'today') return today.toJSDate()
  if (when === 'week') return today.minus({ days: 7 }).toJSDate()
  return when === 'month' ? today.minus({ days: 30 }).toJSDate() : undefined
}

export function RunList({ workflow, children }: Props) {
  const { timeZone = 'UTC' } = useFormat()
  const detail = useDetail('run')
  const { hasClosed } = useOpenTriggers()
  const { table, state } = useList(api.workflowRuns.list, {
    filters: ['state', 'when'],
    live: ['automation'],
    ...(workflow && { given: { workflowId: workflow.id } }),
    input: ({ filters }) => {
      const since = sinceOf(filters.when, timeZone)
      return {
        ...(filters.state && {
          state: filters.state === 'ended' ? ['completed', 'failed'] : [filters.state as Run['state']],
        }),
        ...(since && { since }),
      }
    },
  })
  return (
    <>
      <PageHeader
        title={workflow ? `Runs: ${workflow.name}` : 'Runs'}
        purpose={
          workflow ? (
            <Anchor component={Link} to={`/automation/${workflow.id}`} size="sm">
              Back to the workflow
            </Anchor>
          ) : (
            'Everyone who is or was in a workflow, newest first.'
          )
        }
      />
      {children}
      <DataTable
        label="runs"
        columns={columnsOf(workflow === undefined)}
        {...table}
        searchPlaceholder="Name of a person"
        filters={<Filters state={state} />}
        onOpen={run => detail.open(run.id)}
        empty={{
          icon: <IconTimeline size={28} stroke={1.5} />,
          title: 'No runs yet',
          text: `As soon as a workflow starts for someone, their way through it appears here step by step.${hasClosed ? ' Runs of workflows about gifts appear only for members who can see gifts.' : ''}`,
        }}
      />
      <RunDrawer id={detail.id} onClose={detail.close} />
    </>
  )
}

const Filters = ({ state }: { state: ListState<string> }) => (
  <>
    <FilterSelect
      state={state}
      name="state"
      label="State"
      any="Any state"
      options={[
        ...runStates.map(one => ({ value: one, label: runStateLabel(one) })),
        { value: 'ended', label: 'Completed or failed' },
      ]}
    />
    <FilterSelect
      state={state}
      name="when"
      label="Started"
      any="Any time"
      options={[
        { value: 'today', label: 'Today' },
        { value: 'week', label: 'Last 7 days' },
        { value: 'month', label: 'Last 30 days' },
      ]}
    />
  </>
)

/** Where the person is, or where it stopped. */
function StepOf({ run: { at, workflowId, versionNumber } }: { run: Run }) {
  const says = useDescriber()
  const { data } = useVersions(workflowId)
  const graph = data?.items.find(one => one.number === versionNumber)?.graph
  const step = graph && stepOf(graph, at)
  return step ? (
    <Text size="sm" lineClamp={1}>
      {stepSentence(step, says)}
    </Text>
  ) : null
}

function columnsOf(withWorkflow: boolean): Column<Run>[] {
  return [
    { key: 'person', header: 'Person', width: '24%', name: run => run.personName, render: run => run.personName },
    ...(withWorkflow
      ? [{ key: 'workflow', header: 'Workflow', render: (run: Run) => <Text truncate>{run.workflowName}</Text> }]
      : []),
    {
      key: 'state',
      header: 'State',
      render: run => <RunState state={run.state} />,
    },
    ...(withWorkflow ? [] : [{ key: 'step', header: 'Step', render: (run: Run) => <StepOf run={run} /> }]),
    { key: 'version', header: 'Version', align: 'right', optional: true, render: run => run.versionNumber },
    {
      key: 'problem',
      header: 'Problem',
      render: run =>
        run.problem ? (
          <Text size="sm" lineClamp={1}>
            {run.problem}
          </Text>
        ) : null,
    },
    { key: 'createdAt', header: 'Started', render: run => <RelativeTime at={run.createdAt} /> },
  ]
}
