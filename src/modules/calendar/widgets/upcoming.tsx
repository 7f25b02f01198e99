import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import classes from './upcoming.module.css'

const HOW_MANY = 3

/** The next appointments, earliest first; a row opens it. */
export function UpcomingAppointments() {
  const { date, time } = useFormat()
  const { data, error, refetch } = useQuery(
    api.appointments.list.queryOptions({
      input: { upcoming: true, type: ['call', 'meeting'], limit: HOW_MANY },
      meta: { live: ['calendar'] },
    }),
  )
  return (
    <Panel
      title="Upcoming Appointments"
      link={{ label: 'View all appointments →', to: '/appointments' }}
      minHeight={384}
    >
      {error ? (
        <ErrorPanel error={error} what="upcoming appointments" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={HOW_MANY} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="No upcoming appointments"
          text="Book one, or share the page on which guests choose a time."
          action={<Link to="/calendar?add=1">New Appointment</Link>}
        />
      ) : (
        <ul className={classes.list}>
          {data.items.map(one => (
            <li key={one.id}>
              <Link to={`/appointments?appointment=${one.id}`} className={classes.row}>
                <Text span fw={550} truncate>
                  {one.title}
                </Text>
                {one.description ? (
                  <Text span size="sm" c="dimmed" lineClamp={2}>
                    {one.description}
                  </Text>
                ) : null}
                <Text span size="sm" c="dimmed">
                  {date(String(one.startsAt))} · {time(String(one.startsAt))}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
