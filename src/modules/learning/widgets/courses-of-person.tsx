import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'

/** The courses that someone is or was in. */
export function CoursesOfPerson({ personId }: { personId: string }) {
  const { data } = useQuery(api.learners.ofPerson.queryOptions({ input: { personId }, meta: { live: ['courses'] } }))
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Courses">
      <Stack gap="xs">
        {data.items.map(one => (
          <div key={one.id}>
            <Group justify="space-between" wrap="nowrap">
              <Anchor
                component={Link}
                to={`/membership/courses/${one.courseId}?view=learners&learner=${one.id}`}
                size="sm"
              >
                {one.course}
              </Anchor>
              <Text size="sm" c="dimmed" data-figures>
                {one.isActive ? `${one.progress}%` : 'No access'}
              </Text>
            </Group>
            <Progress value={one.progress} aria-label={`Progress in ${one.course}`} />
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
