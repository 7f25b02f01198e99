import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { requestHeaders } from './api.ts'
import { confirmSecondFactor, wantsSecondFactor } from './assurance.tsx'
import { eventReader } from './event-stream.ts'

export interface Change {
  /** `*` when anything may have changed */
  topic: string
  /** empty when there are too many to name */
  ids: string[]
}

type News = { kind: 'change'; changes: Change[] } | { kind: 'resync' }

const quiet = 40_000
// A screen is current two seconds after the server is back, also where the browser never noticed a break.
const pauses = [250, 500, 1_000, 1_500]
const watchers = new Set<(changes: Change[] | null) => void>()

/**
 * Keeps the screens of this browser current. One tab holds the stream and tells the others; where it breaks off, all of
 * them fetch anew once it is back. Returns what ends it.
 */
export function startRealtime(account: string, queries: QueryClient): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`lampstand-live:${account}`)
  const hear = newsFor(queries)
  const tell = (news: News) => {
    channel.postMessage(news)
    hear(news)
  }
  channel.onmessage = ({ data }: MessageEvent<News>) => hear(data)

  // Without locks (an address that is neither https nor local) every tab has a stream of its own.
  if (navigator.locks) {
    const asked = performance.now()
    // A tab that had to wait takes over from one that was closed, and may have missed something meanwhile.
    const lead = () => holdStream(stop.signal, tell, performance.now() - asked > 1_000)
    navigator.locks.request(`lampstand-live:${account}`, { signal: stop.signal }, lead).catch(() => undefined)
  } else void holdStream(stop.signal, hear, false)

  return () => {
    stop.abort()
    channel.close()
  }
}

async function holdStream(stop: AbortSignal, tell: (news: News) => void, missed: boolean) {
  let failures = 0
  let behind = missed
  while (!stop.aborted) {
    const opened = () => {
      failures = 0
      if (behind) tell({ kind: 'resync' })
      behind = true
    }
    const goOn = await listen(stop, opened, tell).catch(() => true)
    if (!goOn) return
    await pause(pauses[Math.min(failures++, pauses.length - 1)]! * (0.5 + Math.random() / 2), stop)
  }
}

/** Listens until the stream ends. False when there is no use in asking again. */
async function listen(stop: AbortSignal, opened: () => void, tell: (news: News) => void): Promise<boolean> {
  const broken = new AbortController()
  const end = () => broken.abort()
  let watchdog = setTimeout(end, quiet)
  // A line that came back is a new line: the old stream may never notice that it is dead.
  addEventListener('online', end)
  stop.addEventListener('abort', end)
  try {
    const headers = { ...(await requestHeaders()), accept: 'text/event-stream' }
    const response = await fetch('/realtime/v1', { headers, signal: broken.signal, cache: 'no-store' })
    if (await wantsSecondFactor(response)) return confirmSecondFactor()
    if (response.status === 401 || response.status === 403) {
      // A user who is signed out or removed learns it from any request.
      tell({ kind: 'resync' })
      return false
    }
    if (!response.ok || !response.body) return true
    opened()
    const read = eventReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(watchdog)
      watchdog = setTimeout(end, quiet)
      for (const { event, data } of read(piece.value))
        if (event === 'change') tell({ kind: 'change', changes: (JSON.parse(data) as { topics: Change[] }).topics })
    }
    return true
  } finally {
    clearTimeout(watchdog)
    removeEventListener('online', end)
    stop.removeEventListener('abort', end)
  }
}

function pause(milliseconds: number, stop: AbortSignal) {
  return new Promise<void>(resolve => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      stop.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go)
    stop.addEventListener('abort', go)
  })
}

/** Refetches what a change touches: queries under the topic's name, and those whose `meta.live` names the topic. */
function newsFor(queries: QueryClient) {
  let changed = new Map<string, Set<string> | null>()
  let due = false

  function flush() {
    due = false
    const changes = [...changed].map(([topic, ids]) => ({ topic, ids: ids ? [...ids] : [] }))
    changed = new Map()
    const topics = new Set(changes.map(change => change.topic))
    void queries.invalidateQueries({
      predicate: ({ queryKey, meta }) => {
        const [name] = Array.isArray(queryKey[0]) ? queryKey[0] : []
        const others = (meta?.live ?? []) as string[]
        return topics.has(name) || others.some(topic => topics.has(topic))
      },
    })
    for (const watch of watchers) watch(changes)
  }

  return (news: News) => {
    if (news.kind === 'resync' || news.changes.some(change => change.topic === '*')) {
      void queries.invalidateQueries()
      for (const watch of watchers) watch(null)
      return
    }
    for (const { topic, ids } of news.changes) {
      const known = changed.get(topic)
      // No ids: too many to name.
      changed.set(topic, known === null || ids.length === 0 ? null : new Set([...(known ?? []), ...ids]))
    }
    if (!due) setTimeout(flush, 100)
    due = true
  }
}

/** Hears of changes to `topic`, with the ids that changed, or null when any may have (too many, or after a break). */
export function useLive(topic: string, heard: (ids: string[] | null) => void) {
  const tell = useEffectEvent(heard)
  useEffect(() => {
    const watch = (changes: Change[] | null) => {
      if (!changes) return tell(null)
      const change = changes.find(({ topic: name }) => name === topic)
      if (change) tell(change.ids.length > 0 ? change.ids : null)
    }
    watchers.add(watch)
    return () => void watchers.delete(watch)
  }, [topic])
}
