import { DragDropContext, Draggable, type DraggableProvided, Droppable, type DropResult } from '@hello-pangea/dnd'
import { ActionIcon, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { blockNames } from '../blocks/rules/blank.ts'
import type { Block } from '../blocks/rules/schema.ts'
import { newKey, summaryOf } from '../rules/block-words.ts'
import { AddBlock } from './add-block.tsx'
import { BlockFields } from './block-fields.tsx'
import classes from './block-list.module.css'

interface BlockListProps {
  blocks: Block[]
  onChange: (blocks: Block[]) => void
  /** what is wrong with a block, by its key */
  problems?: Map<string, string>
}

const moved = (blocks: Block[], from: number, to: number): Block[] => {
  const next = [...blocks]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** The mail's parts from top to bottom: opened one at a time, moved by hand, by buttons or by the keyboard. */
export function BlockList({ blocks, onChange, problems }: BlockListProps) {
  const [open, setOpen] = useState<string | null>(null)
  const drop = ({ source, destination }: DropResult) => {
    if (destination && destination.index !== source.index) onChange(moved(blocks, source.index, destination.index))
  }
  const add = (block: Block) => {
    const at = blocks.findIndex(({ key }) => key === open)
    onChange(at < 0 ? [...blocks, block] : blocks.toSpliced(at + 1, 0, block))
    setOpen(block.key)
  }
  return (
    <DragDropContext onDragEnd={drop}>
      <Droppable droppableId="blocks">
        {list => (
          <ol ref={list.innerRef} {...list.droppableProps} className={classes.list} aria-label="Blocks">
            {blocks.map((block, place) => (
              <Draggable key={block.key} draggableId={block.key} index={place}>
                {drag => (
                  <BlockCard
                    drag={drag}
                    block={block}
                    place={place}
                    count={blocks.length}
                    open={open === block.key}
                    problem={problems?.get(block.key)}
                    onOpen={() => setOpen(open === block.key ? null : block.key)}
                    onChange={next => onChange(blocks.map(one => (one.key === block.key ? next : one)))}
                    onMove={to => onChange(moved(blocks, place, to))}
                    onCopy={() => add({ ...structuredClone(block), key: newKey() })}
                    onRemove={() => onChange(blocks.filter(({ key }) => key !== block.key))}
                  />
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
      <AddBlock onAdd={add} />
    </DragDropContext>
  )
}

interface BlockCardProps {
  drag: DraggableProvided
  block: Block
  place: number
  count: number
  open: boolean
  problem: string | undefined
  onOpen: () => void
  onChange: (block: Block) => void
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

function BlockCard({ drag, block, place, count, open, problem, ...act }: BlockCardProps) {
  const name = blockNames[block.type]
  const nth = `${name}, block ${place + 1}`
  const tool = (label: string, Icon: typeof IconCopy, work: () => void, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={`${label}: ${nth}`} disabled={disabled} onClick={work}>
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <li ref={drag.innerRef} {...drag.draggableProps} className={classes.card} data-open={open || undefined}>
      <div className={classes.head}>
        <span {...drag.dragHandleProps} className={classes.grip}>
          <VisuallyHidden>Drag: {nth}</VisuallyHidden>
          <IconGripVertical size={16} stroke={1.75} aria-hidden />
        </span>
        <UnstyledButton className={classes.open} aria-expanded={open} onClick={act.onOpen}>
          <Text span fw={600} size="sm">
            {name}
          </Text>
          <Text span size="sm" c={problem ? 'red' : 'dimmed'} className={classes.summary}>
            {problem ?? summaryOf(block)}
          </Text>
        </UnstyledButton>
        <span className={classes.tools}>
          {tool('Up', IconArrowUp, () => act.onMove(place - 1), place === 0)}
          {tool('Down', IconArrowDown, () => act.onMove(place + 1), place === count - 1)}
          {tool('Duplicate', IconCopy, act.onCopy)}
          {tool('Remove', IconTrash, act.onRemove)}
        </span>
      </div>
      {open ? (
        <div className={classes.fields}>
          <BlockFields block={block} onChange={act.onChange} />
        </div>
      ) : null}
    </li>
  )
}
