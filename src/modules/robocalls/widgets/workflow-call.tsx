import { NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { wordsIn } from '#messaging/widgets/step-message.tsx'
import { api } from '#web/api.ts'
import { callPurposes, purposeLabels } from '../rules/states.ts'

const purposes = callPurposes.filter(purpose => purpose !== 'emergency')

/** The recorded message that a workflow calls with, what the call is for, and what people agreed to. */
export function CallForm({ value, onChange }: FormProps) {
  const scripts = useQuery(api.voiceScripts.list.queryOptions({ input: { limit: 100 } }))
  const topics = useQuery(api.topics.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const items = scripts.data?.items ?? []
  const choose = (id: string) =>
    onChange({ ...value, scriptId: id || null, scriptName: items.find(one => one.id === id)?.name ?? '' })
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Script"
        required
        value={wordsIn(value.scriptId)}
        data={[{ value: '', label: 'Choose a script' }, ...items.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={event => choose(event.currentTarget.value)}
      />
      <NativeSelect
        label="What the call is for"
        value={wordsIn(value.purpose) || 'informational'}
        data={purposes.map(one => ({ value: one, label: purposeLabels[one] }))}
        onChange={event => onChange({ ...value, purpose: event.currentTarget.value })}
      />
      <NativeSelect
        label="Topic"
        value={wordsIn(value.topic) || 'newsletter'}
        data={(topics.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name }))}
        onChange={event => onChange({ ...value, topic: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        Only people who agreed to such calls are called, within the hours of your call rules. A recording of the script
        isn’t played: its words are spoken.
      </Text>
    </Stack>
  )
}
