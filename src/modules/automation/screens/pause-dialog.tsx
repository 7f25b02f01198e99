import { Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { Workflow } from './use-workflow.ts'

const choices = [
  {
    value: 'stop_new',
    label: 'Stop new people only',
    description: 'Everyone who is in it goes on to the end.',
  },
  {
    value: 'freeze',
    label: 'Freeze those in it',
    description: 'They stay at their step and go on when you activate it again.',
  },
  {
    value: 'cancel',
    label: 'Cancel those in it',
    description: 'They leave the workflow now. This can’t be undone.',
  },
] as const

/** What becomes of the people who are in it. */
export function PauseDialog({ workflow, onClose }: { workflow: Pick<Workflow, 'id' | 'name'>; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<{ how: (typeof choices)[number]['value'] }>({ initialValues: { how: 'stop_new' } })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Pause ${workflow.name}?`}
      form={form}
      submitLabel="Pause workflow"
      onSubmit={async ({ how }) => {
        await client.workflows.pause({ id: workflow.id, how })
        toast(`${workflow.name} is paused`)
        await queries.invalidateQueries({ queryKey: api.workflows.key() })
      }}
    >
      <Radio.Group label="Nobody new is enrolled. What about the people in it?" {...form.getInputProps('how')}>
        <Stack gap="sm" mt="xs">
          {choices.map(choice => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
