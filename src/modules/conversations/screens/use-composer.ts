import { useRef, useState } from 'react'
import { client } from '#web/api.ts'
import type { AnswerChannel } from '../rules/states.ts'
import { useScheduledAct } from './scheduled.tsx'
import type { ThreadData } from './use-conversations.ts'
import { useDraft } from './use-draft.ts'
import { mentioned, useMentionable } from './use-mentionable.ts'

const lastChannel = ({ channels, channel }: ThreadData): AnswerChannel =>
  (channels.find(one => one.channel === (channel === 'voice' ? 'sms' : channel)) ?? channels[0])?.channel ?? 'sms'

/** An answer or a note as it is being written: kept until it is taken, and sent once. */
export function useComposer(thread: ThreadData) {
  const { draft, files, key, write, begin, pause } = useDraft(thread.id)
  const [mode, setMode] = useState<'reply' | 'note'>('reply')
  const [channel, setChannel] = useState<AnswerChannel>(() => lastChannel(thread))
  const [from, setFrom] = useState(thread.senders[0]?.number)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const members = useMentionable()
  const act = useScheduledAct()
  const place = thread.channels.find(one => one.channel === channel)
  const blocked = mode === 'reply' && (!place || place.stopped !== null)
  const ready = !blocked && (draft.text.trim() !== '' || (mode === 'reply' && files.length > 0))
  const { text, subject } = draft
  const chosen = channel === 'sms' && thread.senders.length > 1 ? { from } : {}
  const answer = { channel, text, subject, files: files.map(one => one.id), key, ...chosen }

  /** Where the cursor stands. */
  function insert(piece: string): void {
    const [start, end] = [box.current?.selectionStart ?? text.length, box.current?.selectionEnd ?? text.length]
    write({ text: text.slice(0, start) + piece + text.slice(end) })
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(start + piece.length, start + piece.length)
    })
  }

  /** @returns whether it was taken; if not, every word is still there */
  async function once(work: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (busy || !ready) return false
    setBusy(true)
    return act(async () => {
      await work().finally(() => setBusy(false))
      begin()
    }, done)
  }
  const note = () => client.conversations.note({ id: thread.id, text, key, mentions: mentioned(text, members) })
  const send = () => once(() => (mode === 'note' ? note() : client.conversations.send({ id: thread.id, ...answer })))
  const schedule = (sendAt: Date) =>
    once(() => client.scheduledReplies.create({ conversationId: thread.id, ...answer, sendAt }), 'Scheduled')
  const choice = { mode, setMode, channel, setChannel, from, setFrom }
  return { ...choice, box, draft, files, write, insert, pause, place, blocked, ready, busy, send, schedule }
}
export type Composing = ReturnType<typeof useComposer>
