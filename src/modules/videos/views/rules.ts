/** Steps of 5 percent. */
export const STEPS = 20
const ENOUGH_SECONDS = 10

/** A view is ten seconds, or a third of a shorter video. */
export const isView = (seconds: number, durationMs: number | null): boolean =>
  seconds >= Math.min(ENOUGH_SECONDS, durationMs ? durationMs / 3_000 : ENOUGH_SECONDS)

/** The step at which a position is; the first where the duration isn't known. */
export const stepAt = (positionMs: number, durationMs: number | null): number =>
  durationMs ? Math.max(0, Math.min(STEPS - 1, Math.floor((positionMs / durationMs) * STEPS))) : 0

/** Of those who watched, the share that was still there at each step, from how many went on until it and no further. */
export function retentionOf(dropOff: readonly number[]): number[] {
  const all = dropOff.reduce((sum, count) => sum + count, 0)
  let left = all
  return dropOff.map(count => {
    const share = all === 0 ? 0 : left / all
    left -= count
    return share
  })
}

/** Where someone watched from: what the church calls it, else the host of the page before, else the page itself. */
export function sourceOf(named: string | undefined, referrer: string | undefined, own: string): string {
  const plain = named
    ?.toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  if (plain) return plain
  const host = URL.canParse(referrer ?? '') ? new URL(referrer!).hostname.replace(/^www\./, '') : ''
  return host && host !== own ? host.slice(0, 80) : 'direct'
}
