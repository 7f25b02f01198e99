import { Alert, Anchor, Button, Group, List, Menu, Stack, Tabs, Text } from '@mantine/core'
import { IconArchive, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { courseStateNames } from '#courses/rules/states.ts'
import { CourseSettingsFields } from '#courses/widgets/course-settings.tsx'
import { CourseVersions } from '#courses/widgets/course-versions.tsx'
import { OutlineEditor } from '#courses/widgets/outline-editor.tsx'
import { type Course, type CourseDraft, outlineChanges, useCourseDraft } from '#courses/widgets/use-course-draft.ts'
import { CourseReport } from '#learning/widgets/course-report.tsx'
import { GroupSession } from '#learning/widgets/group-session.tsx'
import { Learners } from '#learning/widgets/learners.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'

export const meta = () => titled('Course')

const back = (
  <Anchor component={Link} to="/membership?tab=courses">
    All courses
  </Anchor>
)

/** One course: its lessons, its learners, and how far they are. */
export default function CourseScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(api.courses.get.queryOptions({ input: { id }, retry: false }))
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="Course not found"
        text="It may have been deleted, or the link is incomplete."
        action={
          <Button component={Link} to="/membership?tab=courses" variant="default">
            All courses
          </Button>
        }
      />
    )
  if (error && !data) return <ErrorPanel error={error} what="this course" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={64} />
  return <Whole key={data.id} course={data} />
}

function Whole({ course }: { course: Course }) {
  const draft = useCourseDraft(course)
  const isFresh = course.isFresh && draft.saved
  return (
    <>
      <PageHeader
        title={draft.words.title || 'Course'}
        purpose={back}
        action={<Publish course={course} draft={draft} />}
        menu={<MenuItems course={course} draft={draft} />}
      >
        <Group gap="xs" visibleFrom="sm">
          <SaveState state={draft} />
          <StatusBadge
            of="course"
            value={course.state}
            label={
              course.state === 'published' && !isFresh ? 'Published, with changes' : courseStateNames[course.state]
            }
          />
        </Group>
      </PageHeader>
      {draft.conflict ? <Conflict draft={draft} /> : null}
      <Views course={course} draft={draft} />
    </>
  )
}

const Conflict = ({ draft }: { draft: CourseDraft }) => (
  <Alert color="yellow" role="alert" mb="md" title="Someone else changed this course while you were editing">
    <Text size="sm" mb="xs">
      Nothing was overwritten. Use the saved version, or save yours over it.
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void draft.settle(false)}>
        Use their version
      </Button>
      <Button size="xs" onClick={() => void draft.settle(true)}>
        Save my version
      </Button>
    </Group>
  </Alert>
)

function useViews(course: Course, draft: CourseDraft) {
  const mayWrite = useMay('content.write')
  const [open, setOpen] = useState<string | null>(null)
  const changes = outlineChanges(draft)
  const props = { course, draft, disabled: !mayWrite }
  return {
    lessons: {
      label: 'Lessons',
      content: (
        <Stack>
          <Problems course={course} draft={draft} />
          <OutlineEditor {...props} changes={changes} open={open} onOpen={setOpen} />
        </Stack>
      ),
    },
    settings: { label: 'Settings', content: <CourseSettingsFields {...props} changes={changes} /> },
    learners: {
      label: course.students > 0 ? `Learners (${course.students})` : 'Learners',
      content: <Learners courseId={course.id} />,
    },
    group: { label: 'Group session', content: <GroupSession courseId={course.id} /> },
    report: { label: 'Report', content: <CourseReport courseId={course.id} /> },
    versions: { label: 'Versions', content: <CourseVersions {...props} /> },
  }
}

function Views({ course, draft }: { course: Course; draft: CourseDraft }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const views = useViews(course, draft)
  const asked = params.get('view') ?? ''
  const view = Object.hasOwn(views, asked) ? asked : 'lessons'
  return (
    <Tabs
      value={view}
      onChange={value =>
        change({ view: value === 'lessons' ? null : value, learner: null, q: null, state: null, sort: null })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
        {Object.entries(views).map(([name, { label }]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(views).map(([name, { content }]) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Problems({ course, draft }: { course: Course; draft: CourseDraft }) {
  const whole = draft.saved ? course.problems.filter(({ lessonId }) => lessonId === null) : []
  if (whole.length === 0) return null
  return (
    <Alert color="blue" variant="light" title="Before you publish">
      <List size="sm">
        {whole.map(({ message }) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Publish({ course, draft }: { course: Course; draft: CourseDraft }) {
  const may = useMay('content.publish')
  const act = useAct(api.courses.key(), api.membershipSites.key())
  if (!may || (course.state === 'published' && course.isFresh && draft.saved)) return null
  const isAgain = course.state === 'published'
  async function publish() {
    if (!(await draft.flush())) return toastError(new Error('Please fix the marked fields first.'), 'Not published')
    await act(
      async () => draft.accept(await client.courses.publish({ id: course.id, version: draft.version() })),
      isAgain ? 'Learners see the new version now' : 'Course published',
      'The course was not published',
    )
  }
  return <Button onClick={() => void publish()}>{isAgain ? 'Publish changes' : 'Publish'}</Button>
}

const icon = { size: 16, stroke: 1.75 }

function MenuItems({ course, draft }: { course: Course; draft: CourseDraft }) {
  const navigate = useNavigate()
  const act = useAct(api.courses.key())
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  const { id } = course
  const preview = () =>
    act(
      async () => {
        await draft.flush()
        window.open((await client.courses.preview({ id })).url, '_blank')
      },
      undefined,
      'The preview did not open',
    )
  async function copy() {
    let made = ''
    await draft.flush()
    await act(
      async () => void ({ id: made } = await client.courses.duplicate({ id })),
      'Copied',
      'The course was not copied',
    )
    if (made) navigate(`/membership/courses/${made}`)
  }
  return (
    <>
      <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void preview()}>
        Preview as a member
      </Menu.Item>
      {mayWrite ? (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
          Duplicate
        </Menu.Item>
      ) : null}
      {mayPublish ? <StateItems course={course} draft={draft} /> : null}
    </>
  )
}

function StateItems({ course, draft }: { course: Course; draft: CourseDraft }) {
  const act = useAct(api.courses.key())
  const { id, state } = course
  return (
    <>
      {state === 'published' ? (
        <Menu.Item
          leftSection={<IconEyeOff {...icon} />}
          onClick={() =>
            void act(
              async () => draft.accept(await client.courses.unpublish({ id })),
              'Course closed. Progress is kept',
            )
          }
        >
          Unpublish
        </Menu.Item>
      ) : null}
      {state !== 'archived' ? (
        <Menu.Item
          leftSection={<IconArchive {...icon} />}
          onClick={() => void act(async () => draft.accept(await client.courses.archive({ id })), 'Course archived')}
        >
          Archive
        </Menu.Item>
      ) : null}
    </>
  )
}
