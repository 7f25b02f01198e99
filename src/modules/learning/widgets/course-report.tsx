import { Group, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'

type Report = Awaited<ReturnType<typeof client.learners.report>>

/** Where learners stop, and which questions are hard. */
export function CourseReport({ courseId }: { courseId: string }) {
  const { number } = useFormat()
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
      <LessonTable lessons={data.lessons} />
      {data.questions.length > 0 ? (
        <>
          <Title order={2} size="h4">
            Questions
          </Title>
          {data.questions.map(one => (
            <QuestionRow
              key={`${one.lessonId} ${one.prompt}`}
              question={one}
              lesson={titles.get(one.lessonId) ?? 'A lesson that was removed'}
            />
          ))}
        </>
      ) : null}
    </Stack>
  )
}

function LessonTable({ lessons }: { lessons: Report['lessons'] }) {
  const { number } = useFormat()
  return (
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
          {lessons.map(lesson => (
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
  )
}

function QuestionRow({ question, lesson }: { question: Report['questions'][number]; lesson: string }) {
  const { number, percent } = useFormat()
  const { prompt, right, answered } = question
  return (
    <Group gap="xs" wrap="nowrap">
      <Stack gap={2} style={{ flex: 1 }}>
        <Text size="sm">{prompt}</Text>
        <Text size="xs" c="dimmed">
          {lesson}
        </Text>
      </Stack>
      <Progress w={120} value={(100 * right) / Math.max(1, answered)} aria-label={`Right answers to “${prompt}”`} />
      <Text size="sm" w={120} ta="right" data-figures>
        {percent(right / Math.max(1, answered))} of {number(answered)}
      </Text>
    </Group>
  )
}
