import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

export interface ConfirmOptions {
  /** a question that holds the count: "Delete 38 people?" */
  title: string
  /** what goes with it and how it can be undone */
  text?: ReactNode
  /** the verb and the count again: "Delete 38 people" */
  confirm: string
  cancel?: string
  danger?: boolean
}

/** Asks; true when the person agreed, false when they closed it in any other way. */
export function confirm({ title, text, confirm, cancel = 'Cancel', danger = false }: ConfirmOptions) {
  return new Promise<boolean>(resolve => {
    modals.openConfirmModal({
      title,
      children: typeof text === 'string' ? <Text c="dimmed">{text}</Text> : text,
      labels: { confirm, cancel },
      confirmProps: danger ? { color: 'red' } : undefined,
      onConfirm: () => resolve(true),
      // Closing follows confirming as well; by then the promise has its answer.
      onClose: () => resolve(false),
    })
  })
}
