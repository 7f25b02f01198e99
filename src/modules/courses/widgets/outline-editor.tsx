import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd'
import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarEvent,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconFile,
  IconFileText,
  IconForms,
  IconGripVertical,
  IconHeadphones,
  IconListCheck,
  IconPencil,
  IconPlus,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { type Lesson, type LessonKind, lessonKinds, lessonNames, type Section } from '../rules/outline.ts'
import classes from './editor.module.css'
import { LessonPanel } from './lesson-panel.tsx'
import type { Course, CourseDraft, OutlineChanges } from './use-course-draft.ts'

export const lessonIcons: Record<LessonKind, typeof IconVideo> = {
  video: IconVideo,
  text: IconFileText,
  file: IconFile,
  audio: IconHeadphones,
  quiz: IconListCheck,
  assignment: IconPencil,
  live: IconCalendarEvent,
  form: IconForms,
}
const icon = { size: 16, stroke: 1.75 }

interface OutlineEditorProps {
  course: Course
  draft: CourseDraft
  changes: OutlineChanges
  open: string | null
  onOpen: (id: string | null) => void
  disabled: boolean
}

/** Modules with their lessons: dragged by the handle, or moved by the keyboard (space, arrows) or the menu. */
export function OutlineEditor(props: OutlineEditorProps) {
  const { draft, changes, disabled } = props
  const sections = draft.words.draft
  const onDragEnd = ({ type, source, destination }: DropResult) => {
    if (!destination) return
    if (type === 'section') return changes.moveSection(source.index, destination.index)
    const at = (id: string) => sections.findIndex(one => one.id === id)
    changes.moveLesson(
      { section: at(source.droppableId), at: source.index },
      { section: at(destination.droppableId), at: destination.index },
    )
  }
  return (
    <DragDropContext onDragEnd={onDragEnd}>
      <Droppable droppableId="sections" type="section">
        {place => (
          <ol ref={place.innerRef} {...place.droppableProps} className={classes.sections}>
            {sections.map((section, at) => (
              <Draggable
                key={section.id}
                draggableId={section.id}
                index={at}
                isDragDisabled={disabled}
                disableInteractiveElementBlocking
              >
                {drag => (
                  <li ref={drag.innerRef} {...drag.draggableProps} className={classes.section}>
                    <SectionRow {...props} section={section} at={at} handle={drag.dragHandleProps} />
                  </li>
                )}
              </Draggable>
            ))}
            {place.placeholder}
          </ol>
        )}
      </Droppable>
      {disabled ? null : (
        <Button variant="default" leftSection={<IconPlus {...icon} />} onClick={changes.addSection}>
          Add module
        </Button>
      )}
    </DragDropContext>
  )
}

interface SectionProps extends OutlineEditorProps {
  section: Section
  at: number
  handle: object | null
}

function SectionRow(props: SectionProps) {
  const { section, at, handle, changes, disabled } = props
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        {disabled ? null : (
          <button
            type="button"
            {...handle}
            className={classes.handle}
            aria-label={`Move module ${section.title || at + 1}`}
          >
            <IconGripVertical {...icon} aria-hidden />
          </button>
        )}
        <TextInput
          aria-label={`Title of module ${at + 1}`}
          placeholder={`Module ${at + 1}`}
          value={section.title}
          readOnly={disabled}
          onChange={event => changes.renameSection(at, event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        {disabled ? null : <SectionMenu {...props} />}
      </Group>
      <Lessons {...props} />
      {disabled ? null : <AddLesson {...props} />}
    </Stack>
  )
}

function SectionMenu({ section, at, changes, draft }: SectionProps) {
  const count = section.lessons.length
  const remove = async () => {
    const agreed =
      count === 0 ||
      (await confirm({
        title: `Delete ${section.title || `module ${at + 1}`}?`,
        text: `${count === 1 ? '1 lesson goes' : `${count} lessons go`} with it. What learners did in them is kept until you publish, and counts again if you bring them back.`,
        confirm: 'Delete module',
        danger: true,
      }))
    if (agreed) changes.removeSection(at)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for module ${section.title || at + 1}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp {...icon} />}
          disabled={at === 0}
          onClick={() => changes.moveSection(at, at - 1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown {...icon} />}
          disabled={at === draft.words.draft.length - 1}
          onClick={() => changes.moveSection(at, at + 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          Delete module
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Lessons = (props: SectionProps) => (
  <Droppable droppableId={props.section.id} type="lesson">
    {place => (
      <ol ref={place.innerRef} {...place.droppableProps} className={classes.lessons}>
        {props.section.lessons.map((lesson, at) => (
          <Draggable
            key={lesson.id}
            draggableId={lesson.id}
            index={at}
            isDragDisabled={props.disabled}
            disableInteractiveElementBlocking
          >
            {drag => (
              <li ref={drag.innerRef} {...drag.draggableProps} className={classes.lesson}>
                <LessonRow {...props} lesson={lesson} place={{ section: props.at, at }} handle={drag.dragHandleProps} />
              </li>
            )}
          </Draggable>
        ))}
        {place.placeholder}
      </ol>
    )}
  </Droppable>
)

interface LessonRowProps extends OutlineEditorProps {
  lesson: Lesson
  place: { section: number; at: number }
  handle: object | null
}

function LessonRow(props: LessonRowProps) {
  const { course, lesson, handle, open, onOpen, changes, disabled, draft } = props
  const Icon = lessonIcons[lesson.kind]
  const isOpen = open === lesson.id
  const problems = draft.saved ? course.problems.filter(({ lessonId }) => lessonId === lesson.id) : []
  const title = lesson.title || 'No title yet'
  return (
    <>
      <Group gap="xs" wrap="nowrap" className={classes.head}>
        {disabled ? null : (
          <button type="button" {...handle} className={classes.handle} aria-label={`Move ${title}`}>
            <IconGripVertical {...icon} aria-hidden />
          </button>
        )}
        <UnstyledButton
          className={classes.name}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : lesson.id)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
          <Text span fw={550} truncate>
            {title}
          </Text>
          <Text span size="sm" c={problems.length > 0 ? 'red' : 'dimmed'} className={classes.kind}>
            {problems.length > 0
              ? 'Needs attention'
              : `${lessonNames[lesson.kind]}${lesson.isRequired ? '' : ', optional'}`}
          </Text>
          <IconChevronDown {...icon} aria-hidden className={classes.chevron} />
        </UnstyledButton>
        {disabled ? null : <LessonMenu {...props} title={title} />}
      </Group>
      {isOpen ? (
        <LessonPanel
          lesson={lesson}
          problems={problems.map(({ message }) => message)}
          disabled={disabled}
          onChange={change => changes.setLesson(lesson.id, change)}
        />
      ) : null}
    </>
  )
}

function LessonMenu({ lesson, place, draft, changes, onOpen, title }: LessonRowProps & { title: string }) {
  const sections = draft.words.draft
  const { section, at } = place
  const isLast = section === sections.length - 1 && at === sections[section]!.lessons.length - 1
  const up = at > 0 ? { section, at: at - 1 } : { section: section - 1, at: sections[section - 1]?.lessons.length ?? 0 }
  const down = at < sections[section]!.lessons.length - 1 ? { section, at: at + 1 } : { section: section + 1, at: 0 }
  const remove = () => {
    changes.removeLesson(place)
    toast(`${title} removed`, async () => changes.insertLesson(place, lesson))
  }
  const items = [
    { label: 'Move up', Icon: IconArrowUp, act: () => changes.moveLesson(place, up), off: section === 0 && at === 0 },
    { label: 'Move down', Icon: IconArrowDown, act: () => changes.moveLesson(place, down), off: isLast },
    { label: 'Duplicate', Icon: IconCopy, act: () => onOpen(changes.copyLesson(place)), off: false },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for ${title}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, Icon, act, off }) => (
          <Menu.Item key={label} disabled={off} leftSection={<Icon {...icon} />} onClick={act}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={remove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const AddLesson = ({ at, changes, onOpen, section }: SectionProps) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button variant="subtle" size="compact-sm" w="fit-content" leftSection={<IconPlus {...icon} />}>
        Add lesson{section.title ? ` to ${section.title}` : ''}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {lessonKinds.map(kind => {
        const Icon = lessonIcons[kind]
        return (
          <Menu.Item key={kind} leftSection={<Icon {...icon} />} onClick={() => onOpen(changes.addLesson(at, kind))}>
            {lessonNames[kind]}
          </Menu.Item>
        )
      })}
    </Menu.Dropdown>
  </Menu>
)
