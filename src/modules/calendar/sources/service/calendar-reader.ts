import { calendarBudget } from '#files/reading/rules.ts'
import { readInThread } from '#files/reading/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { request, ServiceRefused } from '#providers/outbound/index.ts'
import { NoCalendar, type ReadCalendar, type Reading, readCalendars } from '../rules/read-calendar.ts'

const MOST_BYTES = 10_000_000
/** Anything larger, or with more rules, is read in a thread. */
const SMALL = 100_000
const FEW_RULES = 10

/** One such rule alone can take seconds. */
const isIntricate = (text: string) =>
  /BY(SECOND|MINUTE|HOUR|SETPOS|MONTHDAY|YEARDAY|WEEKNO|MONTH)=|FREQ=(SECOND|MINUTE|HOUR)LY/i.test(
    text.replace(/\r?\n[ \t]/g, ''),
  )

/** Files as busy times; null for each that is no calendar. */
export async function readTexts(texts: string[], reading: Reading): Promise<(ReadCalendar | null)[]> {
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  const rules = texts.reduce((sum, text) => sum + (text.match(/RRULE/gi)?.length ?? 0), 0)
  if (size <= SMALL && rules <= FEW_RULES && !texts.some(isIntricate)) return readCalendars(texts, reading)
  const reader = new URL('../work/read-calendar.ts', import.meta.url)
  const read = await readInThread<(ReadCalendar | null)[]>(reader, { texts, reading }, { budget: calendarBudget })
  if ('answer' in read) return read.answer
  throw new NoCalendar('This calendar is too large or too intricate to be read.')
}

export interface Fetched {
  /** Null: nothing has changed. */
  text: string | null
  cursor: string
}
interface Cursor {
  etag?: string
  modified?: string
  at: number
}

/** A calendar by its address, if it has changed; once a day in any case, since the window moves on. */
export async function fetchCalendar(url: string, cursor: string): Promise<Fetched> {
  const known = (cursor ? JSON.parse(cursor) : { at: 0 }) as Cursor
  const isFresh = clock.ms() - known.at < days(1)
  const headers = {
    accept: 'text/calendar, */*;q=0.5',
    ...(isFresh && known.etag && { 'if-none-match': known.etag }),
    ...(isFresh && known.modified && { 'if-modified-since': known.modified }),
  }
  const answer = await request(url, { headers, mostBytes: MOST_BYTES, redirects: 5 })
  if (answer.status === 304) return { text: null, cursor }
  if (answer.status === 401 || answer.status === 403)
    throw new ServiceRefused('The server refuses this address. Please get a new one from your calendar.')
  if (answer.status === 404 || answer.status === 410)
    throw new ServiceRefused('There is no calendar at this address any more.')
  if (answer.status !== 200) throw new ServiceRefused(`The server answered with status ${answer.status}.`)
  const { etag, 'last-modified': modified } = answer.headers
  return {
    text: answer.body,
    cursor: JSON.stringify({ ...(etag && { etag }), ...(modified && { modified }), at: clock.ms() } satisfies Cursor),
  }
}
