import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { people } from '#messaging/send-policy/rules/skipped.ts'
import { confirm } from '#ui/confirm.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { Campaign } from './campaign.tsx'
import { ChangeSms } from './change-sms.tsx'

/** What can be done with it as it stands. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [changing, change] = useDisclosure()
  const which = { id: campaign.id }
  const act = async (work: () => Promise<Campaign>) => {
    setBusy(true)
    try {
      queries.setQueryData(api.smsCampaigns.get.queryKey({ input: which }), await work())
      await queries.invalidateQueries({ queryKey: api.smsCampaigns.key() })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const verb = (label: string, work: () => Promise<Campaign>) => (
    <Button variant="default" loading={busy} onClick={() => void act(work)}>
      {label}
    </Button>
  )
  const running = ['waiting', 'declined', 'scheduled', 'sending', 'paused'].includes(campaign.state)
  const failed = (campaign.progress?.failed ?? 0) + (campaign.progress?.undelivered ?? 0)
  return (
    <Group gap="xs">
      {campaign.state === 'sending' ? verb('Pause', () => client.smsCampaigns.pause(which)) : null}
      {campaign.state === 'paused' ? verb('Resume', () => client.smsCampaigns.resume(which)) : null}
      {campaign.state === 'sent' && failed > 0 ? verb('Retry failed', () => client.smsCampaigns.retry(which)) : null}
      {['waiting', 'declined', 'scheduled'].includes(campaign.state) ? (
        <Button variant="default" onClick={change.open}>
          Edit
        </Button>
      ) : null}
      <Button variant="default" component={Link} to={`/sms/compose?copy=${campaign.id}`}>
        Duplicate
      </Button>
      {changing ? <ChangeSms campaign={campaign} onClose={change.close} /> : null}
      {running ? <Cancel campaign={campaign} act={act} /> : null}
    </Group>
  )
}

interface CancelProps {
  campaign: Campaign
  act: (work: () => Promise<Campaign>) => Promise<void>
}

function Cancel({ campaign, act }: CancelProps) {
  const cancel = async () => {
    const waiting = campaign.progress?.waiting
    const sure = await confirm({
      title: 'Cancel this campaign?',
      text:
        waiting === undefined
          ? 'Nothing will be sent.'
          : `${people(waiting)} who have not received it yet won’t get it. Texts that were already sent can’t be recalled.`,
      confirm: 'Cancel campaign',
      cancel: 'Keep',
      danger: true,
    })
    if (sure) await act(() => client.smsCampaigns.cancel({ id: campaign.id }))
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void cancel()}>
      Cancel
    </Button>
  )
}
