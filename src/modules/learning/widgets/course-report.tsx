import { Group, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'

/** Where learners stop, and which questions are hard. */
export function CourseReport({ courseId }: { courseId: string }) {
  const { number, percent } = useFormat()
  const { data, error, refetch } = useQuery(
    api.learners.report.queryOptions({ input: { courseId }, meta: { live: ['courses'] } }),
  )
  if (error) return <ErrorPanel error={error} what="the report" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.lessons.length === 0)
    return (
      <EmptyState
        title="Nothing to report yet"
        text="Once the course is published, this shows how far learners come."
      />
    )
  const titles = new Map(data.lessons.map(({ id, title }) => [id, title]))
  return (
    <Stack>
      <Text>
        {number(data.learners)} active, {number(data.finished)} completed the course
      </Text>
      <Title order={2} size="h4">
        Lessons
      </Title>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label="Lessons">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Lesson</Table.Th>
              <Table.Th ta="right">Opened</Table.Th>
              <Table.Th ta="right">Completed</Table.Th>
              <Table.Th ta="right">Mean score</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.lessons.map(lesson => (
              <Table.Tr key={lesson.id}>
                <Table.Td>{lesson.title}</Table.Td>
                <Table.Td ta="right">{number(lesson.opened)}</Table.Td>
                <Table.Td ta="right">{number(lesson.completed)}</Table.Td>
                <Table.Td ta="right">{lesson.score === null ? '' : `${lesson.score}%`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.questions.length > 0 ? (
        <>
          <Title order={2} size="h4">
            Questions
          </Title>
          {data.questions.map(one => (
            <Group key={`${one.lessonId} ${one.prompt}`} gap="xs" wrap="nowrap">
              <Stack gap={2} style={{ flex: 1 }}>
                <Text size="sm">{one.prompt}</Text>
                <Text size="xs" c="dimmed">
                  {titles.get(one.lessonId) ?? 'A lesson that was removed'}
                </Text>
              </Stack>
              <Progress
                w={120}
                value={(100 * one.right) / Math.max(1, one.answered)}
                aria-label={`Right answers to “${one.prompt}”`}
              />
              <Text size="sm" w={120} ta="right" data-figures>
                {percent(one.right / Math.max(1, one.answered))} of {number(one.answered)}
              </Text>
            </Group>
          ))}
        </>
      ) : null}
    </Stack>
  )
}
