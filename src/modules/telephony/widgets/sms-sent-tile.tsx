import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

/** Texts that left; opens them. */
export function SmsSentTile() {
  const { data, error, refetch } = useQuery(
    api.telephony.sent.queryOptions({ input: {}, meta: { live: ['telephony', 'outbox'] } }),
  )
  const { number } = useFormat()
  return (
    <StatTile
      label="SMS Sent"
      to="/twilio?tab=sms&sms.direction=out"
      icon={<IconMessage size={18} stroke={1.75} />}
      value={data && number(data.ever)}
      hint={data && `${number(data.today)} today`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
