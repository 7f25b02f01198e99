/** Minutes that clocks in the zone are ahead of UTC at this instant. */
function ahead(at: number, timeZone?: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(one => one.type === type)!.value)
  // The years before 100 are no short form of those after 1900.
  const day = new Date(Date.UTC(2000, part('month') - 1, part('day'), part('hour'), part('minute')))
  const clocks = day.setUTCFullYear(part('year'))
  return Math.round((clocks - at) / 60_000)
}

const shifted = (at: number, minutes: number) => at + minutes * 60_000

/** What a datetime-local field shows of an instant: 2026-03-08T09:30, as clocks in that zone say it. */
export function clockTime(at: string, timeZone?: string): string {
  const ms = new Date(at).getTime()
  return new Date(shifted(ms, ahead(ms, timeZone))).toISOString().slice(0, 16)
}

/**
 * The instant that such a text means in the zone, in ISO 8601. Of an hour that comes twice the first is meant;
 * what a clock change leaves out is the first minute after it, as on the server. A year of five digits stays as it is:
 * who is asked to store it says that there is none.
 */
export function instantAt(text: string, timeZone?: string): string {
  if (!/^\d{4}-/.test(text)) return text
  const clocks = new Date(`${text.slice(0, 16)}:00Z`).getTime()
  const [before, after] = [-1_440, 1_440].map(day => ahead(shifted(clocks, day), timeZone))
  const meant = [before!, after!].map(minutes => shifted(clocks, -minutes))
  const right = meant.filter(at => shifted(at, ahead(at, timeZone)) === clocks)
  return new Date(right.length > 0 ? Math.min(...right) : changeIn(meant, timeZone)).toISOString()
}

/** When the clocks are set between these two instants, to the minute. */
function changeIn(instants: readonly number[], timeZone?: string): number {
  let [low, high] = [Math.min(...instants), Math.max(...instants)]
  const after = ahead(high, timeZone)
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000
    if (ahead(middle, timeZone) === after) high = middle
    else low = middle
  }
  return high
}
