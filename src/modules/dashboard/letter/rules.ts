export const letterParts = ['new', 'waiting', 'birthdays', 'appointments', 'held'] as const
export type LetterPart = (typeof letterParts)[number]

export const letterTitles: Record<LetterPart, string> = {
  new: 'New, and not contacted yet',
  waiting: 'Wrote, and waiting for an answer',
  birthdays: 'Birthdays this week',
  appointments: 'Your appointments this week',
  held: 'Messages paused for a hard time',
}

/** So many names stand in each part; the rest is a number. */
export const MOST_NAMES = 10
/** When the letter is sent, by the clocks of its reader: Mondays, and until noon where the server was down. */
export const LETTER_HOUR = 6
export const LAST_HOUR = 12

export const emptyLetter =
  'Nobody is waiting for you this week: no new guests to contact, no open messages, no birthdays and no appointments.'

/** The month and day of each of seven days, as birth dates end; February 29 is kept on the 28th where there is none. */
export function daysOfWeek(monday: string): string[] {
  const start = Date.parse(`${monday}T00:00:00Z`)
  const days = [0, 1, 2, 3, 4, 5, 6].map(day => new Date(start + day * 86_400_000).toISOString().slice(5, 10))
  const year = Number(monday.slice(0, 4))
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return days.includes('02-28') && !days.includes('02-29') && !isLeap ? [...days, '02-29'] : days
}
