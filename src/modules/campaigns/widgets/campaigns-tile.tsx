import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

/** Campaigns that are scheduled, on their way or paused, of all channels; opens them. */
export function CampaignsTile() {
  const { data, error, refetch } = useQuery(
    api.campaigns.counts.queryOptions({ input: {}, meta: { live: ['campaigns'] } }),
  )
  const { number } = useFormat()
  return (
    <StatTile
      label="Campaigns"
      to="/dashboard/campaigns?state=active"
      icon={<IconBroadcast size={18} stroke={1.75} />}
      value={data && number(data.active)}
      hint={data && `active, ${number(data.scheduled)} scheduled`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
