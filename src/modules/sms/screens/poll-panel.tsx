import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPresentation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { PollBars, type PollResult } from './poll-bars.tsx'
import stage from './projector.module.css'
import { Projector } from './projector.tsx'

/** How a question stands, as it is answered; on the wall too. */
export function PollPanel({ id }: { id: string }) {
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery(
    api.smsCampaigns.pollResult.queryOptions({ input: { id }, meta: { live: ['campaigns', 'conversations'] } }),
  )
  const show = (on: boolean) => setParams(on ? { show: 'poll' } : {}, { replace: true })
  return (
    <Panel
      title="Answers"
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPresentation size={14} stroke={1.75} />}
          onClick={() => show(true)}
        >
          Projector view
        </Button>
      }
    >
      {error && !data ? <ErrorPanel error={error} what="the answers" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data ? <Standing id={id} result={data} /> : null}
      {data && params.get('show') === 'poll' ? (
        <Projector title={data.question} onClose={() => show(false)}>
          <h1 className={stage.question}>{data.question}</h1>
          <PollBars result={data} />
          <Total result={data} />
        </Projector>
      ) : null}
    </Panel>
  )
}

function Total({ result: { votes, asked, open } }: { result: PollResult }) {
  const { number } = useFormat()
  return (
    <div className={stage.foot} role="status">
      {number(votes)} of {number(asked)} have answered{open ? '' : '. The poll is closed.'}
    </div>
  )
}

function Standing({ id, result }: { id: string; result: PollResult }) {
  const { number, dateTime } = useFormat()
  const { votes, asked, unclear, open, endsAt } = result
  return (
    <Stack gap="sm">
      <div className={stage.compact}>
        <PollBars result={result} />
      </div>
      <Text size="sm" c="dimmed" data-figures role="status">
        {number(votes)} of {number(asked)} have answered.{' '}
        {unclear > 0 ? `${number(unclear)} wrote something else. See Conversations. ` : ''}
        {endsAt ? `${open ? 'Open until' : 'Closed since'} ${dateTime(endsAt)}.` : ''}
      </Text>
      <Group gap="xs">
        <ExportPeople name="poll.csv" make={() => client.smsCampaigns.pollCsv({ id })} />
        {open ? <Close id={id} /> : null}
      </Group>
    </Stack>
  )
}

function Close({ id }: { id: string }) {
  const may = useMay('messaging.send')
  const act = useAct(api.smsCampaigns.key())
  const close = async () => {
    const sure = await confirm({
      title: 'Close the poll?',
      text: 'Later answers are not counted, but still appear in Conversations.',
      confirm: 'Close poll',
    })
    if (sure) await act(() => client.smsCampaigns.closePoll({ id }), 'Poll closed')
  }
  return may ? (
    <Button variant="default" onClick={() => void close()}>
      Close the poll
    </Button>
  ) : null
}
