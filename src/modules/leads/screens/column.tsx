import { Draggable, Droppable } from '@hello-pangea/dnd'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusDot } from '#ui/status-badge.tsx'
import type { Stage } from '../rules/stages.ts'
import classes from './board.module.css'
import { type CardActions, LeadCard } from './card.tsx'
import { type Lead, type LeadFilters, useColumn } from './use-board.ts'

/** Height of a card with the gap under it, in pixels: equal for all, so that only those in sight exist. */
const CARD = 126

interface ColumnProps {
  stage: Stage
  filters: LeadFilters
  actions: CardActions
  count: number | undefined
  overdue: number
}

export function BoardColumn({ stage, filters, actions, count, overdue }: ColumnProps) {
  const query = useColumn(stage, filters)
  const { number } = useFormat()
  const title = useLeadNames().stageTitles[stage]
  return (
    <section
      className={classes.column}
      aria-labelledby={`stage-${stage}`}
      data-stage={stage}
      data-testid={`column-${stage}`}
    >
      <header className={classes.head}>
        <StatusDot of="lead" value={stage} />
        <Title order={2} size="h4" id={`stage-${stage}`} className={classes.title}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" data-figures>
          {count === undefined ? '' : number(count)}
        </Text>
        {overdue > 0 ? (
          <Text size="xs" fw={550} className={classes.overdue} ml="auto" data-figures>
            {number(overdue)} overdue
          </Text>
        ) : null}
      </header>
      {query.isPending ? (
        <Stack gap="xs" p="xs">
          {['a', 'b', 'c'].map(key => (
            <Skeleton key={key} height={CARD - 12} />
          ))}
        </Stack>
      ) : query.error && !query.data ? (
        <ErrorPanel error={query.error} what={title} onRetry={() => void query.refetch()} />
      ) : (
        <Cards stage={stage} query={query} actions={actions} />
      )}
    </section>
  )
}

/** Only the cards in sight exist; the next page is fetched before the end is reached. */
function useRows(query: ReturnType<typeof useColumn>) {
  const leads = query.data?.pages.flatMap(page => page.items) ?? []
  const scroller = useRef<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: leads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
    getItemKey: index => leads[index]!.id,
    overscan: 4,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= leads.length - 10) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, leads.length])
  return { leads, shown, scroller }
}

interface CardsProps {
  stage: Stage
  query: ReturnType<typeof useColumn>
  actions: CardActions
}

function Cards({ stage, query, actions }: CardsProps) {
  const { leads, shown, scroller } = useRows(query)
  return (
    <Droppable
      droppableId={stage}
      mode="virtual"
      isDropDisabled={!actions.mayWrite}
      renderClone={(provided, snapshot, rubric) => (
        <LeadCard lead={leads[rubric.source.index]!} provided={provided} snapshot={snapshot} actions={actions} />
      )}
    >
      {(provided, { isUsingPlaceholder, isDraggingOver }) => (
        <div
          ref={element => {
            scroller.current = element
            provided.innerRef(element)
          }}
          {...provided.droppableProps}
          className={classes.cards}
          data-over={isDraggingOver || undefined}
        >
          <div style={{ height: (leads.length + (isUsingPlaceholder ? 1 : 0)) * CARD }} className={classes.track}>
            {shown.map(row => (
              <Row key={row.key} lead={leads[row.index]!} index={row.index} top={row.start} actions={actions} />
            ))}
          </div>
          {leads.length === 0 && !isDraggingOver ? <Nobody /> : null}
          {query.error ? <LoadAgain onClick={() => void query.fetchNextPage()} /> : null}
        </div>
      )}
    </Droppable>
  )
}

interface RowProps {
  lead: Lead
  index: number
  /** Pixels from the top of the column. */
  top: number
  actions: CardActions
}

/** While a column scrolls, only the cards that come into sight are drawn. */
const Row = memo(function Row({ lead, index, top, actions }: RowProps) {
  return (
    <Draggable draggableId={lead.id} index={index} isDragDisabled={!actions.mayWrite}>
      {(provided, snapshot) => (
        <LeadCard
          lead={lead}
          provided={provided}
          snapshot={snapshot}
          style={{ position: 'absolute', insetInline: 0, top, height: CARD }}
          actions={actions}
        />
      )}
    </Draggable>
  )
})

function Nobody() {
  return (
    <Text size="sm" c="dimmed" ta="center" p="md">
      No leads. Drag a card here, or move one with its menu.
    </Text>
  )
}

function LoadAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="subtle" fullWidth onClick={onClick}>
      More could not be loaded. Retry
    </Button>
  )
}
