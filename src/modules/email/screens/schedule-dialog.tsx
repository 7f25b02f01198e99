import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#ui/form-dialog.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { DialogProps } from './test-dialog.tsx'

/** Time zone: the operator, whatever zone the browser is in. */
export function ScheduleDialog({ opened, onClose, issue, current }: DialogProps) {
  const queries = useQueryClient()
  const { data: sender } = useQuery(api.newsletters.sender.queryOptions({ input: {} }))
  const zone = sender?.timeZone
  const form = useForm({
    initialValues: { at: issue.scheduledFor && zone ? clockTime(issue.scheduledFor, zone) : '' },
    validate: { at: at => (at ? null : 'Please choose a date and a time') },
  })
  const schedule = async ({ at }: { at: string }) => {
    const which = await current()
    if (!which) return
    const next = await client.newsletters.schedule({ ...which, at: instantAt(at, zone) as never })
    queries.setQueryData(api.newsletters.get.queryKey({ input: { id: issue.id } }), next)
    toast('Scheduled')
  }
  const own = { opened, onClose, form, title: 'Schedule', submitLabel: 'Schedule' }
  return (
    <FormDialog {...own} onSubmit={schedule}>
      <TextInput
        type="datetime-local"
        label="Send on"
        description={zone ? `Time zone: ${zone.split('/').at(-1)!.replaceAll('_', ' ')}.` : undefined}
        data-autofocus
        {...form.getInputProps('at')}
      />
    </FormDialog>
  )
}
