import { IconCoin, IconMessage, IconPhone, IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'
import { priceText } from '../rules/prices.ts'
import { useDays } from './use-days.ts'

/** How the account does today; each opens the rows that it counts. */
export function Tiles() {
  const { data, error, refetch } = useQuery(
    api.telephony.summary.queryOptions({ input: {}, meta: { live: ['telephony', 'calls', 'outbox'] } }),
  )
  const { number, percent, locale } = useFormat()
  const { today, month } = useDays()
  const shared = { error, onRetry: () => void refetch() }
  const texts = data?.textsToday
  return (
    <StatRow>
      <StatTile
        {...shared}
        label="Active numbers"
        to="/twilio?tab=numbers"
        icon={<IconPhone size={18} stroke={1.75} />}
        value={data && number(data.activeNumbers)}
        hint={data?.carrier === 'sandbox' ? 'in the sandbox' : undefined}
      />
      <StatTile
        {...shared}
        label="Calls today"
        to={`/twilio?tab=calls&calls.from=${today}`}
        icon={<IconPhoneCall size={18} stroke={1.75} />}
        value={data && number(data.callsToday.in + data.callsToday.out)}
        hint={data && `${number(data.callsToday.in)} in, ${number(data.callsToday.out)} out`}
      />
      <StatTile
        {...shared}
        label="SMS today"
        to={`/twilio?tab=sms&sms.direction=out&sms.from=${today}`}
        icon={<IconMessage size={18} stroke={1.75} />}
        value={texts && number(texts.sent)}
        hint={texts && (texts.sent > 0 ? `${percent(texts.delivered / texts.sent)} delivered` : 'none sent yet')}
      />
      <StatTile
        {...shared}
        label="Cost this month"
        to={`/twilio?tab=sms&sms.direction=out&sms.from=${month}`}
        icon={<IconCoin size={18} stroke={1.75} />}
        value={data && priceText(data.cost.amount, data.cost.currency, locale)}
        hint={data && (data.cost.pending ? `${number(data.cost.pending)} pending` : 'texts and calls')}
      />
    </StatRow>
  )
}
