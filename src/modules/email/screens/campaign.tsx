import { Alert, Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { BackToCampaigns } from './back-to-campaigns.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignChecks } from './campaign-checks.tsx'
import { CampaignContent } from './campaign-content.tsx'
import { CampaignRecipients } from './campaign-recipients.tsx'
import { CampaignReport } from './campaign-report.tsx'
import classes from './composer.module.css'
import { MailPreview } from './mail-preview.tsx'
import { PlannedCampaign } from './planned-campaign.tsx'
import { Recipients } from './recipients.tsx'
import { type Campaign, useCampaign } from './use-campaign.ts'

export const meta = () => titled('Campaign')

/** One campaign by mail: made here, looked at, tested, sent, and afterwards what became of it. */
export default function CampaignScreen() {
  const { id = '' } = useParams()
  const campaign = useQuery(
    api.emailCampaigns.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) =>
        state.data?.state === 'sending' ? 1_500 : state.data?.state === 'scheduled' ? 15_000 : false,
    }),
  )
  return (
    <>
      <BackToCampaigns />
      {campaign.error && !campaign.data ? (
        <ErrorPanel error={campaign.error} what="this campaign" onRetry={() => void campaign.refetch()} />
      ) : !campaign.data ? (
        <Stack>
          <Skeleton height={40} width="40%" />
          <Skeleton height={420} />
        </Stack>
      ) : campaign.data.state === 'draft' ? (
        <Draft key={campaign.data.id} campaign={campaign.data} />
      ) : (
        <Settled campaign={campaign.data} />
      )}
    </>
  )
}

/** Why it came back to the drafts, or stands still. */
const Said = ({ problem }: { problem: string | null }) =>
  problem ? (
    <Alert color="yellow" mb="md">
      {problem}
    </Alert>
  ) : null

const steps = [
  { value: 'content', label: 'Content' },
  { value: 'recipients', label: 'Recipients' },
  { value: 'check', label: 'Review and send' },
]

function Draft({ campaign }: { campaign: Campaign }) {
  const draft = useCampaign(campaign)
  const [params] = useSearchParams()
  const change = useSearchChange()
  const step = params.get('step') ?? 'content'
  return (
    <>
      <PageHeader title={draft.content.name} action={<CampaignActions campaign={campaign} draft={draft} />}>
        <StatusBadge of="campaign" value={campaign.state} />
      </PageHeader>
      <Said problem={campaign.problem} />
      <Tabs value={step} onChange={next => change({ step: next === 'content' ? null : next })} keepMounted={false}>
        <Tabs.List mb="md">
          {steps.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="content">
          <CampaignContent campaign={campaign} draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="recipients">
          <CampaignRecipients draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="check">
          <CampaignChecks campaign={campaign} draft={draft} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** When a scheduled one begins; by each reader's clock it is a time of day, and no moment. */
function useGoesOut({ scheduledFor, localTime }: Campaign): string | undefined {
  const { dateTime, timeZone } = useFormat()
  if (!scheduledFor) return
  return localTime
    ? `Scheduled for ${dateTime(instantAt(localTime, timeZone))} in each reader’s time zone`
    : `Scheduled for ${dateTime(scheduledFor)}`
}

function Settled({ campaign }: { campaign: Campaign }) {
  const state = useListState<string>({ sort: 'address', filters: ['outcome'] })
  const goesOut = useGoesOut(campaign)
  const pick = (outcome: string | null) => {
    state.setFilter('outcome', outcome)
    document.getElementById('recipients')?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <PageHeader
        title={campaign.name}
        purpose={goesOut ?? campaign.subject}
        action={<CampaignActions campaign={campaign} />}
      >
        <StatusBadge of="campaign" value={campaign.state} />
      </PageHeader>
      <Said problem={campaign.problem} />
      <Stack>
        <div className={classes.columns}>
          {campaign.progress && campaign.reading ? (
            <CampaignReport campaign={campaign} progress={campaign.progress} reading={campaign.reading} onPick={pick} />
          ) : (
            <PlannedCampaign campaign={campaign} />
          )}
          <MailPreview id={campaign.id} mail={campaign} />
        </div>
        {campaign.progress ? (
          <div id="recipients" className={classes.rows}>
            <Recipients issue={campaign} state={state} of="emailCampaigns" />
          </div>
        ) : null}
      </Stack>
    </>
  )
}
