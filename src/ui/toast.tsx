import { notifications } from '@mantine/notifications'
import { messageOf } from './message.ts'

/** "Saved", "Sent to 38 people": says what was done. */
export function toast(message: string) {
  notifications.show({ message, color: 'green', autoClose: 4000, withBorder: true })
}

/** Stays until it is closed: what went wrong must not vanish unread. */
export function toastError(error: unknown, title?: string) {
  notifications.show({ title, message: messageOf(error), color: 'red', autoClose: false, withBorder: true })
}
