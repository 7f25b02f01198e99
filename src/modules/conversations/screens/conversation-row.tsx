import { Badge, Checkbox, Highlight, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMail, IconMessage, IconMessageCircle, IconPaperclip, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { phoneText } from '#people/rules/phone-text.ts'
import { Initials } from '#ui/initials.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useMay } from '#web/me.tsx'
import classes from './conversations.module.css'
import { RowMenu } from './row-menu.tsx'
import type { Conversation } from './use-conversations.ts'

const icons = { sms: IconMessage, email: IconMail, voice: IconPhone, chat: IconMessageCircle } as const
const names = { sms: 'Text', email: 'E-mail', voice: 'Call', chat: 'Chat' } as const

/** +15125550143 as people write it; a name stays a name. */
/** Someone's number stands for their name as long as it is all that is known. */
export const isNumber = (name: string) => /^\+\d+$/.test(name)
export const shownName = ({ personId, name }: Pick<Conversation, 'personId' | 'name'>) =>
  personId && !isNumber(name) ? name : phoneText(name)

interface RowProps {
  row: Conversation
  current: boolean
  /** what was searched for */
  words: string
  chosen: boolean
  onOpen: (id: string) => void
  onChoose: (chosen: boolean) => void
}

export function Row({ row, current, words, chosen, onOpen, onChoose }: RowProps) {
  const mayWrite = useMay('conversations.write')
  const [menu, setMenu] = useState(false)
  return (
    <div className={classes.entry} data-current={current || undefined}>
      {mayWrite ? (
        <Checkbox
          size="md"
          className={classes.choose}
          aria-label={`Select ${shownName(row)}`}
          checked={chosen}
          onChange={event => onChoose(event.currentTarget.checked)}
        />
      ) : null}
      <UnstyledButton
        className={classes.row}
        aria-current={current || undefined}
        onClick={() => onOpen(row.id)}
        onContextMenu={event => {
          if (!mayWrite) return
          event.preventDefault()
          setMenu(true)
        }}
      >
        <Initials name={row.personId ? row.name : '?'} size="md" />
        <span className={classes.about}>
          <First row={row} words={words} />
          <Second row={row} words={words} />
        </span>
      </UnstyledButton>
      {mayWrite ? <RowMenu row={row} opened={menu} onChange={setMenu} /> : null}
    </div>
  )
}

interface PartProps {
  row: Conversation
  words: string
}

const First = ({ row, words }: PartProps) => (
  <span className={classes.line}>
    <Highlight component="span" highlight={words} fw={row.unread > 0 ? 650 : 550} truncate>
      {shownName(row)}
    </Highlight>
    <Text span size="xs" c="dimmed" className={classes.time}>
      <RelativeTime at={row.lastAt} />
    </Text>
  </span>
)

function Second({
  row: { channel, direction, preview, match, files, unread, assigneeName, assigneeAvatarUrl },
  words,
}: PartProps) {
  const Icon = icons[channel ?? 'sms']
  return (
    <span className={classes.line}>
      <Text span size="sm" c="dimmed" truncate>
        <Icon size={14} stroke={1.75} aria-label={names[channel ?? 'sms']} />{' '}
        {files ? <IconPaperclip size={14} stroke={1.75} aria-label="With attachment" /> : null}
        {match === null && direction === 'out' ? 'We: ' : ''}
        <Highlight component="span" inherit highlight={match === null ? '' : words}>
          {match ?? preview}
        </Highlight>
      </Text>
      <span className={classes.marks}>
        {assigneeName ? (
          <Tooltip label={`Assigned to ${assigneeName}`}>
            <span>
              <Initials name={assigneeName} src={assigneeAvatarUrl} size="xs" />
            </span>
          </Tooltip>
        ) : null}
        {unread > 0 ? (
          <Badge size="sm" circle={unread < 10} className={classes.unread} aria-label={`${unread} unread`}>
            {unread < 100 ? unread : '99+'}
          </Badge>
        ) : null}
      </span>
    </span>
  )
}
