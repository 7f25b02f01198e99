import { NativeSelect, Stack } from '@mantine/core'
import type { FormProps } from '#kernel/modules.ts'
import { MessageFields, PurposeFields, wordsIn } from '#messaging/widgets/step-message.tsx'
import { TypeChoice } from './workflow-type.tsx'

/** The message with the address of a booking page. */
export function LinkForm(props: FormProps) {
  const { value, onChange } = props
  const channel = wordsIn(value.channel) || 'email'
  return (
    <Stack gap="sm">
      <TypeChoice {...props} />
      <NativeSelect
        label="Send by"
        value={channel}
        data={[
          { value: 'email', label: 'Email' },
          { value: 'sms', label: 'Text' },
        ]}
        onChange={event => onChange({ ...value, channel: event.currentTarget.value })}
      />
      <MessageFields
        {...props}
        hasSubject={channel === 'email'}
        label="Message"
        hint="{bookingLink} becomes the address of the booking page."
      />
      <PurposeFields {...props} />
    </Stack>
  )
}
