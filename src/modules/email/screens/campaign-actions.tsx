import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { confirmCancel, PauseOrResume } from '#campaigns/widgets/lifecycle.tsx'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { leftOutWords } from '#people/audience/rules/reasons.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { ScheduleCampaign } from './schedule-campaign.tsx'
import { TestCampaign } from './test-campaign.tsx'
import type { Campaign, CampaignDraft } from './use-campaign.ts'

interface CampaignActionsProps {
  campaign: Campaign
  /** while it is being made */
  draft?: CampaignDraft
}

function useCampaignActions({ campaign, draft }: CampaignActionsProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const show = (next: Campaign) => {
    queries.setQueryData(api.emailCampaigns.get.queryKey({ input: { id: next.id } }), next)
    void queries.invalidateQueries({ queryKey: api.campaigns.key() })
  }
  /** The version to act on, once what was typed is saved; undefined where that was refused. */
  const current = async () => {
    if (draft && !(await draft.flush())) return
    return { id: campaign.id, version: draft ? draft.version() : campaign.version }
  }
  const act = async (work: () => Promise<Campaign | undefined>) => {
    setBusy(true)
    try {
      const next = await work()
      if (next) show(next)
      return next
    } catch (error) {
      toastError(error, 'That did not work')
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    act(async () => {
      const which = await current()
      if (!which || !(await agreed(campaign.id))) return
      const next = await client.emailCampaigns.send(which)
      toast(`Sending to ${people(next.progress?.waiting ?? 0)}`)
      return next
    })
  return { busy, current, act, send, show }
}

/** Says what is missing; else asks with the exact count, as it is stored, and with who is left out and why. */
async function agreed(id: string): Promise<boolean> {
  const { items } = await client.emailCampaigns.checks({ id })
  const missing = items.filter(({ level }) => level === 'error').map(({ text }) => text)
  if (missing.length > 0) {
    toastError(missing.join(' '))
    return false
  }
  const { audience, topic } = await client.emailCampaigns.get({ id })
  const { reached, leftOut } = await client.audience.breakdown({ audience, topic, channel: 'email' })
  const left = leftOut.map(({ reason, people: n }) => `${n.toLocaleString('en-US')} ${leftOutWords(reason, 'email')}`)
  return confirm({
    title: `Send this campaign to ${people(reached)}?`,
    text: `You can pause it, but emails that were already sent can’t be recalled.${left.length > 0 ? ` Excluded: ${left.join(', ')}.` : ''}`,
    confirm: `Send to ${people(reached)}`,
  })
}

/** The one thing to do next, and the rest in a menu. */
export function CampaignActions({ campaign, draft }: CampaignActionsProps) {
  const maySend = useMay('messaging.send')
  const actions = useCampaignActions({ campaign, draft })
  const [dialog, setDialog] = useState<'test' | 'schedule' | null>(null)
  const which = { id: campaign.id }
  const { busy, act, send, current, show } = actions
  const unsent = campaign.state === 'draft' || campaign.state === 'scheduled'
  const props = { campaign, current, onClose: () => setDialog(null), onDone: show }
  return (
    <Group gap="xs" wrap="nowrap">
      {maySend ? (
        <PauseOrResume
          state={campaign.state}
          busy={busy}
          act={act}
          pause={() => client.emailCampaigns.pause(which)}
          resume={() => client.emailCampaigns.resume(which)}
        />
      ) : null}
      {unsent && maySend ? (
        <Button leftSection={<IconSend size={16} stroke={1.75} />} loading={busy} onClick={() => void send()}>
          Send now
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label="More actions">
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {unsent ? <Menu.Item onClick={() => setDialog('test')}>Send a test</Menu.Item> : null}
          {unsent && maySend ? (
            <Menu.Item onClick={() => setDialog('schedule')}>
              {campaign.state === 'scheduled' ? 'Reschedule' : 'Schedule'}
            </Menu.Item>
          ) : null}
          {campaign.state === 'scheduled' && maySend ? (
            <Menu.Item onClick={() => void act(() => client.emailCampaigns.reopen(which))}>Move to drafts</Menu.Item>
          ) : null}
          <Further campaign={campaign} act={act} maySend={maySend} />
        </Menu.Dropdown>
      </Menu>
      {dialog === 'test' ? <TestCampaign {...props} /> : null}
      {dialog === 'schedule' ? <ScheduleCampaign {...props} /> : null}
    </Group>
  )
}

interface FurtherProps {
  campaign: Campaign
  act: ReturnType<typeof useCampaignActions>['act']
  maySend: boolean
}

/** To do it again, to end it, to be rid of it. */
function Further({ campaign, act, maySend }: FurtherProps) {
  const navigate = useNavigate()
  const { id } = campaign
  const copy = async () => {
    const next = await act(() => client.emailCampaigns.duplicate({ id }))
    if (next) await navigate(`/dashboard/campaigns/${next.id}`)
  }
  const cancel = async () => {
    const sure = await confirmCancel(campaign.progress?.waiting ?? 0, 'Emails')
    if (sure) await act(() => client.emailCampaigns.cancel({ id }))
  }
  const remove = async () => {
    try {
      await client.emailCampaigns.remove({ id })
      await navigate('/dashboard/campaigns')
      toast('Campaign deleted', async () => {
        await client.emailCampaigns.restore({ id })
        await navigate(`/dashboard/campaigns/${id}`)
      })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <>
      <Menu.Item onClick={() => void copy()}>Duplicate</Menu.Item>
      {maySend && (campaign.state === 'sending' || campaign.state === 'paused') ? (
        <Menu.Item color="red" onClick={() => void cancel()}>
          Cancel campaign
        </Menu.Item>
      ) : null}
      {campaign.startedAt ? null : (
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}
