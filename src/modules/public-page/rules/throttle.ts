/**
 * At most so many calls for each key in a window of `ms` milliseconds, counted in this process: for what is not worth a row, such
 * as a page that says it was looked at. Everything is forgotten with each new window, so that keys don't pile up.
 */
export function throttle({ most, ms }: { most: number; ms: number }) {
  const counts = new Map<string, number>()
  let ends = 0
  const begin = (now: number) => {
    // A clock that was set back would leave a window that ends far away.
    if (now < ends && now >= ends - ms) return
    counts.clear()
    ends = now + ms
  }
  /** @returns whether this call, at epoch milliseconds `now`, is still within the limit */
  const mayCall = (key: string, now: number): boolean => {
    begin(now)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most
  }
  /** Whether the limit has been reached, without a call: for what counts failures alone. */
  const isReached = (key: string, now: number): boolean => {
    begin(now)
    return (counts.get(key) ?? 0) >= most
  }
  return Object.assign(mayCall, { isReached })
}
