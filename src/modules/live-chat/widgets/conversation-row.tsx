import { Badge, UnstyledButton } from '@mantine/core'
import { Initials } from '#ui/initials.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { client } from '#web/api.ts'
import classes from './support-chat.module.css'

export type Summary = Awaited<ReturnType<typeof client.supportInbox.list>>['items'][number]

export const visitorName = ({ userName, email }: Pick<Summary, 'userName' | 'email'>) => userName || email || 'Visitor'

interface ConversationRowProps {
  conversation: Summary
  onOpen: (id: string) => void
}

export function ConversationRow({ conversation, onOpen }: ConversationRowProps) {
  const { id, state, unread, lastText, lastAuthor, lastAt } = conversation
  const name = visitorName(conversation)
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.row} data-unread={unread > 0 || undefined} onClick={() => onOpen(id)}>
        <Initials name={name} />
        <span className={classes.who}>
          <strong>{name}</strong>
          <span className={classes.last}>
            {lastAuthor === 'staff' ? 'You: ' : ''}
            {lastText}
          </span>
        </span>
        <span className={classes.when}>
          <RelativeTime at={lastAt} />
          {unread > 0 ? <Badge aria-label={`${unread} unread`}>{unread}</Badge> : null}
          {state === 'closed' ? <StatusBadge of="conversation" value={state} /> : null}
        </span>
      </UnstyledButton>
    </li>
  )
}
