import { useSyncExternalStore } from 'react'
import { useFormat } from './format.tsx'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

// One clock for all of them: a list of a thousand rows must not hold a thousand timers.
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, 30_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** "5 minutes ago", or "5m ago" where there is little room; kept current, the exact time on hover. */
export function RelativeTime({ at, narrow }: { at: string | Date; narrow?: boolean }) {
  const format = useFormat()
  const say = narrow ? format.ago : format.relative
  const time = useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      {say(at, Math.max(time, Date.now() - 30_000))}
    </time>
  )
}
