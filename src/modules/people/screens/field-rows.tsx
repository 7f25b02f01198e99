import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconGripVertical,
  IconLock,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { customTypeNames } from '../fields/rules/types.ts'
import type { Field } from '../widgets/field-form.tsx'
import classes from './fields.module.css'
import { people } from './use-bulk.ts'

interface FieldRowsProps {
  fields: Field[]
  mayWrite: boolean
  onEdit: (field: Field) => void
}

/** As they were put, before the server has answered. */
function useOrder(fields: Field[]) {
  const [shown, setShown] = useState(fields)
  useEffect(() => setShown(fields), [fields])
  const act = useAct(api.personFields.key())
  const move = async (from: number, to: number) => {
    if (to < 0 || to >= shown.length || to === from) return
    const next = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from]!)
    setShown(next)
    const done = await act(() => client.personFields.order({ ids: next.map(({ id }) => id) }), undefined, 'Not moved')
    if (!done) setShown(fields)
  }
  return { shown, move }
}

/** In their order: dragged by the handle, or moved by the keyboard (space, arrows) or the menu. */
export function FieldRows({ fields, mayWrite, onEdit }: FieldRowsProps) {
  const { shown, move } = useOrder(fields)
  const sizes = useQuery(api.personFields.sizes.queryOptions({ input: {}, meta: { live: ['people'] } }))
  const sizeOf = (id: string) => sizes.data && (sizes.data.items.find(({ fieldId }) => fieldId === id)?.people ?? 0)
  const menu = { count: shown.length, move, onEdit }
  return (
    <DragDropContext onDragEnd={({ source, destination }) => destination && void move(source.index, destination.index)}>
      <Droppable droppableId="fields">
        {place => (
          <ol ref={place.innerRef} {...place.droppableProps} className={classes.list}>
            {shown.map((field, i) => (
              <Draggable
                key={field.id}
                draggableId={field.id}
                index={i}
                isDragDisabled={!mayWrite}
                disableInteractiveElementBlocking
              >
                {(drag, { isDragging }) => (
                  <li
                    ref={drag.innerRef}
                    {...drag.draggableProps}
                    className={classes.row}
                    data-dragging={isDragging || undefined}
                  >
                    {mayWrite ? <Handle label={field.label} {...drag.dragHandleProps} /> : null}
                    <Naming field={field} size={sizeOf(field.id)} onEdit={mayWrite ? onEdit : undefined} />
                    {mayWrite ? <RowMenu {...menu} field={field} size={sizeOf(field.id)} at={i} /> : null}
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

const Handle = ({ label, ...rest }: { label: string }) => (
  <button type="button" {...rest} className={classes.handle} aria-label={`Move ${label}`}>
    <IconGripVertical size={16} stroke={1.75} aria-hidden />
  </button>
)

interface NamingProps {
  field: Field
  /** undefined while it is counted */
  size: number | undefined
  onEdit?: (field: Field) => void
}

function Naming({ field, size, onEdit }: NamingProps) {
  const { number } = useFormat()
  const { label, type, group, isPrivate, options } = field
  const about = [customTypeNames[type], options.length > 0 && options.map(one => one.label).join(', '), group]
  const words = (
    <>
      <Text span fw={550} truncate className={classes.label}>
        {label}
        {isPrivate ? (
          <IconLock size={14} stroke={1.75} className={classes.lock} aria-label="Pastors only" role="img" />
        ) : null}
      </Text>
      <Text span size="sm" c="dimmed" truncate>
        {about.filter(Boolean).join(' · ')}
      </Text>
    </>
  )
  return (
    <>
      {onEdit ? (
        <UnstyledButton className={classes.name} onClick={() => onEdit(field)}>
          {words}
        </UnstyledButton>
      ) : (
        <span className={classes.name}>{words}</span>
      )}
      <Text span size="sm" c="dimmed" className={classes.size} data-figures>
        {size === undefined ? '…' : size === 1 ? '1 person' : `${number(size)} people`}
      </Text>
    </>
  )
}

const icon = { size: 16, stroke: 1.75 }

interface RowMenuProps {
  field: Field
  size: number | undefined
  at: number
  count: number
  move: (from: number, to: number) => Promise<void>
  onEdit: (field: Field) => void
}

function RowMenu({ field, size = 0, at, count, move, onEdit }: RowMenuProps) {
  const act = useAct(api.personFields.key(), api.people.key())
  const { id, label } = field
  async function remove() {
    const agreed = await confirm({
      title: `Delete the field ${label}?`,
      text: `${size === 0 ? 'No values are deleted' : `The values of ${people(size)} are deleted`} too. Segments, forms and messages can no longer use it. You can restore it for 30 days.`,
      confirm: 'Delete the field',
      danger: true,
    })
    if (!agreed || !(await act(() => client.personFields.remove({ id }), undefined, 'Not deleted'))) return
    toast(`${label} deleted`, async () => void (await act(() => client.personFields.restore({ id }))))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${label}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(field)}>
          Edit
        </Menu.Item>
        <Menu.Item disabled={at === 0} leftSection={<IconArrowUp {...icon} />} onClick={() => void move(at, at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item
          disabled={at === count - 1}
          leftSection={<IconArrowDown {...icon} />}
          onClick={() => void move(at, at + 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
