import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { MessageFields, PurposeFields, wordsIn } from '#messaging/widgets/step-message.tsx'
import { api } from '#web/api.ts'

/** The email that a workflow sends: a saved template, or words of its own. */
export function MailForm(props: FormProps) {
  const { value, onChange } = props
  const { data } = useQuery(api.emailTemplates.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const templateId = wordsIn(value.templateId)
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Template"
        value={templateId}
        data={[
          { value: '', label: 'None: write it here' },
          ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => onChange({ ...value, templateId: event.currentTarget.value || null })}
      />
      {!templateId && <MessageFields {...props} hasSubject label="Email" />}
      <PurposeFields {...props} />
    </Stack>
  )
}
