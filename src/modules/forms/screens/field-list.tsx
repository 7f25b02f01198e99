import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { toast } from '#ui/toast.tsx'
import { keyOf, typeNames } from '../rules/definition.ts'
import { FieldPanel } from './field-panel.tsx'
import classes from './forms.module.css'
import { typeIcons } from './type-icons.tsx'
import type { FieldChanges, Form, FormDraft, LocalField } from './use-form-draft.ts'

interface FieldListProps {
  form: Form
  draft: FormDraft
  changes: FieldChanges
  open: string | null
  onOpen: (uid: string | null) => void
  disabled: boolean
}

/** The fields in their order: dragged by the handle, or moved by the keyboard (space, arrows) or the menu. */
export function FieldList(props: FieldListProps) {
  const { draft, changes, disabled } = props
  const { fields } = draft.words.draft
  return (
    <DragDropContext
      onDragEnd={({ source, destination }) => destination && changes.move(source.index, destination.index)}
    >
      <Droppable droppableId="fields">
        {place => (
          <ol ref={place.innerRef} {...place.droppableProps} className={classes.fields}>
            {fields.map((field, i) => (
              <Draggable
                key={field.uid}
                draggableId={field.uid}
                index={i}
                isDragDisabled={disabled}
                disableInteractiveElementBlocking
              >
                {(drag, { isDragging }) => (
                  <li
                    ref={drag.innerRef}
                    {...drag.draggableProps}
                    className={classes.fieldRow}
                    data-dragging={isDragging || undefined}
                  >
                    <Row {...props} field={field} at={i} handle={drag.dragHandleProps} />
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

interface RowProps extends FieldListProps {
  field: LocalField
  at: number
  handle: object | null
}

function Row(props: RowProps) {
  const { field, at, handle, open, onOpen, draft, form, changes, disabled } = props
  const Icon = typeIcons[field.type]
  const isOpen = open === field.uid
  const errors = errorsAt(draft.errors, at)
  const broken = Object.keys(errors).length > 0
  return (
    <>
      <div className={classes.fieldHead}>
        {disabled ? null : (
          <button type="button" {...handle} className={classes.handle} aria-label={`Move ${field.label}`}>
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </button>
        )}
        <UnstyledButton
          className={classes.fieldName}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : field.uid)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
          <Text span fw={550} truncate>
            {field.label || 'No label yet'}
            {field.required ? ' *' : ''}
          </Text>
          <Text span size="sm" c={broken ? 'red' : 'dimmed'} className={classes.fieldType}>
            {broken ? 'Needs attention' : field.when.length > 0 ? 'Shown if…' : typeNames[field.type]}
          </Text>
          <IconChevronDown size={16} stroke={1.75} aria-hidden className={classes.chevron} />
        </UnstyledButton>
        {disabled ? null : <RowMenu {...props} />}
      </div>
      {isOpen ? (
        <FieldPanel
          field={field}
          before={draft.words.draft.fields.slice(0, at)}
          kept={form.keptKeys.includes(field.key)}
          errors={errors}
          currency={form.currency}
          onChange={change => changes.set(field.uid, change)}
        />
      ) : null}
    </>
  )
}

/** `draft.fields.2.key` is the key of the third field. */
const errorsAt = (errors: Record<string, string>, at: number) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) => {
      const [, , i, name] = path.split('.')
      return path.startsWith('draft.fields.') && Number(i) === at && name ? [[name, message] as const] : []
    }),
  )

const icon = { size: 16, stroke: 1.75 }

function RowMenu({ field, at, draft, changes, onOpen }: RowProps) {
  const { fields } = draft.words.draft
  const { uid, ...rest } = field
  const taken = fields.map(one => one.key)
  const copy = () => onOpen(changes.add({ ...rest, key: keyOf(field.label, taken) }, at + 1))
  const remove = () => {
    changes.remove(uid)
    toast(`${field.label} removed`, async () => void changes.add(rest, at))
  }
  const items = [
    { label: 'Move up', Icon: IconArrowUp, act: () => changes.move(at, at - 1), off: at === 0 },
    { label: 'Move down', Icon: IconArrowDown, act: () => changes.move(at, at + 1), off: at === fields.length - 1 },
    { label: 'Duplicate', Icon: IconCopy, act: copy, off: field.type === 'family' },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${field.label}`}>
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
