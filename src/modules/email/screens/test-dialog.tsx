import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Issue } from './use-draft.ts'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  issue: Issue
  /** saves what was typed; undefined where that was refused */
  current: () => Promise<{ id: string; version: number } | undefined>
}

const listed = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** To oneself, or to anyone who should look at it first. */
export function TestDialog({ opened, onClose, current }: DialogProps) {
  const { user } = useMe()
  const form = useForm({ initialValues: { to: user.email } })
  const send = async ({ to }: { to: string }) => {
    const which = await current()
    if (!which) return
    const { sent } = await client.newsletters.test({ id: which.id, to: listed(to) })
    toast(sent === 1 ? 'Test sent' : `${sent} tests sent`)
  }
  const own = { opened, onClose, form, title: 'Send a test', submitLabel: 'Send test' }
  return (
    <FormDialog {...own} onSubmit={send}>
      <TextInput
        label="To"
        description="Up to five addresses, separated by commas."
        data-autofocus
        {...form.getInputProps('to')}
      />
      <Text size="sm" c="dimmed">
        Personalized for Ann Miller. The unsubscribe link in a test changes nothing.
      </Text>
    </FormDialog>
  )
}
