import { counted } from '#ui/counted.ts'

/** Seconds as "45 seconds" or "1 min 20 s". */
export function useLengthWords(): (length: number) => string {
  return length => {
    const seconds = Math.round(length)
    if (seconds < 60) return counted(seconds, 'seconds')
    const rest = seconds % 60
    return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ''}`
  }
}
