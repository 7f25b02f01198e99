import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Alert, Badge, Button, Group, Menu, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconGripVertical,
  IconHeartHandshake,
  IconPlus,
  IconSchool,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useMay } from '#web/me.tsx'
import { MOST_STEPS, stepKindNames } from '../rules/states.ts'
import { CoursePicker } from '../widgets/course-select.tsx'
import classes from './pathways.module.css'
import { type Pathway, type PathwayDraft, type Step, type StepChanges, stepChanges } from './use-pathway-draft.ts'

interface StepsProps {
  pathway: Pathway
  draft: PathwayDraft
}

/** What the pathway is called, and its steps in order. */
export function Steps({ pathway, draft }: StepsProps) {
  const mayWrite = useMay('content.write')
  const { value, set, errors, conflict, problem } = draft
  return (
    <fieldset disabled={!mayWrite} className={classes.fieldset}>
      <Stack>
        {conflict ? null : <Problem error={problem} />}
        {errors.steps ? <Alert color="red">{errors.steps}</Alert> : null}
        <TextInput
          label="Name"
          maxLength={120}
          value={value.name}
          error={errors.name}
          onChange={event => {
            const { value: name } = event.currentTarget
            set(now => ({ ...now, name }))
          }}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxLength={2_000}
          value={value.description}
          error={errors.description}
          onChange={event => {
            const { value: description } = event.currentTarget
            set(now => ({ ...now, description }))
          }}
        />
        <StepList pathway={pathway} draft={draft} disabled={!mayWrite} />
      </Stack>
    </fieldset>
  )
}

/** Dragged by the handle, or moved by the keyboard (space, arrows) or the menu. */
function StepList({ pathway, draft, disabled }: StepsProps & { disabled: boolean }) {
  const { steps } = draft.value
  const changes = stepChanges(draft)
  // Titles of courses that were added since it was read.
  const [titles, setTitles] = useState<Record<string, string>>({})
  const titleOf = (step: Step) => {
    if (step.kind === 'real_life') return step.title
    return titles[step.courseId ?? ''] ?? pathway.steps.find(one => one.id === step.id)?.title ?? ''
  }
  const add = (step: Omit<Step, 'id'>, title: string) => {
    if (step.courseId) setTitles(all => ({ ...all, [step.courseId!]: title }))
    changes.add(step)
  }
  return (
    <section aria-label="Steps">
      {steps.length === 0 ? (
        <EmptyState
          title="No steps yet"
          text="Add a class of your church, or a step in real life that a mentor signs off."
        />
      ) : null}
      <Sortable pathway={pathway} steps={steps} changes={changes} disabled={disabled} titleOf={titleOf} />
      {disabled || steps.length >= MOST_STEPS ? null : (
        <AddStep taken={steps.flatMap(({ courseId }) => courseId ?? [])} onAdd={add} />
      )}
    </section>
  )
}

interface SortableProps {
  pathway: Pathway
  steps: Step[]
  changes: StepChanges
  disabled: boolean
  titleOf: (step: Step) => string
}

const Sortable = ({ pathway, steps, changes, disabled, titleOf }: SortableProps) => (
  <DragDropContext
    onDragEnd={({ source, destination }) => destination && changes.move(source.index, destination.index)}
  >
    <Droppable droppableId="steps">
      {place => (
        <ol ref={place.innerRef} {...place.droppableProps} className={classes.steps}>
          {steps.map((step, at) => (
            <Draggable
              key={step.id}
              draggableId={step.id}
              index={at}
              isDragDisabled={disabled}
              disableInteractiveElementBlocking
            >
              {(drag, { isDragging }) => (
                <li
                  ref={drag.innerRef}
                  {...drag.draggableProps}
                  className={classes.step}
                  data-dragging={isDragging || undefined}
                >
                  <StepRow
                    step={step}
                    at={at}
                    changes={changes}
                    disabled={disabled}
                    pathway={pathway}
                    title={titleOf(step)}
                    last={at === steps.length - 1}
                    handle={drag.dragHandleProps}
                  />
                </li>
              )}
            </Draggable>
          ))}
          {place.placeholder}
        </ol>
      )}
    </Droppable>
  </DragDropContext>
)

interface RowProps {
  pathway: Pathway
  step: Step
  title: string
  at: number
  last: boolean
  changes: StepChanges
  handle: object | null
  disabled: boolean
}

function StepRow(props: RowProps) {
  const { pathway, step, title, at, changes, handle, disabled } = props
  const stored = pathway.steps.find(one => one.id === step.id)
  const Icon = step.kind === 'course' ? IconSchool : IconHeartHandshake
  const label = title || `step ${at + 1}`
  return (
    <>
      <div className={classes.head}>
        {disabled ? null : (
          <button type="button" {...handle} className={classes.handle} aria-label={`Move ${label}`}>
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </button>
        )}
        <Icon size={18} stroke={1.75} aria-hidden />
        <div className={classes.name}>
          <Text span fw={550}>
            {at + 1}. {title || 'No title yet'}
          </Text>
          <Text span size="sm" c="dimmed">
            {stepKindNames[step.kind]}
            {stored && stored.people.next + stored.people.waiting > 0
              ? `, next for ${counted(stored.people.next + stored.people.waiting, 'people')}`
              : ''}
          </Text>
          {stored?.isClosed ? (
            <Badge color="red" variant="light">
              Course not published
            </Badge>
          ) : null}
        </div>
        {disabled ? null : <StepMenu {...props} label={label} />}
      </div>
      <StepFields step={step} label={label} changes={changes} />
    </>
  )
}

function StepFields({ step, label, changes }: { step: Step; label: string; changes: StepChanges }) {
  return (
    <Stack gap="xs" className={classes.body}>
      {step.kind === 'real_life' ? (
        <TextInput
          label="Title"
          maxLength={120}
          value={step.title}
          onChange={event => changes.set(step.id, { title: event.currentTarget.value })}
        />
      ) : null}
      <Textarea
        aria-label={`Description of ${label}`}
        placeholder="What happens in this step, and where to go"
        autosize
        maxLength={2_000}
        value={step.description}
        onChange={event => changes.set(step.id, { description: event.currentTarget.value })}
      />
    </Stack>
  )
}

const icon = { size: 16, stroke: 1.75 }

function StepMenu({ step, label, at, last, changes }: RowProps & { label: string }) {
  const remove = () => {
    changes.remove(step.id)
    toast(`${label} removed. Its sign-offs are kept.`, async () => changes.put(step, at))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${label}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={at === 0} leftSection={<IconArrowUp {...icon} />} onClick={() => changes.move(at, at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={last} leftSection={<IconArrowDown {...icon} />} onClick={() => changes.move(at, at + 1)}>
          Move down
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={remove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface AddProps {
  taken: readonly string[]
  onAdd: (step: Omit<Step, 'id'>, title: string) => void
}

function AddStep({ taken, onAdd }: AddProps) {
  return (
    <Group align="end" gap="md">
      <CoursePicker
        label="Add a course"
        taken={taken}
        onPick={(courseId, title) => onAdd({ kind: 'course', title: '', description: '', courseId }, title)}
      />
      <Button
        variant="default"
        leftSection={<IconPlus {...icon} />}
        onClick={() => onAdd({ kind: 'real_life', title: 'New step', description: '', courseId: null }, '')}
      >
        Add a step in real life
      </Button>
    </Group>
  )
}
