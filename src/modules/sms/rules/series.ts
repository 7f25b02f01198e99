/** ended: its last run has left, or someone ended it. */
export const seriesStates = ['active', 'paused', 'ended'] as const
export const everies = ['week', 'month'] as const

/** As RFC 5545 has it, with a church's few cases: days of the week, one day of the month, or its first Sunday. */
export type SeriesRule =
  | { every: 'week'; interval: number /** 1 is Monday */; weekdays: number[] }
  | { every: 'month'; interval: number /** the last day, where a month is shorter */; day: number }
  | { every: 'month'; interval: number /** −1 is the last */; nth: number; weekday: number }

export interface Course {
  rule: SeriesRule
  startsOn: string
  endsOn: string | null
}

const DAY = 86_400_000
const dayOf = (on: string) => new Date(`${on}T00:00:00Z`).getTime()
const onOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** 1 is Monday. */
const weekdayOf = (ms: number) => new Date(ms).getUTCDay() || 7

function fits(rule: SeriesRule, first: number, ms: number): boolean {
  const [date, start] = [new Date(ms), new Date(first)]
  if (rule.every === 'week') {
    const monday = (day: number) => day - (weekdayOf(day) - 1) * DAY
    const weeks = Math.round((monday(ms) - monday(first)) / (7 * DAY))
    return weeks % rule.interval === 0 && rule.weekdays.includes(weekdayOf(ms))
  }
  const months = (date.getUTCFullYear() - start.getUTCFullYear()) * 12 + date.getUTCMonth() - start.getUTCMonth()
  if (months % rule.interval !== 0) return false
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const day = date.getUTCDate()
  if ('day' in rule) return day === Math.min(rule.day, length)
  if (weekdayOf(ms) !== rule.weekday) return false
  return rule.nth === -1 ? day + 7 > length : Math.ceil(day / 7) === rule.nth
}

/** Five years: a rule that names no day until then names none. */
const FAR = 5 * 366

/** The next days on which it is sent, from that day on, that one among them; by the calendar alone, without clocks. */
export function runDays({ rule, startsOn, endsOn }: Course, from: string, count: number): string[] {
  const first = dayOf(startsOn)
  const last = endsOn ? dayOf(endsOn) : Number.POSITIVE_INFINITY
  const begin = Math.max(first, dayOf(from))
  const days: string[] = []
  for (let i = 0; i < FAR && days.length < count; i++) {
    const ms = begin + i * DAY
    if (ms > last) break
    if (fits(rule, first, ms)) days.push(onOf(ms))
  }
  return days
}

const days = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const ordinals: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' }

/** "Every 2 weeks on Monday and Friday", "Every month on the first Sunday". */
export function ruleWords(rule: SeriesRule): string {
  const every = rule.interval === 1 ? `Every ${rule.every}` : `Every ${rule.interval} ${rule.every}s`
  if (rule.every === 'week') {
    const named = rule.weekdays.toSorted((a, b) => a - b).map(day => days[day])
    return `${every} on ${named.join(', ').replace(/, ([^,]+)$/, ' and $1')}`
  }
  return 'day' in rule ? `${every} on day ${rule.day}` : `${every} on the ${ordinals[rule.nth]} ${days[rule.weekday]}`
}
