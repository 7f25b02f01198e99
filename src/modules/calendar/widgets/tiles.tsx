import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

/** Pending or confirmed appointments in the future; opens them. */
export function AppointmentsTile() {
  const { data, error, refetch } = useQuery(
    api.appointments.stats.queryOptions({ input: {}, meta: { live: ['calendar'] } }),
  )
  const { number } = useFormat()
  return (
    <StatTile
      label="Appointments"
      to="/appointments"
      icon={<IconCalendarEvent size={18} stroke={1.75} />}
      value={data && number(data.upcoming)}
      hint={data && `${number(data.today)} today`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
