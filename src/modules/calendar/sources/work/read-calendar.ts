import { type ReadCalendar, type Reading, readCalendars } from '../rules/read-calendar.ts'

interface ReadInput {
  texts: string[]
  reading: Reading
}

/** Large or intricate calendars are read in a thread of their own: other requests don't wait for them. */
export const read = ({ texts, reading }: ReadInput): (ReadCalendar | null)[] => readCalendars(texts, reading)
