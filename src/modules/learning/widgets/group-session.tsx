import { Alert, Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { type Lesson, lessonsOf } from '#courses/rules/outline.ts'
import { outlineOf } from '#courses/widgets/use-course-draft.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { Player } from '#videos/widgets/player.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { learnerKeys } from './learner-actions.tsx'

/** One screen plays for everyone in the room, and the leader marks who was there. */
export function GroupSession({ courseId }: { courseId: string }) {
  const mayWrite = useMay('content.write')
  const course = useQuery(api.courses.get.queryOptions({ input: { id: courseId } }))
  const learners = useQuery(
    api.learners.list.queryOptions({ input: { courseId, state: 'active', limit: 200 }, meta: { live: ['courses'] } }),
  )
  const [chosen, setChosen] = useState<string>()
  const [present, setPresent] = useState<ReadonlySet<string>>(new Set())
  const failed = course.error ?? learners.error
  if (failed) return <ErrorPanel error={failed} what="this session" onRetry={() => void learners.refetch()} />
  if (!course.data || !learners.data) return <SkeletonRows rows={4} />
  const lessons = course.data.lastNumber > 0 ? lessonsOf(outlineOf(course.data)) : []
  const lesson = lessons.find(({ id }) => id === chosen) ?? lessons[0]
  const people = learners.data.items
  if (!lesson || people.length === 0)
    return (
      <EmptyState
        title="Nobody to meet yet"
        text="Publish the course and enroll people. Then play a lesson for all of them here, and mark who was there."
      />
    )
  return (
    <Stack maw={860}>
      <NativeSelect
        label="Lesson"
        data={lessons.map(({ id, title }) => ({ value: id, label: title }))}
        value={lesson.id}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      {lesson.videoId ? <Film id={lesson.videoId} /> : null}
      <fieldset disabled={!mayWrite} style={{ border: 0, padding: 0, margin: 0 }}>
        <Attendance
          lesson={lesson}
          people={people}
          total={learners.data.total}
          present={present}
          onPresent={setPresent}
        />
      </fieldset>
    </Stack>
  )
}

interface AttendanceProps {
  lesson: Lesson
  people: { id: string; name: string }[]
  /** of learners, also of those who are not shown */
  total: number
  present: ReadonlySet<string>
  onPresent: Dispatch<SetStateAction<ReadonlySet<string>>>
}

function Attendance({ lesson, people, total, present, onPresent }: AttendanceProps) {
  const act = useAct(...learnerKeys)
  const isEveryone = present.size === people.length
  const toggle = (id: string) =>
    onPresent(all => (all.has(id) ? new Set([...all].filter(one => one !== id)) : new Set([...all, id])))
  const mark = () =>
    act(
      async () => {
        await client.learners.markPresent({ lessonId: lesson.id, ids: [...present] })
        onPresent(new Set())
      },
      `${present.size === 1 ? '1 person' : `${present.size} people`} completed “${lesson.title}”`,
      'They were not marked',
    )
  return (
    <Stack gap="xs">
      <Text component="legend" fw={600}>
        Who was there?
      </Text>
      <Checkbox
        label="Everyone"
        checked={isEveryone}
        indeterminate={present.size > 0 && !isEveryone}
        onChange={() => onPresent(isEveryone ? new Set() : new Set(people.map(({ id }) => id)))}
      />
      {people.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={present.has(id)} onChange={() => toggle(id)} ml="md" />
      ))}
      {total > people.length ? (
        <Alert variant="light">
          The first {people.length} are shown, of {counted(total, 'learners')}.
        </Alert>
      ) : null}
      <Button w="fit-content" disabled={present.size === 0} onClick={() => void mark()}>
        Mark {present.size === 1 ? '1 person' : `${present.size} people`} present
      </Button>
    </Stack>
  )
}

function Film({ id }: { id: string }) {
  const { data } = useQuery(api.videos.playback.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY }))
  return data ? <Player playback={data} refresh={() => client.videos.playback({ id })} source="group" /> : null
}
