import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { FormProps } from '#kernel/modules.ts'

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Which messages start a workflow. */
export const MessageForm = ({ value, onChange }: FormProps) => (
  <Stack gap="sm">
    <NativeSelect
      label="Channel"
      value={textIn(value.channel)}
      data={[
        { value: '', label: 'Any channel' },
        { value: 'sms', label: 'Text' },
        { value: 'email', label: 'Email' },
        { value: 'chat', label: 'Chat' },
      ]}
      onChange={event => onChange({ ...value, channel: event.currentTarget.value || null })}
    />
    <TextInput
      label="Keyword"
      description="A word or phrase in the message. Leave it empty for any message."
      maxLength={60}
      value={textIn(value.keyword)}
      onChange={event => onChange({ ...value, keyword: event.currentTarget.value || null })}
    />
  </Stack>
)
