import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { api } from '#web/api.ts'
import { stepPurposeNames, stepPurposes } from '../rules/step-message.ts'

export const wordsIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Why a step of a workflow writes, and for promotions about what: only people who opted in to that get it. */
export function PurposeFields({ value, onChange }: FormProps) {
  const { data } = useQuery(api.topics.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const purpose = wordsIn(value.purpose) || 'marketing'
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Kind of message"
        value={purpose}
        data={stepPurposes.map(one => ({ value: one, label: stepPurposeNames[one] }))}
        onChange={event => onChange({ ...value, purpose: event.currentTarget.value })}
      />
      {purpose === 'marketing' && (data?.items.length ?? 0) > 1 && (
        <NativeSelect
          label="Topic"
          value={wordsIn(value.topic) || 'newsletter'}
          data={data!.items.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={event => onChange({ ...value, topic: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}

/** Subject and words of a message with merge tags. */
export function MessageFields({
  value,
  onChange,
  hasSubject = false,
  label,
  hint = 'Merge tags such as {firstName|friend} are filled in for each person.',
}: FormProps & { hasSubject?: boolean; label: string; hint?: string }) {
  return (
    <Stack gap="sm">
      {hasSubject && (
        <TextInput
          label="Subject"
          required
          maxLength={200}
          value={wordsIn(value.subject)}
          onChange={event => onChange({ ...value, subject: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={label}
        description={hint}
        required
        autosize
        minRows={4}
        maxRows={14}
        value={wordsIn(value.body)}
        onChange={event => onChange({ ...value, body: event.currentTarget.value })}
      />
    </Stack>
  )
}
