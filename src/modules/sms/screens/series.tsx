import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { ruleWords, type SeriesRule } from '../rules/series.ts'
import { clockWords } from '../rules/words.ts'
import { ChangeSeries } from './change-series.tsx'
import classes from './sms.module.css'

type Row = Awaited<ReturnType<typeof client.smsSeries.list>>['items'][number]

/** Texts that are sent again and again, with their next runs. */
export function Series() {
  const { data, error, refetch } = useQuery(
    api.smsSeries.list.queryOptions({ input: {}, meta: { live: ['campaigns'] } }),
  )
  return (
    <Panel title="Repeated texts">
      {error && !data ? <ErrorPanel error={error} what="the repeated texts" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          Write a text under Compose and choose Repeat to send it every week or month.
        </Text>
      ) : null}
      {data?.items.map(row => (
        <SeriesRow key={row.id} row={row} />
      ))}
    </Panel>
  )
}

function SeriesRow({ row }: { row: Row }) {
  const { dateTime, number } = useFormat()
  const { name, rule, time, state, next, runs, mostRuns } = row
  const times = mostRuns === null ? number(runs) : `${number(runs)} of ${number(mostRuns)}`
  return (
    <div className={`${classes.row} ${classes.wraps}`}>
      <div className={classes.grow}>
        <Text fw={550} size="sm">
          {name}
        </Text>
        <Text c="dimmed" size="sm" data-figures>
          {ruleWords(rule as SeriesRule)} at {clockWords(`T${time}`)}. Sent {times}{' '}
          {mostRuns === null && runs === 1 ? 'time' : 'times'}.
        </Text>
        <Text size="sm" data-figures>
          {state === 'paused'
            ? 'Paused. Nothing is sent until you resume it.'
            : `Next: ${next.map(at => dateTime(at)).join('; ')}`}
        </Text>
      </div>
      <Acts row={row} />
    </div>
  )
}

function Acts({ row }: { row: Row }) {
  const { id, name, state } = row
  const [changing, change] = useDisclosure()
  const may = useMay('messaging.send')
  const act = useAct(api.smsSeries.key())
  if (!may) return null
  const end = async () => {
    const sure = await confirm({
      title: `End “${name}”?`,
      text: 'No more texts are sent. Campaigns that are already being sent continue, and earlier ones stay in your list.',
      confirm: 'End',
      cancel: 'Keep',
      danger: true,
    })
    if (sure) await act(() => client.smsSeries.end({ id }), 'Ended')
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={change.open}>
        Edit
      </Button>
      {changing ? <ChangeSeries series={row} onClose={change.close} /> : null}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${state === 'paused' ? 'Resume' : 'Pause'} ${name}`}
        onClick={() =>
          void act(() => (state === 'paused' ? client.smsSeries.resume({ id }) : client.smsSeries.pause({ id })))
        }
      >
        {state === 'paused' ? 'Resume' : 'Pause'}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" aria-label={`End ${name}`} onClick={() => void end()}>
        End
      </Button>
    </Group>
  )
}
