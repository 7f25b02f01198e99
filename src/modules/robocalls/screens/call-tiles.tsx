import { IconArrowsExchange, IconCoin, IconPhoneCall, IconPhoneCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'
import { useDollars } from '../widgets/use-dollars.ts'

const icon = { size: 18, stroke: 1.75 }
const DAYS = 90

/** How calls did lately; a click leads to the figures behind. */
export function CallTiles() {
  const { data, error, refetch } = useQuery(
    api.robocalls.stats.queryOptions({ input: { days: DAYS }, meta: { live: ['campaigns'] } }),
  )
  const { number, percent } = useFormat()
  const dollars = useDollars()
  const share = (of: number | null) => (of === null ? 'n/a' : percent(of))
  const common = { error, onRetry: () => void refetch(), to: `/robocalls?tab=analytics&days=${DAYS}` }
  return (
    <StatRow>
      <StatTile
        {...common}
        label="Total calls"
        hint={`In the last ${DAYS} days`}
        icon={<IconPhoneCall {...icon} />}
        value={data && number(data.totalCalls)}
      />
      <StatTile
        {...common}
        label="Answer rate"
        hint="Answered by a person"
        formula="Calls answered by a person, of all calls"
        icon={<IconPhoneCheck {...icon} />}
        value={data && share(data.answerRate)}
      />
      <StatTile
        {...common}
        label="Conversion rate"
        hint="Pressed 2 to talk to you"
        formula="Calls in which someone pressed 2, of those answered by a person"
        icon={<IconArrowsExchange {...icon} />}
        value={data && share(data.conversionRate)}
      />
      <StatTile
        {...common}
        label="Total cost"
        hint={data && data.costPerCall !== null ? `${costWords(data.costPerCall)} per call` : 'No calls yet'}
        icon={<IconCoin {...icon} />}
        value={data && dollars(data.totalCost)}
      />
    </StatRow>
  )
}

/** Cents of one call, which are often less than two. */
export const costWords = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 3 }).format(cents / 100)
