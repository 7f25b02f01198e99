import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AudienceBreakdown } from '#people/widgets/audience-breakdown.tsx'
import { Panel } from '#ui/panel.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Campaign } from './use-campaign.ts'

/** What is sent automatically: who would get it now, from whom, and the way back to change it. */
export function PlannedCampaign({ campaign }: { campaign: Campaign }) {
  const queries = useQueryClient()
  const maySend = useMay('messaging.send')
  const [busy, setBusy] = useState(false)
  const { id, audience, topic, senderName, replyTo } = campaign
  const reopen = async () => {
    setBusy(true)
    try {
      const next = await client.emailCampaigns.reopen({ id })
      queries.setQueryData(api.emailCampaigns.get.queryKey({ input: { id } }), next)
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <Panel title="Review and send">
      <Stack align="flex-start">
        <div>
          <AudienceBreakdown audience={audience} channel="email" topic={topic} />
        </div>
        <Text size="sm" c="dimmed">
          Counted now, and again when it is sent. From {senderName}
          {replyTo ? `, replies to ${replyTo}` : ', replies to Conversations'}.
        </Text>
        {maySend ? (
          <Button variant="default" loading={busy} onClick={() => void reopen()}>
            Edit
          </Button>
        ) : null}
      </Stack>
    </Panel>
  )
}
