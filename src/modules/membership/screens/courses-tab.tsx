import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Group,
  Image,
  Menu,
  NativeSelect,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArchive, IconBook2, IconCopy, IconDots, IconEye, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { CourseFilter } from '#courses/contract.ts'
import { durationWords } from '#courses/rules/outline.ts'
import { courseStateNames, courseStates } from '#courses/rules/states.ts'
import { usesText } from '#public-page/rules/uses.ts'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import classes from './membership.module.css'
import type { TabProps } from './sites-tab.tsx'

type Row = Awaited<ReturnType<typeof client.courses.list>>['items'][number]
const keys = [api.courses.key()]

/** Every course as a card. */
export function CoursesTab({ isAdding, onClose }: TabProps) {
  const list = useList(api.courses.list, {
    sort: 'newest',
    filters: ['state', 'training', 'deleted'],
    live: ['courses'],
    limit: 24,
    input: ({ filters: { state, training, deleted } }) =>
      ({
        ...(state && { state: [state] }),
        ...(training && { training: true }),
        ...(deleted && { deleted: true }),
      }) as Partial<CourseFilter>,
  })
  const { source, state } = list
  return (
    <Stack>
      <Filters state={state} make={() => client.courses.export(list.asked)} />
      {source.error ? (
        <ErrorPanel error={source.error} what="the courses" onRetry={source.retry} />
      ) : source.pending ? (
        <SkeletonRows rows={3} height={180} />
      ) : source.rows.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} component="ul" className={classes.cards}>
          {source.rows.map(row => (
            <CourseCard key={row.id} row={row} isTrash={Boolean(state.filters.deleted)} />
          ))}
        </SimpleGrid>
      )}
      {source.hasMore ? (
        <Button variant="default" onClick={source.loadMore} loading={source.loadingMore} mx="auto">
          Show more
        </Button>
      ) : null}
      <NewCourse opened={isAdding} onClose={onClose} />
    </Stack>
  )
}

const sorts = [
  { value: 'newest', label: 'Newest' },
  { value: 'title', label: 'Title' },
  { value: 'students', label: 'Most students' },
  { value: 'completion', label: 'Completion' },
]

function Filters({ state, make }: { state: ListState<string>; make: () => Promise<{ csv: string }> }) {
  const toggle = (name: string) => () => state.setFilter(name, state.filters[name] ? null : '1')
  return (
    <Group gap="xs" align="flex-end">
      <SearchBox value={state.q} onChange={state.setQ} placeholder="Search courses" />
      <FilterSelect
        state={state}
        name="state"
        label="Status"
        any="Any status"
        options={courseStates.map(value => ({ value, label: courseStateNames[value] }))}
      />
      <NativeSelect
        aria-label="Sort"
        data={sorts}
        value={state.sort}
        onChange={event => state.setSort(event.currentTarget.value)}
      />
      <Button
        variant={state.filters.training ? 'light' : 'subtle'}
        size="compact-sm"
        aria-pressed={Boolean(state.filters.training)}
        onClick={toggle('training')}
      >
        Trainings only
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={toggle('deleted')}>
        {state.filters.deleted ? 'Back to courses' : 'Trash'}
      </Button>
      <ExportPeople name="courses.csv" make={make} />
    </Group>
  )
}

const CoursePicture = ({ src }: { src: Row['thumbnail'] }) =>
  src ? (
    <Image src={src} alt="" h={120} loading="lazy" />
  ) : (
    <div className={classes.noPicture} aria-hidden>
      <IconBook2 size={32} stroke={1.5} />
    </div>
  )

function CourseCard({ row, isTrash }: { row: Row; isTrash: boolean }) {
  const { number } = useFormat()
  const act = useAct(...keys)
  return (
    <Card component="li" withBorder padding="md">
      <Card.Section>
        <CoursePicture src={row.thumbnail} />
      </Card.Section>
      <Group justify="space-between" wrap="nowrap" mt="sm" align="start">
        {isTrash ? (
          <Text fw={600}>{row.title}</Text>
        ) : (
          <Text fw={600} component={Link} to={`/membership/courses/${row.id}`} className={classes.title}>
            {row.title}
          </Text>
        )}
        {isTrash ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(() => client.courses.restore({ id: row.id }), `${row.title} restored`)}
          >
            Restore
          </Button>
        ) : (
          <CourseMenu row={row} />
        )}
      </Group>
      <Group gap="xs" mt={4}>
        <StatusBadge of="course" value={row.state} label={courseStateNames[row.state]} />
        {row.validMonths ? <Badge variant="light">Valid {counted(row.validMonths, 'months')}</Badge> : null}
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {row.lessons === 1 ? '1 lesson' : `${number(row.lessons)} lessons`} · {durationWords(row.duration)} ·{' '}
        {row.students === 1 ? '1 student' : `${number(row.students)} students`}
      </Text>
      <Group gap="xs" mt="xs" wrap="nowrap">
        <Progress value={row.completion ?? 0} aria-label="Completion" style={{ flex: 1 }} />
        <Text size="sm" data-figures>
          {row.completion === null ? 'No students' : `${row.completion}%`}
        </Text>
      </Group>
    </Card>
  )
}

const icon = { size: 16, stroke: 1.75 }

function CourseMenu({ row }: { row: Row }) {
  const { copy, preview, archive, remove } = useCourseActs(row)
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  const { id, title } = row
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${title}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/membership/courses/${id}`}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void preview()}>
          Preview
        </Menu.Item>
        {mayWrite ? (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
            Duplicate
          </Menu.Item>
        ) : null}
        {mayPublish && row.state !== 'archived' ? (
          <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void archive()}>
            Archive
          </Menu.Item>
        ) : null}
        {mayWrite ? (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
            Delete
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function useCourseActs({ id, title, students }: Row) {
  const act = useAct(...keys)
  const navigate = useNavigate()
  async function copy() {
    let made = ''
    await act(
      async () => void ({ id: made } = await client.courses.duplicate({ id })),
      'Copied',
      'The course was not copied',
    )
    if (made) navigate(`/membership/courses/${made}`)
  }
  async function remove() {
    const { items } = await client.courses.uses({ id })
    const agreed = await confirm({
      title: `Delete ${title}?`,
      text: `${usesText(items)}${students === 0 ? '' : `It closes for ${students === 1 ? '1 student' : `${students} students`}; their progress and certificates are kept. `}You can restore it for 30 days.`,
      confirm: 'Delete this course',
      danger: true,
    })
    if (!agreed) return
    if (await act(() => client.courses.remove({ id }), undefined, 'The course was not deleted'))
      toast(`${title} moved to the trash`, () => client.courses.restore({ id }))
  }
  const preview = () =>
    act(
      async () => void window.open((await client.courses.preview({ id })).url, '_blank'),
      undefined,
      'The preview did not open',
    )
  const archive = () => act(() => client.courses.archive({ id }), 'Course archived')
  return { copy, preview, archive, remove }
}

function Nothing({ state }: { state: ListState<string> }) {
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  if (state.filters.deleted) return <EmptyState title="The trash is empty" />
  if (state.narrowed)
    return (
      <EmptyState
        title="No courses match"
        action={
          <Button variant="default" onClick={state.clear}>
            Clear search and filters
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<IconBook2 size={28} stroke={1.5} />}
      title="No courses yet"
      text="A course has modules and lessons: videos, texts, quizzes, assignments and live sessions. Learners go through it on their phones."
      action={mayWrite ? <Button onClick={() => change({ add: '1' })}>Add Course</Button> : null}
    />
  )
}

const blank = { title: '', description: '' }
const schema = async () => (await import('#courses/contract.ts')).NewCourse

function NewCourse({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: blank })
  async function save(values: typeof blank) {
    const { id } = await client.courses.create(values)
    setTimeout(() => navigate(`/membership/courses/${id}`))
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title="Add Course"
      form={form}
      onSubmit={save}
      submitLabel="Add Course"
      schema={schema}
    >
      <TextInput
        label="Title"
        placeholder="Membership class"
        data-autofocus
        required
        {...form.getInputProps('title')}
      />
      <Textarea label="Description" autosize minRows={3} {...form.getInputProps('description')} />
    </FormDrawer>
  )
}
