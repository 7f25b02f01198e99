import { DateTime } from 'luxon'

const MINUTE = 60_000
/** No clock of the world is ahead of this one. */
const FIRST = 'Pacific/Kiritimati'

/**
 * The instant at which the clocks of a zone show that time. Of an hour that a clock change repeats the first is meant;
 * what it leaves out is the first minute after the change.
 * @param local `2026-12-24T09:00`
 * @param zone IANA name
 */
export function momentAt(local: string, zone: string): Date {
  const read = DateTime.fromISO(local.slice(0, 16), { zone })
  if (read.toFormat("yyyy-MM-dd'T'HH:mm") !== local.slice(0, 16)) return changeBefore(read)
  const earlier = read.getPossibleOffsets().map(each => each.toMillis())
  return new Date(Math.min(...earlier))
}

/** When the clocks were set last, before an instant of that zone. */
function changeBefore(after: DateTime): Date {
  const offset = (at: number) => DateTime.fromMillis(at, { zone: after.zone }).offset
  let [low, high] = [after.toMillis() - 3 * 60 * MINUTE, after.toMillis()]
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / MINUTE / 2) * MINUTE
    if (offset(middle) === offset(high)) high = middle
    else low = middle
  }
  return new Date(high)
}

/** Before this, no clock of the world shows that time: who gets something by their own clock is fixed here. */
export const firstMoment = (local: string) => momentAt(local, FIRST)
