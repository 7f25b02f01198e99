import { DragDropContext, type DropResult } from '@hello-pangea/dnd'
import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useMoney } from '#clients/widgets/use-money.ts'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { useMay } from '#web/me.tsx'
import { type Stage, stages } from '../rules/stages.ts'
import classes from './board.module.css'
import type { CardActions } from './card.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { BoardColumn } from './column.tsx'
import { type Lead, type LeadFilters, useBoard, useBoardNews, useCounts } from './use-board.ts'
import { useMove } from './use-move.ts'
import { useTouch } from './use-touch.ts'

interface BoardProps {
  filters: LeadFilters
  onOpen: (lead: Lead) => void
  onSource: (source: string) => void
}

/** Five columns; on a phone one at a time. A drop outside any column does nothing. */
export function Board({ filters, onOpen, onSource }: BoardProps) {
  const board = useBoard(filters)
  useBoardNews(filters, board)
  const moving = useMove(board)
  const { data } = useCounts(filters)
  const narrow = useMediaQuery('(max-width: 48em)') ?? false
  const [chosen, choose] = useState<Stage>('new')
  const passTouchesOn = useTouch()
  const actions: CardActions = {
    open: onOpen,
    move: (lead, stage) => moving.move(lead, stage, 0),
    filterSource: onSource,
    touched: board.put,
    mayWrite: useMay('leads.write'),
    names: useLeadNames(),
    money: useMoney(),
  }

  function drop({ source, destination, draggableId }: DropResult) {
    if (!destination || (destination.droppableId === source.droppableId && destination.index === source.index)) return
    const lead = board.cards(source.droppableId as Stage).find(card => card.id === draggableId)
    if (lead) moving.move(lead, destination.droppableId as Stage, destination.index)
  }

  const countOf = (stage: Stage) => data?.columns.find(column => column.stage === stage)
  return (
    <>
      {narrow ? <StagePicker value={chosen} onChange={choose} countOf={stage => countOf(stage)?.count} /> : null}
      <DragDropContext onDragEnd={drop}>
        <section className={classes.board} aria-label="Lead Pipeline" onTouchStart={passTouchesOn}>
          {stages
            .filter(stage => !narrow || stage === chosen)
            .map(stage => (
              <BoardColumn
                key={stage}
                stage={stage}
                filters={filters}
                actions={actions}
                count={countOf(stage)?.count}
                overdue={countOf(stage)?.overdue ?? 0}
              />
            ))}
        </section>
      </DragDropContext>
      <CloseDialog name={moving.closing?.lead.name ?? null} onClose={moving.close} onCancel={moving.cancelClosing} />
    </>
  )
}

interface StagePickerProps {
  value: Stage
  onChange: (stage: Stage) => void
  countOf: (stage: Stage) => number | undefined
}

/** On a phone: which column is shown. */
function StagePicker({ value, onChange, countOf }: StagePickerProps) {
  const { stageTitles } = useLeadNames()
  return (
    <NativeSelect
      className={classes.stagePicker}
      aria-label="Stage"
      value={value}
      onChange={event => onChange(event.currentTarget.value as Stage)}
      data={stages.map(stage => ({ value: stage, label: `${stageTitles[stage]} (${countOf(stage) ?? '…'})` }))}
    />
  )
}
