import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { newId } from '#ui/new-id.ts'
import { useMe } from '#web/me.tsx'
import type { Attached } from './use-files.ts'
import { useReplying } from './use-presence.ts'

interface Draft {
  text: string
  subject: string
  files?: Attached[]
}
const empty: Draft = { text: '', subject: '', files: [] }

/** What one is writing in a thread, kept in this browser for each thread and person until it was taken. */
export function useDraft(conversationId: string) {
  const { user } = useMe()
  const [draft, setDraft] = useLocalStorage<Draft>({
    key: `lampstand.draft.${user.id}.${conversationId}`,
    defaultValue: empty,
  })
  const [key, setKey] = useState(newId)
  const replying = useReplying(conversationId)
  const write = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes })
    if (changes.text) replying.write()
    else if (changes.text === '') replying.stop()
  }
  /** It was taken: what is written next is another message. Words typed meanwhile stay. */
  const begin = () => {
    replying.stop()
    setDraft(current => (current.text === draft.text ? empty : { ...current, files: [] }))
    setKey(newId())
  }
  return { draft, files: draft.files ?? [], key, write, begin, pause: replying.stop }
}
