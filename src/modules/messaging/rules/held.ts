import { quietTimeUntil, quietTimeWords } from '#church-year/rules/quiet-words.ts'

interface Formats {
  time: (at: Date) => string
  dateTime: (at: Date) => string
  /** Of the church. */
  timeZone?: string
}

/** Less than this ahead, the hour says it all. */
const DAY_MS = 86_400_000

/** "Held until 8:00 AM (quiet hours)", "Held until 12:00 PM (Sunday morning)"; undefined where nothing is held any more. */
export function heldText(
  ends: Date | string | null,
  now: number,
  { time, dateTime, timeZone }: Formats,
): string | undefined {
  const until = ends ? new Date(ends) : null
  const left = until ? until.getTime() - now : 0
  if (!until || left <= 0) return undefined
  const church = quietTimeUntil(until, timeZone)
  return `Held until ${left < DAY_MS ? time(until) : dateTime(until)} (${church ? quietTimeWords[church] : 'quiet hours'})`
}
