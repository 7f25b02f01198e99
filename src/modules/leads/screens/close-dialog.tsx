import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import type { Outcome } from '../rules/stages.ts'

const choices: { value: Outcome; description: string }[] = [
  { value: 'won', description: 'They came back, joined or signed up.' },
  { value: 'lost', description: 'They decided against it. Please enter the reason.' },
  { value: 'abandoned', description: 'There is nothing more to do.' },
]

interface CloseDialogProps {
  name: string | null
  onClose: (outcome: Outcome, reason?: string) => void
  onCancel: () => void
}

/** Closing a lead says how it ended; a lost one also why. */
export function CloseDialog({ name, onClose, onCancel }: CloseDialogProps) {
  const { outcomeTitles } = useLeadNames()
  const form = useForm({
    initialValues: { outcome: '' as Outcome | '', reason: '' },
    validate: {
      outcome: value => (value ? null : 'Please choose an outcome'),
      reason: (value, { outcome }) => (outcome === 'lost' && !value.trim() ? 'Please enter why it was lost' : null),
    },
  })
  return (
    <Modal
      opened={name !== null}
      onClose={onCancel}
      title={`What is the outcome for ${name ?? ''}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={form.reset}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(({ outcome, reason }) => onClose(outcome as Outcome, reason.trim() || undefined))}
      >
        <Stack>
          <Radio.Group aria-label="Outcome" {...form.getInputProps('outcome')}>
            <Stack gap="xs">
              {choices.map(choice => (
                <Radio key={choice.value} {...choice} label={outcomeTitles[choice.value]} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label="Reason"
            required={form.values.outcome === 'lost'}
            placeholder="Moved away, found another church…"
            maxLength={300}
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit">Close lead</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
