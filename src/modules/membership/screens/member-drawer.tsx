import { Anchor, Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LearnerActions } from '#learning/widgets/learner-actions.tsx'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'

/** The courses of one member, each with what can be done for them. */
export function MemberDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const person = useQuery(api.people.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  return (
    <Drawer opened={id !== null} onClose={onClose} title={person.data?.name ?? 'Member'} size="lg">
      {id ? <Courses personId={id} /> : null}
    </Drawer>
  )
}

function Courses({ personId }: { personId: string }) {
  const { data, error, refetch } = useQuery(
    api.learners.ofPerson.queryOptions({ input: { personId }, meta: { live: ['courses'] } }),
  )
  if (error) return <ErrorPanel error={error} what="their courses" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={96} />
  return (
    <Stack>
      <Group gap="xs">
        <Button component={Link} to={`/people/${personId}`} variant="default" size="xs">
          Open profile
        </Button>
        <Button component={Link} to={`/people/${personId}?write=email`} variant="default" size="xs">
          Message
        </Button>
      </Group>
      {data.items.map(one => (
        <Stack key={one.id} gap={4} component="section" aria-label={one.course}>
          <Group justify="space-between" wrap="nowrap" align="start">
            <Anchor
              component={Link}
              to={`/membership/courses/${one.courseId}?view=learners&learner=${one.id}`}
              fw={600}
            >
              {one.course}
            </Anchor>
            <LearnerActions learner={one} />
          </Group>
          <Group gap="xs">
            <StatusBadge
              of="courseMember"
              value={one.isActive ? 'active' : 'inactive'}
              label={one.isSuspended ? 'Suspended' : one.isActive ? 'Active' : 'Inactive'}
            />
            <Text size="sm" c="dimmed">
              {one.done} of {counted(one.required, 'required lessons')}
            </Text>
            {one.lastActiveAt ? (
              <Text size="sm" c="dimmed">
                Last active <RelativeTime at={one.lastActiveAt} />
              </Text>
            ) : null}
          </Group>
          <Progress value={one.progress} aria-label={`Progress in ${one.course}`} />
        </Stack>
      ))}
    </Stack>
  )
}
