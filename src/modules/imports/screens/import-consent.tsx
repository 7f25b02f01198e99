import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConsentTopic } from '#people/widgets/consent-topic.tsx'
import { useMay } from '#web/me.tsx'
import type { Change, Detail } from './use-import.ts'

interface ImportConsentProps {
  found: Detail
  onChange: (change: Change) => void
}

const NEWSLETTER = 'newsletter'

/** Where a column says who opted in: whether that is recorded as consent, and how they gave it. */
export function ImportConsent({ found, onChange }: ImportConsentProps) {
  const mayRecord = useMay('messaging.write')
  const stored = found.options.consent ?? null
  const [open, setOpen] = useState(stored !== null)
  const [topic, setTopic] = useState(stored?.topic ?? NEWSLETTER)
  const [how, setHow] = useState(stored?.how ?? '')
  if (!mayRecord || !found.columns.some(({ field }) => field === 'subscribedEmail' || field === 'subscribedSms'))
    return null
  const save = (next: { topic: string; how: string } | null) => onChange({ options: { consent: next } })
  return (
    <Stack gap="xs">
      <Checkbox
        label="Record consent for people who opted in"
        description="The file has a column of opt-ins. Anyone who opted out stays opted out."
        checked={open}
        onChange={event => {
          setOpen(event.currentTarget.checked)
          if (!event.currentTarget.checked && stored) save(null)
        }}
      />
      {open ? (
        <>
          <ConsentTopic
            value={topic}
            onChange={event => {
              setTopic(event.currentTarget.value)
              if (how.trim()) save({ topic: event.currentTarget.value, how: how.trim() })
            }}
          />
          <Textarea
            label="How did they consent?"
            description="Saved as proof for each of them: the wording they agreed to, where and when."
            placeholder="Ticked “Text me church news” on the sign-up form of our former program"
            autosize
            minRows={2}
            maxLength={500}
            value={how}
            onChange={event => setHow(event.currentTarget.value)}
            onBlur={() => how.trim() && save({ topic, how: how.trim() })}
          />
          {stored ? null : (
            <Text size="sm" c="dimmed">
              Nothing is recorded until you say how they consented.
            </Text>
          )}
        </>
      ) : null}
    </Stack>
  )
}
