import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApprovalPanel } from '#campaigns/widgets/approval-panel.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { purposeLabels } from '../rules/states.ts'
import { stateWords } from '../rules/words.ts'
import { SAMPLE_VALUES, SpeechPreview } from '../widgets/speech-preview.tsx'
import type { CallCampaign } from '../widgets/use-call-draft.ts'
import { CallProgress } from './call-progress.tsx'
import { CallRecipients } from './call-recipients.tsx'
import { CampaignActions } from './campaign-actions.tsx'

export const meta = () => titled('Call campaign')

/** One campaign: what it says, how far it is, and every call with its proof. */
export default function CampaignScreen() {
  const { id = '' } = useParams()
  const maySend = useMay('messaging.send')
  const { data, error, refetch } = useQuery(
    api.robocalls.get.queryOptions({ input: { id }, meta: { live: ['campaigns'] } }),
  )
  const state = useListState<string>({ sort: 'name', filters: ['outcome'] })
  if (!data)
    return (
      <>
        {back}
        <PageHeader title="Call campaign" />
        {error ? (
          <ErrorPanel error={error} what="this campaign" onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} />
        )}
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
        {data.progress ? (
          <CallProgress
            campaign={data}
            progress={data.progress}
            onPick={outcome => state.setFilter('outcome', outcome)}
          />
        ) : null}
        <Message campaign={data} />
        {data.startedAt ? <CallRecipients campaign={data} state={state} /> : null}
      </Stack>
    </>
  )
}

const back = (
  <Anchor component={Link} to="/robocalls" size="sm">
    ← Robocalls
  </Anchor>
)

function Approval({ campaign: { id, version, state, scheduledFor, approval } }: { campaign: CallCampaign }) {
  const act = useAct(api.robocalls.key())
  if (!approval) return null
  return (
    <ApprovalPanel
      approval={approval}
      isDeclined={state === 'declined'}
      message="campaign"
      right="start campaigns"
      approveLabel={scheduledFor ? 'Approve' : 'Approve and start'}
      onReview={(verb, note) =>
        act(
          () => client.robocalls[verb]({ id, version, note }),
          verb === 'decline' ? 'Declined' : scheduledFor ? 'Approved and scheduled' : 'Calling',
        )
      }
    />
  )
}

function Message({ campaign }: { campaign: CallCampaign }) {
  const { state, scheduledFor, purpose, scriptId, scriptName, recordingId, event, onDate, atTime } = campaign
  const { dateTime } = useFormat()
  const script = useQuery({
    ...api.voiceScripts.get.queryOptions({ input: { id: scriptId ?? '' }, meta: { live: ['voice-scripts'] } }),
    enabled: scriptId !== null && recordingId !== null,
    retry: false,
  })
  // A script that has another recording by now is not what people hear.
  const recordingUrl = script.data?.recordingId === recordingId ? script.data.recordingUrl : null
  const isWritten = campaign.content !== '' || recordingId !== null
  return (
    <Panel title="Message" actions={<StatusBadge of="campaign" value={state} label={stateWords[state]} />}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed" data-figures>
          {[
            purposeLabels[purpose],
            scriptName && `Script: ${scriptName}`,
            ['waiting', 'scheduled'].includes(state) && scheduledFor && `Scheduled for ${dateTime(scheduledFor)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {isWritten ? (
          <SpeechPreview
            spoken={campaign}
            language={campaign.language}
            hasRecording={recordingId !== null}
            recordingUrl={recordingUrl}
            callerNumber={campaign.callerNumber}
            values={{ ...SAMPLE_VALUES, event, date: onDate, time: atTime }}
          />
        ) : (
          <Text c="dimmed">No script is chosen yet. Press Edit to choose one.</Text>
        )}
      </Stack>
    </Panel>
  )
}
