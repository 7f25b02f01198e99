interface Formats {
  time: (at: Date) => string
  dateTime: (at: Date) => string
}

/** Less than this ahead, the hour says it all. */
const DAY_MS = 86_400_000

/** "Held until 8:00 AM (quiet hours)"; undefined where nothing is held any more. */
export function heldText(ends: Date | string | null, now: number, { time, dateTime }: Formats): string | undefined {
  const until = ends ? new Date(ends) : null
  const left = until ? until.getTime() - now : 0
  if (!until || left <= 0) return undefined
  return `Held until ${left < DAY_MS ? time(until) : dateTime(until)} (quiet hours)`
}
