import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { phoneText } from '#people/rules/phone-text.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { client } from '#web/api.ts'

/** To one's own phone, before anyone else reads it. */
export function TestSms({ body, onClose }: { body: string; onClose: () => void }) {
  const form = useForm({ initialValues: { to: '' } })
  const { problem, busy, save } = useSaving(form)
  const send = ({ to }: { to: string }) =>
    save(async () => {
      const done = await client.smsCampaigns.test({ body, to })
      toast(`Test sent to ${phoneText(done.to)}`)
      onClose()
    })
  return (
    <Modal opened onClose={onClose} title="Send me a test">
      <form noValidate onSubmit={form.onSubmit(values => void send(values))}>
        <Stack>
          <Problem error={problem} />
          <TextInput
            label="Your mobile number"
            type="tel"
            autoComplete="tel"
            data-autofocus
            {...form.getInputProps('to')}
          />
          <Text size="sm" c="dimmed">
            Personalized for Ann Miller.
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
