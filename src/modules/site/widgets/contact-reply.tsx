import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { newId } from '#ui/new-id.ts'
import { Problem } from '#ui/problem.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { client } from '#web/api.ts'
import { type Submission, useSubmission } from './use-submission.ts'

/** Written back by mail. The reply has its id before it is sent, so that asking twice sends once. */
export function ContactReply({ submission }: { submission: Submission }) {
  const { id, name, email } = submission
  const act = useSubmission()
  const [replyId] = useState(newId)
  const form = useForm({
    initialValues: { body: '' },
    validate: { body: value => (value.trim() ? null : 'Please write a reply') },
  })
  const { problem, busy, save } = useSaving(form)
  const send = ({ body }: { body: string }) =>
    save(async () => {
      await client.submissions.reply({ id, replyId, body })
      await act(async () => {}, `Sent to ${name}`)
    })
  return (
    <form noValidate onSubmit={form.onSubmit(values => (busy ? undefined : void send(values)))}>
      <Stack gap="sm">
        <Problem error={problem} />
        <Textarea
          label={`Reply to ${name}`}
          description={`Sent to ${email}, with their message quoted below.`}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={10_000}
          {...form.getInputProps('body')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Send reply
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
