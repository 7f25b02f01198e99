import { Badge, Button, NativeSelect, Text, UnstyledButton } from '@mantine/core'
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { phoneText } from '#people/rules/phone-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Initials } from '#ui/initials.tsx'
import type { ListSource } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import classes from './conversations.module.css'
import type { Conversation } from './use-conversations.ts'

const channels = {
  sms: { Icon: IconMessage, name: 'Text' },
  email: { Icon: IconMail, name: 'E-mail' },
  voice: { Icon: IconPhone, name: 'Call' },
}

interface ListProps {
  state: ListState<string>
  source: ListSource<Conversation>
  current: string | undefined
  onChoose: (id: string) => void
}

export function ConversationList({ state, source, current, onChoose }: ListProps) {
  return (
    <nav className={classes.left} aria-label="Conversations">
      <div className={classes.tools}>
        <SearchBox value={state.q} onChange={state.setQ} placeholder="Name, number or words" />
        <Filters state={state} />
      </div>
      {source.error && source.rows.length === 0 ? (
        <ErrorPanel error={source.error} what="the conversations" onRetry={source.retry} />
      ) : source.pending ? (
        <SkeletonRows rows={6} height={56} />
      ) : source.rows.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <ul className={classes.list}>
          {source.rows.map(row => (
            <li key={row.id}>
              <Row row={row} current={row.id === current} onChoose={onChoose} />
            </li>
          ))}
          {source.hasMore ? (
            <li>
              <Button fullWidth variant="subtle" loading={source.loadingMore} onClick={source.loadMore}>
                Load more
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </nav>
  )
}

function Filters({ state }: { state: ListState<string> }) {
  const select = (name: string, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={state.filters[name] ?? data[0]!.value}
      onChange={event =>
        state.setFilter(name, event.currentTarget.value === data[0]!.value ? null : event.currentTarget.value)
      }
      data={data}
    />
  )
  return (
    <div className={classes.bar}>
      {select('status', 'Status', [
        { value: 'open', label: 'Open' },
        { value: 'snoozed', label: 'Snoozed' },
        { value: 'closed', label: 'Closed' },
        { value: 'all', label: 'All' },
      ])}
      {select('only', 'Which', [
        { value: '', label: 'Everyone' },
        { value: 'unread', label: 'Unread' },
        { value: 'mine', label: 'Mine' },
      ])}
      {select('channel', 'Channel', [
        { value: '', label: 'Channels' },
        { value: 'sms', label: 'Texts' },
        { value: 'email', label: 'E-mail' },
      ])}
    </div>
  )
}

const Nothing = ({ state }: { state: ListState<string> }) =>
  state.narrowed ? (
    <EmptyState
      title="Nothing matches"
      text="Try fewer words, or take a filter away."
      action={
        <Button variant="default" onClick={state.clear}>
          Clear search and filters
        </Button>
      }
    />
  ) : (
    <EmptyState title="All answered" text="What people write to you by text or mail appears here." />
  )

/** +15125550143 as people write it; a name stays a name. */
export const shownName = ({ personId, name }: Pick<Conversation, 'personId' | 'name'>) =>
  personId ? name : phoneText(name)

function Row({ row, current, onChoose }: { row: Conversation; current: boolean; onChoose: (id: string) => void }) {
  const { unread, channel, direction, preview, lastAt, assigneeName } = row
  const { Icon, name } = channels[channel ?? 'sms']
  return (
    <UnstyledButton className={classes.row} aria-current={current || undefined} onClick={() => onChoose(row.id)}>
      <Initials name={row.personId ? row.name : '?'} size="md" />
      <span className={classes.about}>
        <span className={classes.line}>
          <Text span fw={unread > 0 ? 650 : 550} truncate>
            {shownName(row)}
          </Text>
          <Text span size="xs" c="dimmed">
            <RelativeTime at={lastAt} />
          </Text>
        </span>
        <span className={classes.line}>
          <Text span size="sm" c="dimmed" truncate>
            <Icon size={14} stroke={1.75} aria-label={name} />{' '}
            {direction === 'out' && channel !== 'voice' ? 'We: ' : ''}
            {preview}
          </Text>
          {unread > 0 ? (
            <Badge size="sm" circle className={classes.unread} aria-label={`${unread} unread`}>
              {unread}
            </Badge>
          ) : null}
        </span>
        {assigneeName ? (
          <Text span size="xs" c="dimmed">
            {assigneeName}
          </Text>
        ) : null}
      </span>
    </UnstyledButton>
  )
}
