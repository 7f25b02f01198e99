import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '#web/me.tsx'
import classes from './conversations.module.css'
import { AssignDialog, SnoozeDialog } from './row-dialogs.tsx'
import { snoozes, useBulk } from './use-bulk.ts'
import type { Conversation } from './use-conversations.ts'

interface RowMenuProps {
  row: Conversation
  opened: boolean
  onChange: (opened: boolean) => void
}

/** What a right click on a conversation offers, and the button beside it. */
export function RowMenu({ row: { id, name, status }, opened, onChange }: RowMenuProps) {
  const { user } = useMe()
  const bulk = useBulk()
  const [dialog, setDialog] = useState<'snooze' | 'assign' | null>(null)
  const close = () => setDialog(null)
  const ids = [id]
  return (
    <>
      <Menu opened={opened} onChange={onChange} position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon className={classes.more} size={26} variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <IconDots size={14} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void bulk({ ids, unread: true }, 'Unread')}>Mark as unread</Menu.Item>
          {snoozes().map(({ label, until }) => (
            <Menu.Item
              key={label}
              onClick={() => void bulk({ ids, status: 'snoozed', snoozedUntil: until }, 'Snoozed')}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setDialog('snooze')}>Snooze until …</Menu.Item>
          <Menu.Item onClick={() => void bulk({ ids, assignedTo: user.id }, 'Assigned')}>Assign to me</Menu.Item>
          <Menu.Item onClick={() => setDialog('assign')}>Assign to…</Menu.Item>
          {status === 'closed' ? (
            <Menu.Item onClick={() => void bulk({ ids, status: 'open' }, 'Reopen')}>Reopen</Menu.Item>
          ) : (
            <Menu.Item onClick={() => void bulk({ ids, status: 'closed' }, 'Closed')}>Close</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'snooze' ? <SnoozeDialog ids={ids} onClose={close} /> : null}
      {dialog === 'assign' ? <AssignDialog ids={ids} onClose={close} /> : null}
    </>
  )
}
