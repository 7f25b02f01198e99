import { ActionIcon, Anchor, Button, FileButton, Group, NativeSelect, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, fetchFile } from '#web/api.ts'
import type { FileRef, Lesson } from '../rules/outline.ts'
import type { LessonPanelProps } from './lesson-panel.tsx'

/** Any video of the library, private ones too: the lesson opens it to its learners. */
export function VideoChoice({ lesson, onChange }: LessonPanelProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const chosen = useQuery(
    api.videos.get.queryOptions({
      input: { id: lesson.videoId ?? '' },
      enabled: lesson.videoId !== null,
      retry: false,
    }),
  )
  const found = useQuery(
    api.videos.list.queryOptions({ input: { limit: 20, ...(search && search !== chosen.data?.title && { search }) } }),
  )
  const options = new Map((found.data?.items ?? []).map(({ id, title }) => [id, title]))
  if (lesson.videoId) options.set(lesson.videoId, chosen.data?.title ?? 'This video was deleted')
  return (
    <Stack gap={4}>
      <Select
        label="Video"
        placeholder="Search the library"
        searchable
        clearable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={[...options].map(([value, label]) => ({ value, label }))}
        value={lesson.videoId}
        onChange={videoId => onChange({ videoId })}
      />
      <Text size="sm" c="dimmed">
        A private video can be watched by learners of this course while they have access.{' '}
        <Anchor component={Link} to="/videos?tab=upload" size="sm">
          Upload a video
        </Anchor>
      </Text>
    </Stack>
  )
}

/** Files to download, or a recording to hear. */
export function FileChoice({ lesson, onChange, disabled }: LessonPanelProps) {
  const act = useAct()
  const isAudio = lesson.kind === 'audio'
  const upload = (file: File | null) =>
    file &&
    act(
      async () => {
        const path = `/storage/v1/uploads?purpose=lesson&name=${encodeURIComponent(file.name)}`
        const kept: FileRef = await (await fetchFile(path, { method: 'POST', body: file })).json()
        const { id, name, size } = kept
        onChange({ files: isAudio ? [{ id, name, size }] : [...lesson.files, { id, name, size }] })
      },
      undefined,
      'The file was not uploaded',
    )
  const remove = ({ id }: FileRef) => onChange({ files: lesson.files.filter(one => one.id !== id) })
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        {isAudio ? 'Audio' : 'Files'}
      </Text>
      {lesson.files.map(file => (
        <FileRow key={file.id} file={file} onRemove={() => remove(file)} />
      ))}
      <FileButton
        onChange={file => void upload(file)}
        {...(isAudio && { accept: 'audio/mpeg,audio/mp4,.mp3,.m4a' })}
        disabled={disabled}
      >
        {props => (
          <Button
            {...props}
            w="fit-content"
            size="xs"
            variant="default"
            leftSection={<IconUpload size={14} stroke={1.75} />}
          >
            {isAudio ? 'Upload audio (MP3 or M4A)' : 'Upload a file'}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        Up to 100 MB. Only learners who may open the lesson can get it.
      </Text>
    </Stack>
  )
}

const FileRow = ({ file, onRemove }: { file: FileRef; onRemove: () => void }) => (
  <Group gap="xs" wrap="nowrap">
    <Text truncate>{file.name}</Text>
    <ActionIcon variant="subtle" color="red" aria-label={`Remove ${file.name}`} onClick={onRemove}>
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  </Group>
)

const answers: { value: Lesson['answer']; label: string }[] = [
  { value: 'both', label: 'A text or a file' },
  { value: 'text', label: 'A text' },
  { value: 'file', label: 'A file' },
]

export const AnswerKind = ({ lesson, onChange }: LessonPanelProps) => (
  <NativeSelect
    label="Learners hand in"
    description="A leader reviews it under Assignments and comments."
    data={answers}
    value={lesson.answer}
    onChange={event => onChange({ answer: event.currentTarget.value as Lesson['answer'] })}
  />
)

/** An event of the calendar: being checked in there completes the lesson. */
export function EventChoice({ lesson, onChange }: LessonPanelProps) {
  const { dateTime } = useFormat()
  const [now] = useState(() => new Date(Date.now() - 86_400_000))
  const { data } = useQuery(api.appointments.list.queryOptions({ input: { from: now, limit: 100 } }))
  const options = (data?.items ?? []).map(({ id, title, startsAt }) => ({
    value: id,
    label: `${title}, ${dateTime(startsAt)}`,
  }))
  const isListed = options.some(({ value }) => value === lesson.appointmentId)
  if (lesson.appointmentId && !isListed) options.push({ value: lesson.appointmentId, label: 'The chosen event' })
  return (
    <Select
      label="Event of the calendar"
      description="Being checked in there completes the lesson. You can also mark people present under Learners."
      searchable
      clearable
      data={options}
      value={lesson.appointmentId}
      onChange={appointmentId => onChange({ appointmentId })}
    />
  )
}

export function FormChoice({ lesson, onChange }: LessonPanelProps) {
  const { data } = useQuery(api.forms.list.queryOptions({ input: { limit: 200, sort: 'name' } }))
  const options = (data?.items ?? []).map(({ id, name, live }) => ({
    value: id,
    label: live ? name : `${name} (not published)`,
  }))
  return (
    <Select
      label="Form"
      description="The lesson is completed once the learner’s form arrived."
      searchable
      clearable
      data={options}
      value={lesson.formId}
      onChange={formId => onChange({ formId })}
    />
  )
}
