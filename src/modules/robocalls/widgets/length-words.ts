import { counted } from '#ui/counted.ts'

/** "45 seconds", "1 min 20 s". */
export function lengthWords(length: number): string {
  const seconds = Math.round(length)
  if (seconds < 60) return counted(seconds, 'seconds')
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ''}`
}
