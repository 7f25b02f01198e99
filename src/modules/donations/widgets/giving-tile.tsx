import { IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'
import { NOT_YET } from '../published/rules.ts'
import { useMoney } from './use-money.ts'

/** What was given this month, for everyone who may see sums. */
export function GivingTile() {
  const { data, error, refetch } = useQuery(
    api.giving.figures.queryOptions({ input: { range: 'month' }, meta: { live: ['giving'] } }),
  )
  const money = useMoney()
  // A tile has no room for cents.
  const whole = (amount: number, currency: string) => money(amount, currency).replace(/[.,]\d\d(?=\D*$)/, '')
  const [first] = data?.totals ?? []
  return (
    <StatTile
      label="Giving this month"
      to="/donations?range=month"
      icon={<IconHeartHandshake size={18} stroke={1.75} />}
      value={data && (first ? whole(first.total, first.currency) : data.isHidden ? '–' : 'None yet')}
      hint={data?.isHidden ? NOT_YET : first && `${first.donors} ${first.donors === 1 ? 'donor' : 'donors'}`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
