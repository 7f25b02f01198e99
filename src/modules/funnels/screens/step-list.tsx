import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Badge, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { toast } from '#ui/toast.tsx'
import { goalNames, type Step } from '../rules/steps.ts'
import classes from './funnels.module.css'
import { StepPanel } from './step-panel.tsx'
import type { FunnelDraft } from './use-funnel-draft.ts'
import type { Funnel } from './use-funnels.ts'

export interface StepsProps {
  funnel: Funnel
  draft: FunnelDraft
  open: string | null
  onOpen: (id: string | null) => void
  disabled: boolean
}

const icon = { size: 16, stroke: 1.75 }

/** The steps in their order: dragged by the handle, or moved by the keyboard (space, arrows) or the menu. */
export function StepList(props: StepsProps) {
  const { draft, disabled } = props
  return (
    <DragDropContext
      onDragEnd={({ source, destination }) => destination && draft.steps.move(source.index, destination.index)}
    >
      <Droppable droppableId="steps">
        {place => (
          <ol ref={place.innerRef} {...place.droppableProps} className={classes.steps} aria-label="Steps">
            {draft.words.draft.map((step, i) => (
              <Draggable
                key={step.id}
                draggableId={step.id}
                index={i}
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
                    <Row {...props} step={step} at={i} handle={drag.dragHandleProps} />
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
}

/** Which page it shows, or how many. */
const pagesText = ({ variants }: Step, { pages }: Funnel): string =>
  variants.length > 1 ? `A/B test of ${variants.length} pages` : (pages[variants[0]?.pageId ?? '']?.name ?? '')

interface RowProps extends StepsProps {
  step: Step
  at: number
  handle: object | null
}

function Row(props: RowProps) {
  const { step, at, handle, open, onOpen, disabled, funnel } = props
  const isOpen = open === step.id
  const problems = funnel.blockers.filter(one => one.stepId === step.id).length
  return (
    <>
      <div className={classes.head}>
        {disabled ? null : (
          <button type="button" {...handle} className={classes.handle} aria-label={`Move ${step.name}`}>
            <IconGripVertical {...icon} aria-hidden />
          </button>
        )}
        <UnstyledButton className={classes.open} aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : step.id)}>
          <Text span fw={550} truncate>
            {at + 1}. {step.name || 'No name yet'}
          </Text>
          <Text span size="sm" c="dimmed" truncate>
            {[goalNames[step.goal.kind], pagesText(step, funnel)].filter(Boolean).join(' · ')}
          </Text>
        </UnstyledButton>
        {problems > 0 ? (
          <Badge color="yellow" variant="light">
            {problems === 1 ? '1 thing to fix' : `${problems} things to fix`}
          </Badge>
        ) : null}
        {disabled ? null : <RowMenu {...props} />}
      </div>
      {isOpen ? <StepPanel {...props} /> : null}
    </>
  )
}

function RowMenu({ step, at, draft: { steps, words } }: RowProps) {
  const before = words.draft
  const remove = () => {
    steps.remove(step.id)
    toast(`${step.name} removed. Its page stays.`, async () => steps.restore(before))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`More for ${step.name}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={at === 0} leftSection={<IconArrowUp {...icon} />} onClick={() => steps.move(at, at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item
          disabled={at === before.length - 1}
          leftSection={<IconArrowDown {...icon} />}
          onClick={() => steps.move(at, at + 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={remove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
