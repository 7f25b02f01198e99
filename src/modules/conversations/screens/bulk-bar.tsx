import { Button, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import classes from './conversations.module.css'
import { AssignDialog, SnoozeDialog } from './row-dialogs.tsx'
import { snoozes, useBulk } from './use-bulk.ts'

/** What is done to the chosen conversations at once. */
export function BulkBar({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const bulk = useBulk()
  const [dialog, setDialog] = useState<'snooze' | 'assign' | null>(null)
  const change = async (changes: object, done: string) => {
    if (await bulk({ ids, ...changes }, done)) onDone()
  }
  const close = () => {
    setDialog(null)
    onDone()
  }
  if (ids.length === 0) return null
  return (
    <div className={classes.bulk} role="toolbar" aria-label="Selected conversations">
      <Text size="sm" fw={550}>
        {ids.length} chosen
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => setDialog('assign')}>
        Assign
      </Button>
      <Menu>
        <Menu.Target>
          <Button size="compact-xs" variant="default">
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozes().map(({ label, until }) => (
            <Menu.Item key={label} onClick={() => void change({ status: 'snoozed', snoozedUntil: until }, 'Snoozed')}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setDialog('snooze')}>Snooze until …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-xs" variant="default" onClick={() => void change({ unread: true }, 'Unread')}>
        Unread
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => void change({ status: 'closed' }, 'Closed')}>
        Close
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={onDone}>
        Cancel
      </Button>
      {dialog === 'snooze' ? <SnoozeDialog ids={ids} onClose={close} /> : null}
      {dialog === 'assign' ? <AssignDialog ids={ids} onClose={close} /> : null}
    </div>
  )
}
