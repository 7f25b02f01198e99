import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Group,
  Menu,
  Progress,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { IconCheck, IconDots, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { grantNames } from '#courses/enrollments/rules/access.ts'
import { lessonNames } from '#courses/rules/outline.ts'
import { counted } from '#ui/counted.ts'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { completionNames } from '../rules/states.ts'
import { LearnerActions, learnerKeys } from './learner-actions.tsx'

type Learner = Awaited<ReturnType<typeof client.learners.get>>
type Lesson = Learner['lessons'][number]

/** One learner: each lesson, why it is locked, and what they did. */
export function LearnerDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.learners.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['courses'] } }),
  )
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      title={({ name, course }) => `${name}: ${course}`}
      noun="Learner"
      size="xl"
      actions={learner => (
        <>
          <Button component={Link} to={`/people/${learner.personId}`} size="xs" variant="default">
            Open profile
          </Button>
          <Button component={Link} to={`/people/${learner.personId}?write=email`} size="xs" variant="default">
            Message
          </Button>
          <LearnerActions learner={learner} />
        </>
      )}
    >
      {learner => <Details learner={learner} />}
    </DetailDrawer>
  )
}

function Details({ learner }: { learner: Learner }) {
  const { date } = useFormat()
  return (
    <Stack>
      <Progress value={learner.progress} aria-label="Progress" />
      <Text size="sm">
        {learner.progress}%, {learner.done} of {counted(learner.required, 'required lessons')}
        {learner.completedAt ? `. Completed on ${date(learner.completedAt)}` : ''}
      </Text>
      {learner.certificate ? (
        <Anchor href={learner.certificate.path} target="_blank" size="sm">
          Certificate {learner.certificate.number}
          {learner.certificate.expiresOn ? `, valid through ${learner.certificate.expiresOn}` : ''}
        </Anchor>
      ) : null}
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label="Lessons">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Lesson</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>What they did</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {learner.lessons.map(lesson => (
              <LessonRow key={lesson.id} learner={learner} lesson={lesson} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Grants learner={learner} />
    </Stack>
  )
}

const didWords = ({ kind, watchedSeconds, attempts, score, how }: Lesson) =>
  [
    how ? completionNames[how] : '',
    (kind === 'video' || kind === 'audio') && watchedSeconds > 0
      ? `${Math.floor(watchedSeconds / 60)}:${String(watchedSeconds % 60).padStart(2, '0')} played`
      : '',
    attempts > 0
      ? `${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${score === null ? '' : `, best ${score}%`}`
      : '',
  ]
    .filter(Boolean)
    .join('; ')

function LessonRow({ learner, lesson }: { learner: Learner; lesson: Lesson }) {
  const { dateTime } = useFormat()
  return (
    <Table.Tr>
      <Table.Td>
        {lesson.title}
        <Text size="xs" c="dimmed">
          {lessonNames[lesson.kind]}
          {lesson.isRequired ? '' : ', optional'}
        </Text>
      </Table.Td>
      <Table.Td>
        {lesson.completedAt ? (
          <Badge variant="light" color="green" leftSection={<IconCheck size={12} />}>
            Completed
          </Badge>
        ) : lesson.isOpen ? (
          <Badge variant="light" color={lesson.openedAt ? 'blue' : 'gray'}>
            {lesson.openedAt ? 'Begun' : lesson.isUnlockedByTeam ? 'Unlocked by the team' : 'Open'}
          </Badge>
        ) : (
          <Badge variant="light" color="yellow" leftSection={<IconLock size={12} />}>
            Locked
          </Badge>
        )}
        {lesson.reason ? <Text size="xs">{lesson.reason}</Text> : null}
        {lesson.completedAt ? (
          <Text size="xs" c="dimmed">
            {dateTime(lesson.completedAt)}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{didWords(lesson)}</Text>
      </Table.Td>
      <Table.Td>
        <LessonMenu learner={learner} lesson={lesson} />
      </Table.Td>
    </Table.Tr>
  )
}

function LessonMenu({ learner, lesson }: { learner: Learner; lesson: Lesson }) {
  const mayWrite = useMay('content.write')
  const act = useAct(...learnerKeys)
  if (!mayWrite) return null
  const lessonIds = [lesson.id]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${lesson.title}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {lesson.isOpen ? null : (
          <Menu.Item
            onClick={() => void act(() => client.learners.unlock({ ids: [learner.id], lessonIds }), 'Lesson unlocked')}
          >
            Unlock now
          </Menu.Item>
        )}
        {lesson.completedAt ? null : (
          <Menu.Item
            onClick={() =>
              void act(
                () => client.learners.markPresent({ lessonId: lesson.id, ids: [learner.id] }),
                'Lesson completed',
              )
            }
          >
            Mark as completed
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          onClick={() => void act(() => client.learners.reset({ id: learner.id, lessonIds }), 'Lesson reset')}
        >
          Reset this lesson
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Grants({ learner }: { learner: Learner }) {
  const { date } = useFormat()
  return (
    <Stack gap={4}>
      <Text fw={600}>Access</Text>
      {learner.grants.map(({ id, kind, startsAt, expiresAt, revokedAt, reason }) => (
        <Group key={id} gap="xs">
          <Text size="sm">
            {grantNames[kind]}, from {date(startsAt)}
            {revokedAt
              ? `, ended on ${date(revokedAt)}${reason ? ` (${reason})` : ''}`
              : expiresAt
                ? `, through ${date(expiresAt)}`
                : ''}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
