/** The day of an instant in a zone, "2026-05-17". */
export const today = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
