import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from './message.ts'

/** "Saved", "Sent to 38 people": says what was done, and undoes it where `undo` is given. */
export function toast(message: string, undo?: () => Promise<unknown>) {
  const common = { color: 'green', withBorder: true }
  if (!undo) return void notifications.show({ ...common, message, autoClose: 4000 })
  const id = notifications.show({
    ...common,
    autoClose: 15_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button size="compact-sm" variant="default" onClick={() => takeBack()}>
          Undo
        </Button>
      </Group>
    ),
  })
  const takeBack = () => {
    notifications.hide(id)
    undo().catch(error => toastError(error, 'It could not be undone'))
  }
}

/** Stays until it is closed: what went wrong must not vanish unread. */
export function toastError(error: unknown, title?: string) {
  notifications.show({ title, message: messageOf(error), color: 'red', autoClose: false, withBorder: true })
}
