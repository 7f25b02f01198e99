import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AudiencePicker } from '#people/widgets/audience-picker.tsx'
import { api } from '#web/api.ts'
import { callPurposes, purposeLabels } from '../rules/states.ts'
import { purposeWords } from '../rules/words.ts'
import classes from './robocall-widgets.module.css'
import type { CallDraftState, PlannedPurpose } from './use-call-draft.ts'

const planned = callPurposes.filter((one): one is PlannedPurpose => one !== 'emergency')
const purposes = planned.map(value => ({ value, label: purposeLabels[value] }))

/** Who is called, and what for. */
export function AudienceStep({ draft: { values, errors, change } }: { draft: CallDraftState }) {
  const { name, purpose, topic, audience } = values
  return (
    <Stack>
      <TextInput
        label="Name"
        description="Only your team sees this."
        placeholder="Snow closure"
        maxLength={120}
        data-autofocus
        value={name}
        error={errors.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Purpose"
          data={purposes}
          value={purpose}
          error={errors.purpose}
          description={purposeWords[purpose]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={event => change({ purpose: event.currentTarget.value as PlannedPurpose })}
        />
        <TopicSelect value={topic} error={errors.topic} onChange={value => change({ topic: value })} />
      </div>
      <AudiencePicker
        value={audience}
        onChange={value => change({ audience: value })}
        channel="voice"
        topic={topic}
        error={errors.audience}
      />
    </Stack>
  )
}

interface TopicSelectProps {
  value: string
  onChange: (topic: string) => void
  error?: string
}

/** What people agreed to be called about. Not shown where a church has one topic alone. */
function TopicSelect({ value, onChange, error }: TopicSelectProps) {
  const { data } = useQuery(api.topics.list.queryOptions({ input: {}, staleTime: 60_000 }))
  if (!data || (data.items.length < 2 && !error)) return null
  return (
    <NativeSelect
      label="Topic"
      description="Only people who opted in to calls about it are called."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      data={data.items.map(({ key, name }) => ({ value: key, label: name }))}
    />
  )
}
