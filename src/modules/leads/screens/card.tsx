import type { DraggableProvided, DraggableStateSnapshot } from '@hello-pangea/dnd'
import { ActionIcon, Badge, Group, Menu, Text, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useMembers } from '#clients/widgets/use-members.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import type { Named } from '#people/widgets/use-lead-names.ts'
import { Initials } from '#ui/initials.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge, StatusDot } from '#ui/status-badge.tsx'
import { type Stage, stages } from '../rules/stages.ts'
import classes from './board.module.css'
import { TouchButtons } from './touch.tsx'
import type { Lead } from './use-board.ts'

/** What the board lets a card do. */
export interface CardActions {
  open: (lead: Lead) => void
  move: (lead: Lead, stage: Stage) => void
  filterSource: (source: string) => void
  touched: (lead: Lead) => void
  mayWrite: boolean
  names: Named
  money: (amount: number) => string
}

interface CardProps {
  lead: Lead
  provided: DraggableProvided
  snapshot: DraggableStateSnapshot
  style?: CSSProperties
  actions: CardActions
}

/** The name is the handle: lifted by mouse, touch or the space bar, opened by a click or Enter. Buttons lie beside it. */
export function LeadCard({ lead, provided, snapshot, style, actions }: CardProps) {
  return (
    <div
      ref={provided.innerRef}
      {...provided.draggableProps}
      style={{ ...style, ...provided.draggableProps.style }}
      className={classes.slot}
      data-testid="lead-card"
      data-lead={lead.id}
    >
      <article
        className={classes.card}
        data-dragging={snapshot.isDragging || undefined}
        data-overdue={lead.overdue || undefined}
      >
        <Handle lead={lead} provided={provided} actions={actions} />
        <Group gap={4} wrap="nowrap" className={classes.foot}>
          <CardState lead={lead} actions={actions} />
          <TouchButtons lead={lead} size={28} onDone={actions.touched} />
          {actions.mayWrite ? <MoveMenu lead={lead} actions={actions} /> : null}
        </Group>
      </article>
    </div>
  )
}

interface HandleProps {
  lead: Lead
  provided: DraggableProvided
  actions: CardActions
}

function Handle({ lead, provided, actions: { open, names } }: HandleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the drag library needs an element without behavior of its own
    <div
      {...provided.dragHandleProps}
      role="button"
      tabIndex={0}
      className={classes.handle}
      onClick={() => open(lead)}
      onKeyDown={event => {
        if (event.key === 'Enter') open(lead)
      }}
    >
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text fw={550} truncate>
          {lead.name}
        </Text>
        {lead.outcome ? (
          <StatusBadge of="outcome" value={lead.outcome} label={names.outcomeTitles[lead.outcome]} />
        ) : null}
        {lead.overdue ? (
          <Text span size="xs" fw={550} className={classes.overdue}>
            Overdue
          </Text>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" truncate>
        {lead.email ?? (lead.phone ? phoneText(lead.phone) : 'No contact details yet')}
      </Text>
      <Group gap={4} wrap="nowrap" justify="space-between" className={classes.about}>
        <Text size="xs" c="dimmed" truncate>
          <RelativeTime at={lead.stageEnteredAt} narrow />
          {lead.nextStep ? ` · Next: ${lead.nextStep}` : lead.household ? ` · ${lead.household}` : null}
        </Text>
        <Owner userId={lead.assignedTo} />
      </Group>
      <VisuallyHidden>{names.stageTitles[lead.status]}</VisuallyHidden>
    </div>
  )
}

/** Whose card it is. */
function Owner({ userId }: { userId: string | null }) {
  const { nameOf, avatarOf } = useMembers()
  const name = nameOf(userId)
  if (!name) return null
  return (
    <span title={`Owner: ${name}`} className={classes.owner}>
      <Initials name={name} src={avatarOf(userId)} size={22} />
      <VisuallyHidden>Owner: {name}</VisuallyHidden>
    </span>
  )
}

function CardState({ lead, actions: { filterSource, names, money } }: MoveProps) {
  return (
    <Group gap={4} wrap="nowrap" className={classes.state}>
      {lead.source ? (
        <Badge
          component="button"
          variant="light"
          color="gray"
          size="sm"
          tt="none"
          fw={500}
          className={classes.source}
          onClick={() => filterSource(lead.source!)}
          title={`Show all leads from ${lead.source}`}
        >
          {lead.source}
        </Badge>
      ) : null}
      {names.valueShown && lead.value !== null ? (
        <Text size="xs" c="dimmed" data-figures style={{ whiteSpace: 'nowrap' }}>
          {money(lead.value)}
        </Text>
      ) : null}
    </Group>
  )
}

interface MoveProps {
  lead: Lead
  actions: CardActions
}

/** The menu is made when it is first asked for: a board has thousands of cards. */
function MoveMenu(props: MoveProps) {
  const [asked, setAsked] = useState(false)
  if (asked) return <OpenMenu {...props} />
  return (
    <ActionIcon
      size={28}
      aria-label={`Move ${props.lead.name} to …`}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setAsked(true)}
    >
      <IconDots size={16} stroke={1.75} />
    </ActionIcon>
  )
}

function OpenMenu({ lead, actions: { move, names } }: MoveProps) {
  return (
    <Menu position="bottom-end" withinPortal defaultOpened>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`Move ${lead.name} to …`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Move to …</Menu.Label>
        {stages
          .filter(stage => stage !== lead.status)
          .map(stage => (
            <Menu.Item
              key={stage}
              leftSection={<StatusDot of="lead" value={stage} />}
              onClick={() => move(lead, stage)}
            >
              {names.stageTitles[stage]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
