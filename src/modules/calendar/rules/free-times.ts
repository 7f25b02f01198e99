import { DateTime } from 'luxon'
import { merged, type Span } from './hours.ts'

/** What one resource offers: when it is open, and what it is promised to (sorted, with the buffers of those promises). */
export interface Supply {
  id: string
  /** Absent: always. */
  open?: readonly Span[]
  busy: readonly Span[]
  /** Minutes before and after every use, such as setting up a room. */
  setup?: number
  teardown?: number
}

export interface Demand {
  /** Minutes. */
  duration: number
  bufferBefore: number
  bufferAfter: number
  /** Minutes between two starts that are offered. */
  step: number
  /** Nothing earlier, nothing later is offered. */
  from: number
  to: number
  timeZone: string
  /** Hosts of whom one is enough (or all of them, `together`). */
  hosts: readonly Supply[]
  together: boolean
  /** Rooms of which one is enough; none asked for if empty. */
  rooms: readonly Supply[]
  /** Every one of them is needed. */
  equipment: readonly Supply[]
  /** A second adult who must be free as well; none asked for if absent. */
  seconds?: readonly Supply[]
  /** At most so many starts a day, of which these days (ISO dates) have so many already. */
  dailyLimit?: number | null
  perDay?: ReadonlyMap<string, number>
}

export interface FreeTime {
  start: number
  /** The hosts who could take it. */
  hostIds: string[]
}

const MINUTE = 60_000

/** Whether nothing in `busy` (sorted, without overlaps) touches the span. Half open: back to back is fine. */
function isFree(busy: readonly Span[], from: number, to: number): boolean {
  let [low, high] = [0, busy.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (busy[middle]![1] <= from) low = middle + 1
    else high = middle
  }
  return low === busy.length || busy[low]![0] >= to
}

/** Whether it is open for the whole span. */
function isOpen(open: readonly Span[] | undefined, from: number, to: number): boolean {
  if (!open) return true
  let [low, high] = [0, open.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (open[middle]![1] < to) low = middle + 1
    else high = middle
  }
  return low < open.length && open[low]![0] <= from
}

/** What a use of this resource takes of its time: the appointment with all that lies around it. */
export const occupied = (
  { setup = 0, teardown = 0 }: Pick<Supply, 'setup' | 'teardown'>,
  { bufferBefore, bufferAfter }: Pick<Demand, 'bufferBefore' | 'bufferAfter'>,
  start: number,
  end: number,
): Span => [start - Math.max(setup, bufferBefore) * MINUTE, end + Math.max(teardown, bufferAfter) * MINUTE]

/** Whether this resource can take the appointment at that time. */
export function canTake(
  supply: Supply,
  demand: Pick<Demand, 'bufferBefore' | 'bufferAfter'>,
  start: number,
  end: number,
) {
  if (!isOpen(supply.open, start, end)) return false
  const [from, to] = occupied(supply, demand, start, end)
  return isFree(supply.busy, from, to)
}

/**
 * Every start at which what is asked for is free, in order. Starts lie on the grid of their day's opening, so that a change of
 * the clocks moves none of them.
 */
export function freeTimes(demand: Demand): FreeTime[] {
  const { hosts, together, rooms, equipment, seconds, duration, from, to, timeZone, dailyLimit } = demand
  const perDay = new Map(demand.perDay)
  const free: FreeTime[] = []
  const dateOf = dates(timeZone)
  for (const start of starts(demand)) {
    const end = start + duration * MINUTE
    if (start < from || start > to) continue
    const hostIds = hosts.filter(host => canTake(host, demand, start, end)).map(host => host.id)
    if (hosts.length > 0 && (together ? hostIds.length < hosts.length : hostIds.length === 0)) continue
    if (rooms.length > 0 && !rooms.some(room => canTake(room, demand, start, end))) continue
    if (!equipment.every(one => canTake(one, demand, start, end))) continue
    if (seconds && !hasSecond(seconds, hostIds, together, demand, start, end)) continue
    if (dailyLimit && (perDay.get(dateOf(start)) ?? 0) >= dailyLimit) continue
    free.push({ start, hostIds })
  }
  return free
}

function hasSecond(
  seconds: readonly Supply[],
  hostIds: string[],
  together: boolean,
  demand: Demand,
  start: number,
  end: number,
) {
  if (together && hostIds.length > 1) return true
  const able = seconds.filter(one => canTake(one, demand, start, end)).map(one => one.id)
  return hostIds.some(host => able.some(id => id !== host))
}

/** The grid of starts: from each opening of each host on, step by step; where nobody has hours, from each hour of the day. */
function starts({ hosts, rooms, step, from, to, duration }: Demand): number[] {
  const openings = merged((hosts.length > 0 ? hosts : rooms).flatMap(one => one.open ?? [[from, to] as Span]))
  const all = new Set<number>()
  for (const [opens, closes] of openings) {
    const first = Math.ceil(opens / (5 * MINUTE)) * 5 * MINUTE
    for (let at = first; at + duration * MINUTE <= closes; at += step * MINUTE) all.add(at)
  }
  return [...all].sort((a, b) => a - b)
}

/** ISO date of an instant in a zone; one conversion for each quarter of an hour at most. */
export function dates(timeZone: string): (at: number) => string {
  const known = new Map<number, string>()
  return at => {
    const quarter = Math.floor(at / (15 * MINUTE))
    let date = known.get(quarter)
    if (!date) {
      date = DateTime.fromMillis(quarter * 15 * MINUTE, { zone: timeZone }).toISODate()!
      known.set(quarter, date)
    }
    return date
  }
}

export interface Turn {
  id: string
  weight: number
  priority: number
  /** Open appointments in the weeks around. */
  load: number
  /** When they were last given one; 0 never. */
  last: number
}

/** Whose turn it is among those who are free: the lightest load for their weight, then the higher priority, then the longest wait. */
export function nextHost(turns: readonly Turn[], free: readonly string[]): string | undefined {
  return turns
    .filter(({ id, weight }) => free.includes(id) && weight > 0)
    .sort(
      (a, b) =>
        a.load / a.weight - b.load / b.weight || b.priority - a.priority || a.last - b.last || (a.id < b.id ? -1 : 1),
    )[0]?.id
}
