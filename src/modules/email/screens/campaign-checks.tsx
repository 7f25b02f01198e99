import { Autocomplete, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { AudienceBreakdown } from '#people/widgets/audience-breakdown.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import classes from './composer.module.css'
import { SplitSettings } from './split-settings.tsx'
import type { Campaign, CampaignDraft } from './use-campaign.ts'

interface CampaignChecksProps {
  campaign: Campaign
  draft: CampaignDraft
}

/** From whom it comes, what is still missing, and whom it reaches: the last look before it goes. */
export function CampaignChecks({ campaign, draft }: CampaignChecksProps) {
  const { content } = draft
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <Sender draft={draft} />
        <SplitSettings draft={draft} />
      </div>
      <div className={classes.side}>
        <Checks id={campaign.id} saved={draft.saved} />
        <Panel title="Recipients">
          <AudienceBreakdown audience={content.audience} channel="email" topic={content.topic} />
        </Panel>
      </div>
    </div>
  )
}

/** To an address of the church's, or to Conversations and there to one of us. */
function Answers({ content, set, errors }: Pick<CampaignDraft, 'content' | 'set' | 'errors'>) {
  const { data } = useQuery(api.emailCampaigns.replyAddresses.queryOptions({ input: {}, staleTime: 60_000 }))
  const here = data?.here ?? true
  return (
    <>
      <Autocomplete
        label="Send replies to"
        description={`An address of your team or of your verified domain. If empty, ${here ? 'replies go to Conversations' : 'replies go to the sender’s address'}.`}
        placeholder={here ? 'Conversations' : 'The sender’s address'}
        type="email"
        maxLength={254}
        data={[...new Set(data?.items.map(({ address }) => address))]}
        value={content.replyTo}
        error={errors.replyTo}
        onChange={replyTo => set({ replyTo })}
      />
      {content.replyTo === '' && here ? (
        <MemberSelect
          label="Assign replies to"
          description="Unless the conversation is already assigned."
          placeholder="Unassigned"
          value={content.answersTo}
          error={errors.answersTo}
          onChange={answersTo => set({ answersTo })}
        />
      ) : null}
    </>
  )
}

function Sender({ draft: { content, set, errors } }: { draft: CampaignDraft }) {
  return (
    <Panel title="Sender">
      <Stack gap="sm">
        <TextInput
          label="Campaign name"
          description="Only your team sees this. Readers see the subject."
          maxLength={120}
          value={content.name}
          error={errors.name}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Sender’s name"
          maxLength={100}
          value={content.senderName}
          error={errors.senderName}
          onChange={event => set({ senderName: event.currentTarget.value })}
        />
        <TextInput
          label="Sender’s address"
          description="An address of your verified domain. If empty, a shared address with a lower daily limit."
          type="email"
          maxLength={254}
          value={content.fromAddress}
          error={errors.fromAddress}
          onChange={event => set({ fromAddress: event.currentTarget.value })}
        />
        <Answers content={content} set={set} errors={errors} />
        <Checkbox
          label="Show in the public archive"
          description="When this is off, only people with the link can read it on the web."
          checked={content.listed}
          onChange={event => set({ listed: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  )
}

const marks = {
  error: { Icon: IconCircleX, color: 'var(--mantine-color-red-6)', label: 'Missing' },
  warning: { Icon: IconAlertTriangle, color: 'var(--mantine-color-yellow-7)', label: 'Suggestions' },
  fine: { Icon: IconCircleCheck, color: 'var(--mantine-color-green-6)', label: 'Ready' },
}

function Checks({ id, saved }: { id: string; saved: boolean }) {
  const checks = useQuery(api.emailCampaigns.checks.queryOptions({ input: { id }, enabled: saved }))
  return (
    <Panel title="Checklist">
      {checks.error ? (
        <ErrorPanel error={checks.error} what="the checks" onRetry={() => void checks.refetch()} />
      ) : checks.data ? (
        <ul className={classes.checks}>
          {checks.data.items.map(({ level, text, block }) => {
            const { Icon, color, label } = marks[level]
            return (
              <li key={`${text} ${block}`}>
                <Icon size={18} stroke={1.75} aria-label={label} color={color} />
                <Text span size="sm" data-figures>
                  {text}
                </Text>
              </li>
            )
          })}
        </ul>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Panel>
  )
}
