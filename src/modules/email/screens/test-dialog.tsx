import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
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

/** To oneself, or to whoever should look at it first. */
export function TestDialog({ opened, onClose, current }: DialogProps) {
  const { user } = useMe()
  const form = useForm({ initialValues: { to: user.email } })
  const { problem, busy, save } = useSaving({
    // The server says which of them it is; here they stand in one field.
    setErrors: errors =>
      form.setErrors(Object.fromEntries(Object.entries(errors).map(([at, text]) => [at.split('.')[0]!, text]))),
  })
  const submit = ({ to }: { to: string }) =>
    save(async () => {
      const which = await current()
      if (!which) return onClose()
      const { sent } = await client.newsletters.test({ id: which.id, to: listed(to) })
      toast(sent === 1 ? 'The test is on its way' : `${sent} tests are on their way`)
      onClose()
    })
  return (
    <Modal opened={opened} onClose={onClose} title="Send a test">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Problem error={problem} />
          <TextInput
            label="To"
            description="Up to five addresses, with commas between them."
            data-autofocus
            {...form.getInputProps('to')}
          />
          <Text size="sm" c="dimmed">
            As Ann Miller would get it. The link to unsubscribe in a test changes nothing.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Send test
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
