import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useMembers } from '#clients/widgets/use-members.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api, type client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { withPoll } from '../rules/poll.ts'
import { stateWords } from '../rules/words.ts'
import { Approval } from './approval.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignReport } from './campaign-report.tsx'
import { PollPanel } from './poll-panel.tsx'
import { Recipients } from './recipients.tsx'
import classes from './sms.module.css'
import { SplitReport } from './split-report.tsx'

export const meta = () => titled('SMS campaign')

export type Campaign = Awaited<ReturnType<typeof client.smsCampaigns.get>>

/** One campaign: what it says, how far it is, and what became of each recipient. */
export default function CampaignScreen() {
  const { id = '' } = useParams()
  const maySend = useMay('messaging.send')
  const { data, error, refetch } = useQuery(
    api.smsCampaigns.get.queryOptions({ input: { id }, meta: { live: ['campaigns', 'conversations'] } }),
  )
  const state = useListState<string>({ sort: 'name', filters: ['outcome'] })
  if (error && !data)
    return (
      <>
        {back}
        <PageHeader title="SMS campaign" />
        <ErrorPanel error={error} what="this campaign" onRetry={() => void refetch()} />
      </>
    )
  if (!data)
    return (
      <>
        {back}
        <PageHeader title="SMS campaign" />
        <SkeletonRows rows={8} />
      </>
    )
  return (
    <>
      {back}
      <PageHeader title={data.name} action={maySend ? <CampaignActions campaign={data} /> : undefined} />
      <Stack gap="md">
        {data.problem ? (
          <Alert color="yellow" role="alert">
            {data.problem}
          </Alert>
        ) : null}
        <Approval campaign={data} />
        <Message campaign={data} />
        {data.poll && data.startedAt ? <PollPanel id={data.id} /> : null}
        {data.split && data.startedAt ? <SplitReport campaign={data} split={data.split} /> : null}
        {data.progress ? (
          <CampaignReport
            campaign={data}
            progress={data.progress}
            onPick={outcome => state.setFilter('outcome', outcome)}
          />
        ) : null}
        {data.startedAt ? <Recipients campaign={data} state={state} /> : null}
      </Stack>
    </>
  )
}

const back = (
  <Anchor component={Link} to="/sms" size="sm">
    ← SMS Marketing
  </Anchor>
)

function Message({ campaign }: { campaign: Campaign }) {
  const { state, body, scheduledFor, localTime, mode, split, poll, answersTo, urgentReason } = campaign
  const { dateTime } = useFormat()
  const { nameOf } = useMembers()
  const when =
    mode === 'local' && localTime
      ? `${localTime.replace('T', ' at ')}, in each recipient’s time zone`
      : scheduledFor && dateTime(scheduledFor)
  return (
    <Panel title="Message" actions={<StatusBadge of="campaign" value={state} label={stateWords[state]} />}>
      <Stack gap="xs">
        <div className={classes.bubble}>{withPoll(body, poll)}</div>
        {split ? <div className={classes.bubble}>B: {split.body}</div> : null}
        {urgentReason ? (
          <Text size="sm">Urgent, outside quiet hours for people who agreed to it: {urgentReason}</Text>
        ) : null}
        {answersTo ? <Text size="sm">Assign replies to {nameOf(answersTo)}.</Text> : null}
        {['waiting', 'scheduled'].includes(state) && when ? <Text data-figures>Scheduled for {when}.</Text> : null}
      </Stack>
    </Panel>
  )
}
