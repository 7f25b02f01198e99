import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'

/** How often someone came in the last weeks, and to what. */
export function AttendanceOfPerson({ personId }: { personId: string }) {
  const { date } = useFormat()
  const { data } = useQuery(
    api.attendance.ofPerson.queryOptions({ input: { personId }, meta: { live: ['attendance'] } }),
  )
  if (!data || data.recent.length === 0) return null
  return (
    <Panel title="Attendance">
      <Stack gap="xs">
        <Text size="sm">
          Came in {data.attended} of the last {counted(data.weeks, 'weeks')}
          {data.firstAt ? `, first on ${date(String(data.firstAt))}` : ''}
        </Text>
        {data.recent.map(one => (
          <Group key={one.appointmentId} gap="xs" justify="space-between">
            <Anchor component={Link} to={`/attendance/${one.appointmentId}`} size="sm">
              {one.title}
            </Anchor>
            <Group gap="xs">
              {one.isFirst ? (
                <Badge variant="light" size="sm">
                  First visit
                </Badge>
              ) : null}
              <Text size="sm" c="dimmed">
                {date(String(one.startsAt))}
              </Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
