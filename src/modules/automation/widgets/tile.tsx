import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

/** Workflows that are on; opens them. */
export function AutomationsTile() {
  const { data, error, refetch } = useQuery(
    api.workflows.stats.queryOptions({ input: {}, meta: { live: ['automation'] } }),
  )
  const { number } = useFormat()
  return (
    <StatTile
      label="Automations"
      to="/automation?state=active"
      icon={<IconBolt size={18} stroke={1.75} />}
      value={data && number(data.active)}
      hint={data && `${counted(data.today, 'runs', number)} today`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
