import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { AnswerChannel } from '../rules/states.ts'
import { useActs } from './use-acts.ts'
import type { ThreadData } from './use-conversations.ts'

interface Draft {
  text: string
  subject: string
}
const empty: Draft = { text: '', subject: '' }

const lastChannel = ({ channels, channel }: ThreadData): AnswerChannel =>
  (channels.find(one => one.channel === (channel === 'voice' ? 'sms' : channel)) ?? channels[0])?.channel ?? 'sms'

/** An answer or a note as it is being written: kept for each thread and person until it is sent, and sent once. */
export function useComposer(thread: ThreadData) {
  const { user } = useMe()
  const [draft, setDraft] = useLocalStorage<Draft>({
    key: `lampstand.draft.${user.id}.${thread.id}`,
    defaultValue: empty,
  })
  const [mode, setMode] = useState<'reply' | 'note'>('reply')
  const [channel, setChannel] = useState<AnswerChannel>(() => lastChannel(thread))
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const act = useActs()
  const place = thread.channels.find(one => one.channel === channel)
  const blocked = mode === 'reply' && (!place || place.stopped !== null)
  const ready = !blocked && draft.text.trim() !== ''

  async function send() {
    if (busy || !ready) return
    setBusy(true)
    const { text, subject } = draft
    const sent = await act(() =>
      mode === 'note'
        ? client.conversations.note({ id: thread.id, text, key })
        : client.conversations.send({ id: thread.id, channel, text, subject, key }),
    )
    setBusy(false)
    if (!sent) return
    setDraft(empty)
    setKey(crypto.randomUUID())
  }
  const write = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  return { draft, write, mode, setMode, channel, setChannel, place, blocked, ready, busy, send }
}
export type Composing = ReturnType<typeof useComposer>
