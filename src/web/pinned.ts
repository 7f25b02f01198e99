import { useEffect, useState } from 'react'
import { consented } from './consent.ts'

const key = (userId: string) => `lampstand.opened.${userId}`

function read(userId: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(key(userId)) ?? '{}')
  } catch {
    return {}
  }
}

/** Up to three paths that were opened at least five times, most first; the front page is always at hand anyway. */
export function mostOpened(counts: Record<string, number>, front: string): string[] {
  return Object.entries(counts)
    .filter(([path, times]) => path !== front && times >= 5)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([path]) => path)
}

/** The screens that this person opens most in this browser. Counts only once they accepted that. */
export function usePinned(userId: string, opened: string | undefined, front: string): string[] {
  const [pinned, setPinned] = useState<string[]>([])
  useEffect(() => {
    if (!consented()) {
      localStorage.removeItem(key(userId))
      return setPinned([])
    }
    const counts = read(userId)
    if (opened) {
      counts[opened] = (counts[opened] ?? 0) + 1
      localStorage.setItem(key(userId), JSON.stringify(counts))
    }
    setPinned(mostOpened(counts, front))
  }, [userId, opened, front])
  return pinned
}
