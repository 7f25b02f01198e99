import { Stack } from '@mantine/core'
import type { FormProps } from '#kernel/modules.ts'
import { MessageFields, PurposeFields } from '#messaging/widgets/step-message.tsx'

/** The text that a workflow sends. */
export const TextForm = (props: FormProps) => (
  <Stack gap="sm">
    <MessageFields {...props} label="Text" />
    <PurposeFields {...props} />
  </Stack>
)
