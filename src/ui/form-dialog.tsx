import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'
import { RestoredDraft } from './restored-draft.tsx'
import { type FormPanelProps, useFormPanel } from './use-form-panel.ts'

export interface FormDialogProps<Values extends Record<string, unknown>> extends FormPanelProps<Values> {
  size?: string
  children: ReactNode
}

/** A short form in the middle of the screen. Refusals land on their fields; closing asks where something was typed. */
export function FormDialog<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const { opened, title, submitLabel, size, children } = props
  const { busy, failure, submit, close, draft } = useFormPanel(props)
  return (
    <Modal opened={opened} onClose={close} title={title} {...(size && { size })}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Problem error={failure} />
          <RestoredDraft draft={draft} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
