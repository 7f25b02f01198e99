import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import type { Course, CourseDraft } from './use-course-draft.ts'

interface VersionsProps {
  course: Course
  draft: CourseDraft
  disabled: boolean
}

/** What was published before, with the way back to it. */
export function CourseVersions({ course, draft, disabled }: VersionsProps) {
  const { data, error, refetch } = useQuery(
    api.courses.versions.queryOptions({ input: { id: course.id }, meta: { live: ['courses'] } }),
  )
  const act = useAct()
  if (error) return <ErrorPanel error={error} what="the versions" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  if (data.items.length === 0)
    return <EmptyState title="Not published yet" text="Each time you publish, a version is kept here." />
  const back = async (number: number) => {
    const agreed = await confirm({
      title: `Go back to version ${number}?`,
      text: 'The draft says again what this version said. Learners see it once you publish.',
      confirm: `Use version ${number}`,
    })
    if (!agreed) return
    await draft.flush()
    await act(
      async () => draft.accept(await client.courses.revert({ id: course.id, version: draft.version(), number })),
      `The draft is version ${number} now`,
      'The version was not used',
    )
  }
  return (
    <Stack gap="xs" component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {data.items.map(({ number, lessons, publishedBy, createdAt }) => (
        <Group key={number} component="li" justify="space-between">
          <Text>
            Version {number}, {lessons === 1 ? '1 lesson' : `${lessons} lessons`}
            {publishedBy ? `, by ${publishedBy}` : ''} · <RelativeTime at={createdAt} />
          </Text>
          {disabled ? null : (
            <Button size="compact-sm" variant="default" onClick={() => void back(number)}>
              Use this version
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
