import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { useFormat } from '#ui/format.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import classes from './operator.module.css'

type Job = Awaited<ReturnType<typeof client.queues.failed>>['items'][number]
const FRESH = 10_000

const useMending = () => useAct(api.queues.key())

/** What waits and runs in the background, and what has used up its tries. */
export function JobQueues() {
  const state = useListState<string>({ sort: '', filters: ['queue'], prefix: 'jobs' })
  const queue = state.filters.queue
  const all = useQuery(api.queues.list.queryOptions({ input: {}, refetchInterval: FRESH }))
  const failed = useInfiniteQuery(
    api.queues.failed.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(queue && { queue }), cursor, limit: 20 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: last => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: FRESH,
    }),
  )
  if (all.error) return <ErrorPanel error={all.error} what="the jobs" onRetry={() => void all.refetch()} />
  if (!all.data) return <SkeletonRows rows={5} />
  const names = all.data.items.filter(one => one.failed > 0).map(one => one.name)
  return (
    <Stack>
      <Busy queues={all.data.items} />
      <DataTable
        label="failed jobs"
        columns={useColumns()}
        source={rowsOf(failed)}
        state={state}
        filters={
          <NativeSelect
            aria-label="Job"
            value={queue ?? ''}
            onChange={event => state.setFilter('queue', event.currentTarget.value || null)}
            data={[{ value: '', label: 'Any job' }, ...new Set([...names, ...(queue ? [queue] : [])])]}
          />
        }
        actions={all.data.failed > 0 ? <Many queue={queue} count={all.data.failed} /> : null}
        empty={{ title: 'Nothing has failed', text: 'Jobs that have no retries left appear here.' }}
      />
    </Stack>
  )
}

interface Queue {
  name: string
  waiting: number
  running: number
  failed: number
}

/** Queues that have something to do; the idle ones as one number. */
function Busy({ queues }: { queues: Queue[] }) {
  const { number } = useFormat()
  const busy = queues.filter(({ waiting, running, failed }) => waiting + running + failed > 0)
  return (
    <Stack gap="xs">
      <Text c="dimmed" size="sm" data-figures>
        {number(queues.reduce((sum, one) => sum + one.waiting, 0))} waiting,{' '}
        {number(queues.reduce((sum, one) => sum + one.running, 0))} running,{' '}
        {number(queues.reduce((sum, one) => sum + one.failed, 0))} failed, in {counted(queues.length, 'queues', number)}
      </Text>
      {busy.length > 0 ? (
        <ul className={classes.queues}>
          {busy.map(({ name, waiting, running, failed }) => (
            <li key={name} className={classes.queue}>
              <strong>{name}</strong>
              <span>
                {number(waiting)} waiting · {number(running)} running · {number(failed)} failed
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}

function useColumns(): Column<Job>[] {
  const { stamp } = useFormat()
  return [
    { key: 'queue', header: 'Job', width: '22%', render: job => <Text fw={550}>{job.queue}</Text> },
    { key: 'error', header: 'Error', render: job => <Text className={classes.error}>{job.error}</Text> },
    { key: 'client', header: 'Account', width: '16%', optional: true, render: job => job.clientName ?? '' },
    { key: 'tries', header: 'Tries', width: '7%', align: 'right', optional: true, render: job => job.tries },
    { key: 'failedAt', header: 'Failed', width: '15%', render: job => stamp(job.failedAt) },
    { key: 'actions', header: 'Actions', width: '15%', card: 'plain', render: job => <Mend job={job} /> },
  ]
}

function Mend({ job: { id } }: { job: Job }) {
  const mend = useMending()
  async function dismiss() {
    const agreed = await confirm({
      title: 'Dismiss this job?',
      text: 'The job is deleted and never runs. This can’t be undone.',
      confirm: 'Dismiss',
      danger: true,
    })
    if (agreed) await mend(() => client.queues.dismiss({ id }), 'Dismissed')
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void mend(() => client.queues.retry({ id }), 'Trying again')}
      >
        Retry
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => void dismiss()}>
        Dismiss
      </Button>
    </Group>
  )
}

function Many({ queue, count }: { queue?: string; count: number }) {
  const mend = useMending()
  const wish = queue ? { queue } : {}
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => void mend(() => client.queues.retryAll(wish), 'Trying again')}>
        {queue ? 'Retry these' : `Retry all ${count}`}
      </Button>
      <ExportCsv name="failed-jobs.csv" make={() => client.queues.export(wish)} />
    </Group>
  )
}
