import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMembers } from '#clients/widgets/use-members.ts'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { useLive } from '#web/realtime.ts'
import { REPLYING_MS, readPresence, VISITOR } from '../rules/presence.ts'

/** Says while one writes that one does, twice within the time that it holds; and when one has stopped. */
export function useReplying(conversationId: string) {
  const told = useRef(0)
  const tell = (on: boolean) => {
    told.current = on ? Date.now() : 0
    // Nobody needs to know that it could not be said.
    client.conversations.presence({ id: conversationId, on }).catch(() => undefined)
  }
  const write = () => {
    if (Date.now() - told.current > REPLYING_MS / 2) tell(true)
  }
  const stop = () => {
    if (told.current > 0) tell(false)
  }
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  return { write, stop }
}

/** Names of those who are writing in this thread right now. */
export function useOthers(conversationId: string): string[] {
  const { user } = useMe()
  const { nameOf } = useMembers()
  const [until, setUntil] = useState<Record<string, number>>({})
  useLive('presence', ids => {
    const heard = (ids ?? []).map(readPresence).filter(one => one?.conversationId === conversationId)
    for (const one of heard)
      if (one && one.userId !== user.id)
        setUntil(known => ({ ...known, [one.userId]: one.on ? Date.now() + REPLYING_MS : 0 }))
  })
  useEffect(() => {
    const next = Math.min(...Object.values(until).filter(at => at > 0))
    if (!Number.isFinite(next)) return
    // What nobody repeats is over.
    const timer = setTimeout(
      () => setUntil(known => Object.fromEntries(Object.entries(known).filter(([, at]) => at > Date.now()))),
      Math.max(0, next - Date.now()) + 50,
    )
    return () => clearTimeout(timer)
  }, [until])
  return Object.entries(until).flatMap(([userId, at]) =>
    at > 0 ? (userId === VISITOR ? 'The visitor' : (nameOf(userId) ?? [])) : [],
  )
}
