import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import type { DialogProps } from './test-dialog.tsx'

/** By the clock of whoever runs Lampstand, whatever zone the browser is in. */
export function ScheduleDialog({ opened, onClose, issue, current }: DialogProps) {
  const queries = useQueryClient()
  const { data: sender } = useQuery(api.newsletters.sender.queryOptions({ input: {} }))
  const zone = sender?.timeZone
  const form = useForm({ initialValues: { at: issue.scheduledFor && zone ? clockTime(issue.scheduledFor, zone) : '' } })
  const { problem, busy, save } = useSaving(form)
  const submit = ({ at }: { at: string }) => {
    if (!at) return form.setFieldError('at', 'Please choose a date and a time')
    return save(async () => {
      const which = await current()
      if (!which) return onClose()
      const next = await client.newsletters.schedule({ ...which, at: instantAt(at, zone) as never })
      queries.setQueryData(api.newsletters.get.queryKey({ input: { id: issue.id } }), next)
      toast('It is scheduled')
      onClose()
    })
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Schedule">
      <form noValidate onSubmit={form.onSubmit(values => void submit(values))}>
        <Stack>
          <Problem error={problem} />
          <TextInput
            type="datetime-local"
            label="It goes out"
            description={zone ? `By the clock of ${zone.split('/').at(-1)!.replaceAll('_', ' ')}.` : undefined}
            data-autofocus
            {...form.getInputProps('at')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Schedule
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
