/** How often a kept card is charged. */
export type Frequency = 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly'

/** Days after the first failure on which the charge is tried again. */
export const retryDays = [1, 3, 5, 7] as const
const hardDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'fraudulent',
  'do_not_try_again',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'invalid_account',
  'bank_account_closed',
  'closed_account',
])
/** The card will never work again: trying costs the church its standing with the bank. */
export const isHardDecline = (code: string) => hardDeclines.has(code)

const DAY = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** Days of the calendar, so that a change of the clock moves nothing. */
export const addDays = (day: string, days: number) => toDay(at(day) + days * DAY)

const months = { monthly: 1, quarterly: 3, yearly: 12 }
const isByMonth = (frequency: Frequency): frequency is keyof typeof months => frequency in months

/** The anchor's day so many months later, or the last day of a shorter month. */
function addMonths(anchor: string, count: number): string {
  const [year, month, day] = anchor.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + count, Math.min(day, last)))
}

/**
 * The first date of a schedule after a day. Dates are counted from the anchor, so that the 31st comes back after
 * February. All are the church's local days.
 */
export function nextAfter(anchor: string, frequency: Frequency, after: string): string {
  if (after < anchor) return anchor
  if (!isByMonth(frequency)) {
    const step = frequency === 'weekly' ? 7 : 14
    return addDays(anchor, (Math.floor((at(after) - at(anchor)) / DAY / step) + 1) * step)
  }
  const step = months[frequency]
  const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  let count = Math.floor((index(after) - index(anchor)) / step) * step
  while (addMonths(anchor, count) <= after) count += step
  return addMonths(anchor, count)
}

/** The day of the next try after so many failures; null after the last one. */
export const retryOn = (failedOn: string, failures: number, today: string): string | null => {
  const days = retryDays[failures - 1]
  if (days === undefined) return null
  const wanted = addDays(failedOn, days)
  return wanted > today ? wanted : addDays(today, 1)
}

/** The month of a card's expiry begins within the next month: `2026-12` in November. */
export const expiresSoon = (expires: string | null, today: string): boolean =>
  expires !== null && expires <= addMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7)

export interface Failures {
  failures: number
  failedOn: string | null
}

/** What one more declined charge makes of a schedule; `tryOn` is null once nothing more is tried. */
export function afterFailure(before: Failures, code: string, today: string) {
  const failedOn = before.failedOn ?? today
  const failures = before.failures + 1
  return { failures, failedOn, tryOn: isHardDecline(code) ? null : retryOn(failedOn, failures, today) }
}
