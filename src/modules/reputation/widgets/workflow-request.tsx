import { NativeSelect, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { FormProps } from '#kernel/modules.ts'
import { ConsentTopic } from '#people/widgets/consent-topic.tsx'
import type { CustomTarget } from '../requests/contract.ts'
import { channelChoiceNames } from '../requests/rules/states.ts'
import { STANDARD_CONTENT, STANDARD_SUBJECT } from '../requests/rules/words.ts'
import { PlacePicker } from './place-picker.tsx'
import { RequestWords, TemplateSelect } from './request-words.tsx'

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
const choices = (['sms_else_email', 'sms', 'email'] as const).map(value => ({
  value,
  label: channelChoiceNames[value],
}))

/** How a workflow asks for a review. */
export function RequestStepForm({ value, onChange }: FormProps) {
  const isNew = value.content === undefined
  const step = {
    channel: textOf(value.channel, 'sms_else_email'),
    topic: textOf(value.topic, 'newsletter'),
    subject: textOf(value.subject, STANDARD_SUBJECT),
    content: textOf(value.content, STANDARD_CONTENT),
    sources: Array.isArray(value.sources) ? (value.sources as string[]) : [],
    custom: (value.custom ?? null) as CustomTarget | null,
  }
  const change = (changes: object) => onChange({ ...value, ...step, ...changes })
  // A step that is saved as it opens holds the words that stand there.
  useEffect(() => {
    if (isNew) change({})
  })
  return (
    <Stack gap="sm">
      <TemplateSelect onUse={change} />
      <NativeSelect
        label="Channel"
        value={step.channel}
        data={choices}
        onChange={event => change({ channel: event.currentTarget.value })}
      />
      <ConsentTopic value={step.topic} onChange={event => change({ topic: event.currentTarget.value })} />
      <RequestWords value={step} onChange={change} hasSubject={step.channel !== 'sms'} />
      <PlacePicker value={step} onChange={change} />
    </Stack>
  )
}
