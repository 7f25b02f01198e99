import type { Playback } from '../../contract.ts'
import { beginningMs } from '../../rules/watching.ts'

const keyOf = ({ publicId }: Playback) => `lampstand-watched-${publicId}`

/**
 * Begins where this viewer stopped: on this device by what it kept, on another one by what the server knows of people who
 * are signed in. The later of the two would be a guess about clocks: the server's is taken where there is one.
 */
export function resumeWatching(video: HTMLVideoElement, playback: Playback, startMs?: number): () => void {
  const kept = Number(read(keyOf(playback))) || null
  const begin = startMs ?? beginningMs(playback.resumeAtMs ?? kept, playback.durationMs)
  let isPlaced = begin === 0
  const place = () => {
    if (isPlaced) return
    isPlaced = true
    video.currentTime = begin / 1_000
  }
  const keep = () => {
    if (isPlaced && !video.seeking) write(keyOf(playback), String(Math.round(video.currentTime * 1_000)))
  }
  video.addEventListener('loadedmetadata', place)
  video.addEventListener('timeupdate', keep)
  return () => {
    video.removeEventListener('loadedmetadata', place)
    video.removeEventListener('timeupdate', keep)
  }
}

/** A browser that keeps nothing begins at the beginning. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows refuse it.
  }
}
