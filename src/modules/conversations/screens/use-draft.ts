import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { newId } from '#ui/new-id.ts'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Attached } from './use-files.ts'
import { useKept, type Words } from './use-kept.ts'
import { useReplying } from './use-presence.ts'

interface Draft extends Words {
  files?: Attached[]
  /** the server has these very words */
  kept?: boolean
}
const empty: Draft = { text: '', subject: '', files: [], kept: true }
const same = (a: Words, b: Words) => a.text === b.text && a.subject === b.subject

/** What one is writing in a thread: kept for each thread and person on the server, and in this browser until it is there. */
export function useDraft(conversationId: string) {
  const { user } = useMe()
  const [draft, setDraft] = useLocalStorage<Draft>({
    key: `lampstand.draft.${user.id}.${conversationId}`,
    defaultValue: empty,
  })
  const [key, setKey] = useState(newId)
  const replying = useReplying(conversationId)
  const kept = useKept(conversationId, words =>
    setDraft(current => (same(current, words) ? { ...current, kept: true } : current)),
  )
  useElsewhere(conversationId, draft, words => setDraft(current => ({ ...current, ...words, kept: true })), kept.keep)
  const write = (changes: Partial<Draft>) => {
    const next = {
      ...draft,
      ...changes,
      kept: changes.text === undefined && changes.subject === undefined && draft.kept,
    }
    setDraft(next)
    if (!next.kept) kept.keep(next)
    if (changes.text) replying.write()
    else if (changes.text === '') replying.stop()
  }
  /** It was taken: what is written next is another message. Words typed meanwhile stay. */
  const begin = () => {
    replying.stop()
    kept.clear()
    setDraft(current => (current.text === draft.text ? empty : { ...current, files: [], kept: false }))
    setKey(newId())
  }
  return { draft, files: draft.files ?? [], key, write, begin, pause: replying.stop }
}

/** What was written on another device is shown here; words that never reached the server are brought there instead. */
function useElsewhere(id: string, draft: Draft, show: (words: Words) => void, keep: (words: Words) => void) {
  const meet = useEffectEvent((there: Words) => {
    if (same(there, draft)) return
    if (draft.kept === false && (draft.text || draft.subject)) keep(draft)
    else if (draft.kept === undefined && draft.text && !there.text) keep(draft)
    else show(there)
  })
  useEffect(() => {
    let here = true
    client.conversationDrafts
      .get({ id })
      .then(({ text, subject }) => here && meet({ text, subject }))
      .catch(() => undefined)
    return () => {
      here = false
    }
  }, [id])
}
