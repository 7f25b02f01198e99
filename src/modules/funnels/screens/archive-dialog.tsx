import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { Row } from './use-funnels.ts'

interface ArchiveDialogProps {
  funnel: Pick<Row, 'id' | 'name'>
  opened: boolean
  onClose: () => void
}
/** Ends a funnel: its address says so, or leads elsewhere. */
export function ArchiveDialog({ funnel: { id, name }, opened, onClose }: ArchiveDialogProps) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { redirect: '' } })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Archive ${name}`}
      form={form}
      submitLabel="Archive"
      onSubmit={async ({ redirect }) => {
        await client.funnels.archive({ id, redirect: redirect.trim() })
        void queries.invalidateQueries({ queryKey: api.funnels.key() })
        toast(`${name} archived`)
      }}
    >
      <Text size="sm">Visitors read that it has ended. Its figures stay, and you can take it out of the archive.</Text>
      <TextInput
        label="Send visitors to another page instead"
        placeholder="https://"
        {...form.getInputProps('redirect')}
      />
    </FormDialog>
  )
}
