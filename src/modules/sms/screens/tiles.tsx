import { IconArrowBackUp, IconCheck, IconHandStop, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

const icon = { size: 18, stroke: 1.75 }

/** The last 30 days, or this month where that is longer; a click leads to the rows. */
export function Tiles() {
  const { data, error, refetch } = useQuery(
    api.smsCampaigns.sums.queryOptions({ input: {}, meta: { live: ['campaigns', 'conversations'] } }),
  )
  const { number, percent } = useFormat()
  const common = { error, onRetry: () => void refetch() }
  return (
    <StatRow>
      <StatTile
        {...common}
        label="SMS Sent"
        to="/twilio?tab=sms"
        hint="In the last 30 days"
        icon={<IconSend {...icon} />}
        value={data && number(data.sent)}
      />
      <StatTile
        {...common}
        label="Delivery rate"
        to="/twilio?tab=sms"
        hint="Of messages with a carrier receipt"
        icon={<IconCheck {...icon} />}
        value={data && (data.deliveredShare === null ? 'n/a' : percent(data.deliveredShare))}
      />
      <StatTile
        {...common}
        label="Replies"
        to="/conversations?channel=sms&status=all"
        hint="Texts from people"
        icon={<IconArrowBackUp {...icon} />}
        value={data && number(data.replies)}
      />
      <StatTile
        {...common}
        label="Opt-outs"
        to="/conversations?channel=sms&status=all"
        hint="Numbers that replied STOP"
        icon={<IconHandStop {...icon} />}
        value={data && number(data.optOuts)}
      />
    </StatRow>
  )
}
