import { Modal, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { type CampaignChannel, keyed } from '#kernel/modules.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { LazyWidget } from '#web/lazy-widget.tsx'

/** Channels as they are offered. */
export const inOrder = (): [string, CampaignChannel][] =>
  [...keyed('campaignChannels')].sort(([, a], [, b]) => a.order - b.order)

/** Which channel it goes by, and what a campaign of that channel begins with. */
export function NewCampaign({ onClose }: { onClose: () => void }) {
  const channels = inOrder()
  const [channel, setChannel] = useState(channels[0]![0])
  return (
    <Modal opened onClose={onClose} title="New campaign" size="lg">
      <Stack>
        <SegmentedControl
          aria-label="Channel"
          value={channel}
          onChange={setChannel}
          data={channels.map(([value, { label }]) => ({ value, label }))}
        />
        <LazyWidget
          key={channel}
          load={keyed('campaignChannels').get(channel)!.create}
          props={{ onClose }}
          fallback={<SkeletonRows rows={4} />}
        />
      </Stack>
    </Modal>
  )
}
