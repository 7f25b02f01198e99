import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { type Voice, voiceNames, voices } from '../rules/response-drafts.ts'

interface DraftChoiceProps {
  id: string
  /** What is typed already. */
  text: string
  onDraft: (text: string) => void
}

/** Words to begin with: those of the church's AI model, or a short built-in thank-you. */
export function DraftChoice({ id, text, onDraft }: DraftChoiceProps) {
  const { data } = useQuery(api.reviews.drafting.queryOptions({ input: {} }))
  const [voice, setVoice] = useState<Voice>('warm')
  const [busy, setBusy] = useState(false)
  const draft = async () => {
    const isFree =
      text.trim() === '' ||
      (await confirm({ title: 'Replace what you wrote?', text: 'The draft takes its place.', confirm: 'Replace' }))
    if (!isFree) return
    setBusy(true)
    try {
      const { text: words, problem } = await client.reviews.draft({ id, voice })
      onDraft(words)
      if (problem) toast(`${problem} A built-in thank-you was used instead.`)
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  if (!data) return null
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        label="Voice"
        value={voice}
        data={voices.map(value => ({ value, label: voiceNames[value] }))}
        onChange={event => setVoice(event.currentTarget.value as Voice)}
      />
      <Button variant="default" loading={busy} onClick={() => void draft()}>
        {data.model ? `Draft with ${data.model}` : 'Use a short thank-you'}
      </Button>
    </Group>
  )
}
