import { IconPercentage, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

const useStats = () => useQuery(api.leads.stats.queryOptions({ input: {}, meta: { live: ['leads'] } }))

/** All leads on the board; opens them. */
export function TotalLeadsTile() {
  const { data, error, refetch } = useStats()
  const { number } = useFormat()
  return (
    <StatTile
      label="Total Leads"
      to="/leads?view=table"
      icon={<IconUserPlus size={18} stroke={1.75} />}
      value={data && number(data.total)}
      hint={data && `+${number(data.newThisMonth)} this month`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Won of all closed in the last 90 days; says nothing under five. */
export function ConversionTile() {
  const { data, error, refetch } = useStats()
  const { percent } = useFormat()
  const { won, closed, rate, days } = data?.conversion ?? { won: 0, closed: 0, rate: null, days: 90 }
  return (
    <StatTile
      label="Conversion Rate"
      to={`/leads?view=table&status=closed&outcome=any&days=${days}`}
      icon={<IconPercentage size={18} stroke={1.75} />}
      value={data && (rate === null ? 'n/a' : percent(rate / 100))}
      hint={data && `${won} of ${closed} closed in ${counted(days, 'days')}`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
