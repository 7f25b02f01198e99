import { DateTime } from 'luxon'

export const conversationStates = ['open', 'closed'] as const
export const authors = ['visitor', 'bot', 'staff'] as const

export const WELCOME = 'Hello! How can we help you today?'
export const LONGEST = 2_000
/** Files that go along with one message, and bytes of each. */
export const MOST_FILES = 3
export const MOST_BYTES = 10 * 1_048_576
/** Files an hour: of one visitor, of the chat, and of the account with the files of its forms. */
export const MOST_FILES_AN_HOUR = { mine: 20, all: 300, account: 600 }
/** Messages of one conversation. */
export const MOST_A_MINUTE = 10
export const MOST_AN_HOUR = 60
/**
 * Conversations that may begin in an hour from one network: more than a lobby or a phone company's customers ever begin, so that
 * nobody's first message is refused because of the people around them, and few enough that a machine fills no disk.
 */
export const MOST_BEGUN_OF_NETWORK = 2_000
/** Messages of a conversation that are shown. */
export const SHOWN = 200
/** After such a silence the next message is acknowledged again. */
export const SILENCE_HOURS = 12

const ZONE = 'America/New_York'
const [OPENS, CLOSES] = [9, 17]

/** Monday-Friday 9:00-5:00, Eastern time. */
export function officeIsOpen(at: Date): boolean {
  const { weekday, hour } = DateTime.fromJSDate(at, { zone: ZONE })
  return weekday <= 5 && hour >= OPENS && hour < CLOSES
}

/** What is said at once to someone who writes: that it is kept, when someone is there, how long it may take. */
export function acknowledgement(at: Date, email: string | null): string {
  const here = officeIsOpen(at)
    ? 'Our office is open right now'
    : `Our office is closed right now and opens ${opening(at)} at 9:00 EST`
  const mail = email
    ? `We will also email the answer to ${email}.`
    : 'Leave your email below to get the answer by email too.'
  return `Thank you, we got your message. ${here} (Monday-Friday 9:00-5:00 EST). A person replies within 24-48 hours, usually sooner. ${mail}`
}

/** today, or "on Monday" */
function opening(at: Date): string {
  const now = DateTime.fromJSDate(at, { zone: ZONE })
  let next = now.startOf('day').set({ hour: OPENS })
  while (next <= now || next.weekday > 5) next = next.plus({ days: 1 })
  return next.hasSame(now, 'day') ? 'today' : `on ${next.toFormat('EEEE')}`
}
