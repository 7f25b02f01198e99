import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirmCancel, PauseOrResume } from '#campaigns/widgets/lifecycle.tsx'
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
  const running = ['waiting', 'declined', 'scheduled', 'sending', 'paused'].includes(campaign.state)
  const failed = (campaign.progress?.failed ?? 0) + (campaign.progress?.undelivered ?? 0)
  return (
    <Group gap="xs">
      <PauseOrResume
        state={campaign.state}
        busy={busy}
        act={act}
        pause={() => client.smsCampaigns.pause(which)}
        resume={() => client.smsCampaigns.resume(which)}
      />
      {campaign.state === 'sent' && failed > 0 ? (
        <Button variant="default" loading={busy} onClick={() => void act(() => client.smsCampaigns.retry(which))}>
          Retry failed
        </Button>
      ) : null}
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
    const sure = await confirmCancel(campaign.progress?.waiting, 'Texts')
    if (sure) await act(() => client.smsCampaigns.cancel({ id: campaign.id }))
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void cancel()}>
      Cancel
    </Button>
  )
}
