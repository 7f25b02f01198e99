import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

export interface SignOffOf {
  /** of the person on the pathway */
  id: string
  stepId: string
  name: string
  step: string
}

/** Signs off a step, with a note if there is something to remember. */
export const SignOffDialog = ({ step, onClose }: { step: SignOffOf | null; onClose: () => void }) =>
  step ? <Dialog key={`${step.id} ${step.stepId}`} step={step} onClose={onClose} /> : null

function Dialog({ step: { id, stepId, name, step }, onClose }: { step: SignOffOf; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { note: '' } })
  const fresh = async () => {
    await queries.invalidateQueries({ queryKey: api.pathwayPeople.key() })
    await queries.invalidateQueries({ queryKey: api.pathways.key() })
  }
  const undo = async () => {
    await client.pathwayPeople.undoSignOff({ id, stepId })
    await fresh()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Sign off “${step}”`}
      submitLabel="Sign off"
      form={form}
      onSubmit={async ({ note }) => {
        await client.pathwayPeople.signOff({ id, stepId, note })
        toast(`“${step}” signed off for ${name}`, undo)
        await fresh()
      }}
    >
      <Text>{name} has done this step.</Text>
      <Textarea
        label="Note"
        description="Optional. Your team can read it."
        autosize
        minRows={2}
        maxLength={1_000}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
