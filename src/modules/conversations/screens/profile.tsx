import { Anchor, Badge, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { badgeTitle, useLeadNames } from '#people/widgets/use-lead-names.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Initials } from '#ui/initials.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, type client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

type Person = Awaited<ReturnType<typeof client.people.get>>

/** Who one writes with, beside the thread; the whole page is a click away. */
export function Profile({ personId, onClose }: { personId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    api.people.get.queryOptions({ input: { id: personId }, meta: { live: ['people'] } }),
  )
  return (
    <Drawer opened onClose={onClose} position="right" title="Profile">
      {data ? (
        <About person={data} />
      ) : error ? (
        <ErrorPanel error={error} what="this person" onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Drawer>
  )
}

const About = ({ person }: { person: Person }) => (
  <Stack gap="lg">
    <Group wrap="nowrap">
      <Initials name={person.name} src={person.photoUrl ?? undefined} size="lg" />
      <div>
        <Text fw={650}>{person.name}</Text>
        <Text size="sm" c="dimmed">
          {[person.membershipStatus, person.campus].filter(Boolean).join(' · ') || 'In your people since'}
        </Text>
      </div>
    </Group>
    <Part title="Contact">
      {person.points.map(({ id, kind, value }) => (
        <Text key={id} size="sm">
          {kind === 'phone' ? phoneText(value) : value}
        </Text>
      ))}
    </Part>
    <Part title="Tags">
      <Group gap="xs">
        {person.tags.map(({ id, name }) => (
          <Badge key={id} variant="light">
            {name}
          </Badge>
        ))}
      </Group>
    </Part>
    {person.households.map(household => (
      <Part key={household.id} title={household.name}>
        {household.members.map(one => (
          <Anchor key={one.personId} component={Link} size="sm" to={`/people/${one.personId}`}>
            {one.name}
          </Anchor>
        ))}
      </Part>
    ))}
    <Next person={person} />
    <Button component={Link} to={`/people/${person.id}`} variant="default">
      Open the full page
    </Button>
  </Stack>
)

/** What is to be done next: leads on the board, open tasks. */
function Next({ person: { id, leads } }: { person: Person }) {
  const { date } = useFormat()
  const names = useLeadNames()
  const mayTasks = useMay('tasks.read')
  const tasks = useQuery(api.tasks.list.queryOptions({ input: { personId: id }, enabled: mayTasks })).data?.items ?? []
  if (leads.length === 0 && tasks.length === 0) return null
  return (
    <Part title="Next">
      {leads.map(lead => (
        <Group key={lead.id} gap="xs">
          <Anchor component={Link} size="sm" to={`/leads?lead=${lead.id}`}>
            Lead
          </Anchor>
          <StatusBadge of="lead" value={lead.status} label={badgeTitle(names, lead.status)} />
        </Group>
      ))}
      {tasks.map(task => (
        <Text key={task.id} size="sm">
          {task.title}
          {task.dueAt ? `, ${date(task.dueAt)}` : ''}
        </Text>
      ))}
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="xs">
    <Text size="xs" c="dimmed" fw={550}>
      {title}
    </Text>
    {children}
  </Stack>
)
