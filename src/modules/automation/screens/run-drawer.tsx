import { Alert, Anchor, Button, Code, Group, Stack, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { stepOf } from '../rules/edit.ts'
import { emptyGraph, type Graph } from '../rules/graph.ts'
import { openRuns } from '../rules/states.ts'
import { stepSentence } from '../rules/summary.ts'
import classes from './editor.module.css'
import { RunState } from './run-state.tsx'
import { kindLabels, StepIcon } from './step-icon.tsx'
import { useDescriber } from './use-describer.ts'
import { useVersions } from './use-workflow.ts'

type RunDetail = Awaited<ReturnType<typeof client.workflowRuns.get>>
type RunStep = RunDetail['steps'][number]
const isOpen = ({ state }: RunDetail) => (openRuns as readonly string[]).includes(state)

/** One person's way through a workflow, with what each step got and what came of it. */
export function RunDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.workflowRuns.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      meta: { live: ['automation'] },
    }),
  )
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      title={run => run.personName}
      noun="Run"
      actions={run => <Acts run={run} />}
    >
      {run => <Body run={run} />}
    </DetailDrawer>
  )
}

function Acts({ run }: { run: RunDetail }) {
  const act = useAct(api.workflowRuns.key(), api.workflows.key())
  if (!useMay('automation.write')) return null
  const { id, personName } = run
  async function cancel() {
    const agreed = await confirm({
      title: `Cancel this run of ${personName}?`,
      text: 'They leave the workflow now. What was done stays.',
      confirm: 'Cancel run',
      cancel: 'Keep it',
      danger: true,
    })
    if (agreed) await act(() => client.workflowRuns.cancel({ id }), 'Run canceled')
  }
  return (
    <>
      {run.state === 'failed' ? (
        <Button size="xs" onClick={() => void act(() => client.workflowRuns.retry({ id }), 'Tried again')}>
          Retry
        </Button>
      ) : null}
      {isOpen(run) ? (
        <Button size="xs" variant="default" onClick={() => void cancel()}>
          Cancel run
        </Button>
      ) : null}
    </>
  )
}

function Body({ run }: { run: RunDetail }) {
  const { dateTime } = useFormat()
  const says = useDescriber()
  const { data } = useVersions(run.workflowId)
  const graph = data?.items.find(one => one.number === run.versionNumber)?.graph ?? emptyGraph
  const started =
    run.trigger === 'manual' ? 'Enrolled by hand' : `Started when ${says.trigger({ trigger: run.trigger, input: {} })}`
  return (
    <Stack>
      <Group gap="xs">
        <RunState state={run.state} />
        <Anchor component={Link} to={`/people/${run.personId}`} size="sm">
          {run.personName}
        </Anchor>
        <Anchor component={Link} to={`/automation/${run.workflowId}`} size="sm">
          {run.workflowName}, version {run.versionNumber}
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed">
        {started}, {dateTime(run.createdAt)}
        {run.finishedAt ? `. Ended ${dateTime(run.finishedAt)}` : ''}.
      </Text>
      {run.problem ? (
        <Alert color="red" title="It stopped at a step">
          {run.problem}
        </Alert>
      ) : null}
      {run.steps.length === 0 ? (
        <Text size="sm" c="dimmed">
          No step has been done yet.
        </Text>
      ) : (
        <Timeline bulletSize={28} lineWidth={2} active={run.steps.length}>
          {run.steps.map(step => (
            <LoggedStep key={step.step} logged={step} graph={graph} />
          ))}
        </Timeline>
      )}
    </Stack>
  )
}

function LoggedStep({ logged, graph }: { logged: RunStep; graph: Graph }) {
  const says = useDescriber()
  const { dateTime } = useFormat()
  const step = stepOf(graph, logged.step)
  const label = kindLabels[logged.kind as keyof typeof kindLabels] ?? logged.kind
  return (
    <Timeline.Item bullet={step ? <StepIcon step={step} size={14} /> : undefined}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="start">
        <Text size="sm">{step ? stepSentence(step, says) : label}</Text>
        <StatusBadge of="runStep" value={logged.state} />
      </Group>
      <Text size="xs" c="dimmed">
        {dateTime(logged.createdAt)}
        {outcome(logged.output, dateTime, step?.kind === 'wait' && 'trigger' in step.wait)}
      </Text>
      {logged.problem ? (
        <Text size="sm" c="red">
          {logged.problem}
        </Text>
      ) : null}
      <Raw input={logged.input} output={logged.output} />
    </Timeline.Item>
  )
}

/** What came of a branch or a wait, in words. */
function outcome(output: Record<string, unknown>, dateTime: (at: string) => string, isEvent: boolean): string {
  if (output.branch) return ` · went the way of ${output.branch === 'yes' ? 'Yes' : 'No'}`
  if (output.ended === 'event') return ' · it happened in time'
  if (output.ended) return isEvent ? ' · the time ran out' : ''
  return typeof output.until === 'string' ? ` · until ${dateTime(output.until)}` : ''
}

function Raw({ input, output }: { input: Record<string, unknown>; output: Record<string, unknown> }) {
  const parts = [
    ['Input', input],
    ['Output', output],
  ] as const
  const shown = parts.filter(([, value]) => Object.keys(value).length > 0)
  if (shown.length === 0) return null
  return (
    <details className={classes.raw}>
      <summary>Input and output</summary>
      <Stack gap={4} mt={4}>
        {shown.map(([label, value]) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Code block>{JSON.stringify(value, null, 1)}</Code>
          </div>
        ))}
      </Stack>
    </details>
  )
}
