import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { Appointment } from './use-calendar.ts'

/** Frees its time; attendees hear why. */
export function CancelDialog({ one, onClose }: { one: Appointment; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { reason: '', notify: true } })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Cancel this appointment?"
      form={form}
      submitLabel="Cancel appointment"
      onSubmit={async values => {
        await client.appointments.cancel({ id: one.id, ...values })
        toast('Appointment canceled')
        await queries.invalidateQueries({ queryKey: api.appointments.key() })
      }}
    >
      <TextInput
        label="Reason"
        description="Attendees read it in their email."
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <Switch label="Notify attendees by email" {...form.getInputProps('notify', { type: 'checkbox' })} />
    </FormDialog>
  )
}
