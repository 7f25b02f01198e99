import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, type client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

type Appointment = Awaited<ReturnType<typeof client.appointments.list>>['items'][number]

/** What lies ahead and what was, of the appointments that a person attends. */
export function AppointmentsOfPerson({ personId }: { personId: string }) {
  const mayWrite = useMay('calendar.write')
  const { data } = useQuery(
    api.appointments.list.queryOptions({
      input: { personId, sort: '-startsAt', limit: 10 },
      meta: { live: ['calendar'] },
    }),
  )
  if (!data || (data.items.length === 0 && !mayWrite)) return null
  const isAhead = ({ endsAt, status }: Appointment) =>
    new Date(endsAt).getTime() > Date.now() && ['pending', 'confirmed'].includes(status)
  return (
    <Panel
      title="Appointments"
      actions={
        mayWrite ? (
          <Button component={Link} to={`/calendar?add=1&person=${personId}`} size="compact-sm" variant="subtle">
            Book
          </Button>
        ) : undefined
      }
    >
      {data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No appointments yet
        </Text>
      ) : (
        <Stack gap="sm">
          <Part title="Upcoming" items={data.items.filter(isAhead).reverse()} />
          <Part title="Past" items={data.items.filter(one => !isAhead(one))} />
        </Stack>
      )}
    </Panel>
  )
}

function Part({ title, items }: { title: string; items: Appointment[] }) {
  const { dateTime } = useFormat()
  if (items.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {items.map(one => (
        <Group key={one.id} gap="xs" justify="space-between" wrap="nowrap">
          <Anchor component={Link} to={`/appointments?appointment=${one.id}`} size="sm">
            {one.title}, {dateTime(one.startsAt)}
          </Anchor>
          <StatusBadge of="appointment" value={one.status} />
        </Group>
      ))}
    </Stack>
  )
}
